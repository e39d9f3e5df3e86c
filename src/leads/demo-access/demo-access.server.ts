import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { line, paragraph, statusField, versionField } from '#api/shapes.ts';
import { lengthOf } from '#api/text.ts';
import { notifyOwners } from '#auth/notice-mail.server.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { type EncryptedColumn, Encrypter } from '#platform/settings/encrypter.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import { onlyKnownPlaceholders } from './mail-text.tsx';
import {
  builtInMessage,
  builtInSubject,
  type DemoAccess,
  type DemoAccessResponse,
  demoAccessLimits as limits,
} from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    demo_access: DemoAccessTable;
  }
}

/** One row, from the beginning. Empty texts stand for the built-in ones. */
interface DemoAccessTable {
  id: number;
  demo_link: string;
  /** Encrypted; empty where there is none. */
  password_sealed: string;
  subject: string;
  message: string;
  status: number;
  created_at: string | null;
  updated_at: string | null;
}

type Row = Selectable<DemoAccessTable>;

/** Its name where a write says what it changed. */
export const demoAccessKind = 'demo-access';

export const demoAccessSecret: EncryptedColumn = {
  what: 'the demo password (screen Demo password)',
  purpose: 'demo access',
  table: 'demo_access',
  columns: ['password_sealed'],
  rows: (database) => database.selectFrom('demo_access').select('password_sealed as sealed').execute(),
};

/** The access as staff see it. */
export type StoredAccess = Omit<DemoAccessResponse, 'waiting' | 'brand'>;

export async function findAccess(database: Database, keys: Keys): Promise<StoredAccess> {
  return storedOf(await readRow(database), keys);
}

/**
 * What is mailed now, or null where nothing is to be mailed yet. It stays as it is until the transaction ends, so that
 * no request is left waiting that an edit at the same moment did not see.
 */
export async function activeAccess(transaction: Database, keys: Keys): Promise<DemoAccess | null> {
  const row = await selectRow(transaction).forShare().executeTakeFirstOrThrow();
  return row.status === 1 ? accessOf(row, keys) : null;
}

/** The same, active or not: for a mail to try it out. */
export async function wholeAccess(database: Database, keys: Keys): Promise<DemoAccess | null> {
  return accessOf(await readRow(database), keys);
}

/**
 * Saves the access, with an entry in its history. With `updated_at`, as the form was filled from, a newer state is not
 * overwritten. @throws {HttpError} 422 where it would be active without a password
 */
export async function saveAccess(
  transaction: Database,
  keys: Keys,
  actor: Actor,
  form: DemoAccessForm,
): Promise<{ status: 'written' | 'stale'; access: StoredAccess }> {
  const before = await selectRow(transaction).forNoKeyUpdate().executeTakeFirstOrThrow();
  if (form.updated_at && form.updated_at !== before.updated_at)
    return { status: 'stale', access: storedOf(before, keys) };
  const { demo_link, demo_password, subject, message, status = before.status } = form;
  const known = openPassword(before, keys);
  if (status === 1 && demo_password === null && known === null) {
    throw invalid({ demo_password: [t('Enter the demo password that visitors get.')] });
  }
  const now = new Date().toISOString();
  const isNew = demo_password !== null && demo_password !== known;
  const after: Row = {
    id: 1,
    demo_link,
    subject,
    message,
    status,
    password_sealed: isNew ? encrypterOf(keys).encrypt(demo_password) : before.password_sealed,
    created_at: before.created_at ?? now,
    updated_at: now,
  };
  if (isNew || demo_link !== before.demo_link)
    await notifyOwners(transaction, actor, 'demo access changed', new URL(demo_link).host);
  await transaction.updateTable('demo_access').set(after).where('id', '=', 1).execute();
  const action = before.updated_at === null ? 'create' : 'update';
  const [old, current] = [factsOf(before), factsOf(after)];
  if (!isDeepStrictEqual(old, current))
    await recordChange(transaction, actor, { action, ...audited, before: old, after: current });
  return { status: 'written', access: storedOf(after, keys) };
}

/** The password in clear, for whoever has just proved to be who they are; written down in the audit. */
export async function revealPassword(database: Database, keys: Keys, actor: Actor): Promise<string | null> {
  return database.transaction().execute(async (transaction) => {
    const password = openPassword(await readRow(transaction), keys);
    if (password !== null) {
      await recordChange(transaction, actor, { action: 'reveal-password', ...audited });
    }
    return password;
  });
}

const audited = { kind: demoAccessKind, recordId: 1 } as const;

/** The audit hides what is called a password; sealed, it still tells whether it was changed. */
function factsOf({ demo_link, password_sealed, subject, message, status }: Row) {
  return { demo_link, demo_password: password_sealed || null, subject, message, status };
}

function storedOf(row: Row, keys: Keys): StoredAccess {
  const { demo_link, status, created_at, updated_at } = row;
  return {
    demo_link,
    demo_password: null,
    password_set: openPassword(row, keys) !== null,
    subject: row.subject || builtInSubject,
    message: row.message || builtInMessage,
    status,
    created_at,
    updated_at,
  };
}

function accessOf(row: Row, keys: Keys): DemoAccess | null {
  const password = openPassword(row, keys);
  if (password === null || row.demo_link === '') return null;
  return { link: row.demo_link, password, subject: row.subject, message: row.message };
}

function openPassword({ password_sealed: sealed }: Row, keys: Keys): string | null {
  const opened = sealed === '' ? null : encrypterOf(keys).decrypt(sealed);
  return typeof opened === 'string' ? opened : null;
}

function encrypterOf({ secret }: Keys): Encrypter {
  return new Encrypter(secret, demoAccessSecret.purpose);
}

function readRow(database: Database): Promise<Row> {
  return selectRow(database).executeTakeFirstOrThrow();
}

function selectRow(database: Database) {
  return database.selectFrom('demo_access').selectAll().where('id', '=', 1);
}

const link = line('demo link', limits.link)
  .transform((text) => (/^[^\s:/]+\.\S+$/.test(text) ? `https://${text}` : text))
  .refine(isWebAddress, { error: 'Enter a whole address, such as https://demo.example.com.' });

/** Nothing, or nothing new, keeps the password that is there. */
const password = z
  .nullish(
    z
      .string({ error: 'The demo password must be text.' })
      .refine((text) => !/\p{Cc}/u.test(text), { error: 'The demo password must be one line.', abort: true })
      .refine((text) => lengthOf(text) <= limits.password, {
        error: () => t`The demo password may have at most ${limits.password} characters.`,
      }),
  )
  .transform((text) => text?.trim().normalize('NFC') || null);

/** What the form of the demo access sends. */
export const demoAccessForm = z.object({
  demo_link: link,
  demo_password: password,
  subject: onlyKnownPlaceholders(line('subject', limits.subject)),
  message: onlyKnownPlaceholders(paragraph('message', limits.message)),
  status: statusField,
  updated_at: versionField,
});

type DemoAccessForm = z.output<typeof demoAccessForm>;

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s"'<>]+$/i.test(text) && URL.canParse(text) && new URL(text).username === '';
}
