import type { Selectable } from 'kysely';
import { z } from 'zod';
import { type Actor, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid } from '#server/errors.server.ts';
import { momentAfter } from '#server/lists/records.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { statusField, versionField } from '#wire/fields/choices.ts';
import { optionalLine } from '#wire/fields/texts.ts';
import { addressRefusal } from '../outgoing/guard.server.ts';
import {
  firstSecret,
  type KeptSecrets,
  oldSecretUntil,
  openSecret,
  rotated,
  signingSecrets,
} from '../outgoing/signing.server.ts';
import { fallBackNow } from './personal-accesses.server.ts';
import { personalAccessLimits as limits, type PersonalAccess } from './schema.ts';
import type { Webhook } from './webhook.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    personal_access_settings: PersonalAccessSettingsTable;
  }
}

/** One row, from the beginning. */
interface PersonalAccessSettingsTable extends KeptSecrets {
  id: number;
  status: number;
  url: string;
  expires_days: number;
  fallback_minutes: number;
  updated_at: string | null;
}

/** What secrets are encrypted with. */
type Keys = Pick<Settings, 'secret'>;

const never = new Date(0).toISOString();

const audited = { kind: 'personal-access', recordId: 1 } as const;

export async function findPersonalAccess(database: Database, keys: Keys): Promise<PersonalAccess> {
  return toWire(await readRow(database), keys);
}

/** Where to ask, or null where nobody is to be asked. */
export async function activeWebhook(database: Database, keys: Keys): Promise<Webhook | null> {
  const row = await readRow(database);
  return row.status === 1 ? webhookOf(row, keys) : null;
}

/** The same, switched on or not: to try it out. */
export async function wholeWebhook(database: Database, keys: Keys): Promise<Webhook | null> {
  return webhookOf(await readRow(database), keys);
}

/**
 * Saves the settings; the first save makes the secret. Switched off, requests that still wait get the common access.
 * @throws {Refusal} 422 where it would be on without an address
 */
export async function savePersonalAccess(
  transaction: Database,
  keys: Keys,
  actor: Actor,
  form: PersonalAccessForm,
): Promise<{ is: 'written' | 'stale'; settings: PersonalAccess }> {
  await holdRow(transaction);
  const before = await readRow(transaction);
  if (form.updated_at && form.updated_at !== before.updated_at) return { is: 'stale', settings: toWire(before, keys) };
  const { status = before.status, url = '', expires_days, fallback_minutes } = form;
  if (status === 1 && url === '') throw invalid({ url: ['Enter the address of the demo system.'] });
  const after: Row = {
    ...{ ...before, status, url, expires_days, fallback_minutes },
    ...(openSecret(before, keys) === null && firstSecret(keys)),
    updated_at: momentAfter(before.updated_at ?? never),
  };
  await writeRow(transaction, after);
  if (status === 0) await fallBackNow(transaction);
  const action = before.updated_at === null ? 'create' : 'update';
  await recordChange(transaction, actor, { action, ...audited, before: factsOf(before), after: factsOf(after) });
  return { is: 'written', settings: toWire(after, keys) };
}

/**
 * Makes a new secret and answers it; the one before it signs too for a day. It is no part of the form, so the form that
 * somebody fills in at that moment gets no older, nor any newer.
 */
export async function rotateSecret(database: Database, keys: Keys, actor: Actor): Promise<string> {
  return database.transaction().execute(async (transaction) => {
    await holdRow(transaction);
    const before = await readRow(transaction);
    const { secret, columns } = rotated(before, keys);
    await writeRow(transaction, { ...before, ...columns });
    await recordChange(transaction, actor, { action: 'rotate-secret', ...audited, before: null, after: null });
    return secret;
  });
}

/** The secret in clear, for whoever has just proved to be who they are; written down in the audit. */
export async function revealSecret(database: Database, keys: Keys, actor: Actor): Promise<string | null> {
  return database.transaction().execute(async (transaction) => {
    const secret = openSecret(await readRow(transaction), keys);
    if (secret !== null) {
      await recordChange(transaction, actor, { action: 'reveal-secret', ...audited, before: null, after: null });
    }
    return secret;
  });
}

type Row = Selectable<PersonalAccessSettingsTable>;

function webhookOf(row: Row, keys: Keys): Webhook | null {
  const { url, expires_days, fallback_minutes } = row;
  const secrets = signingSecrets(row, keys);
  return url === '' || secrets.length === 0 ? null : { url, secrets, expires_days, fallback_minutes };
}

function toWire(row: Row, keys: Keys): PersonalAccess {
  const { status, url, expires_days, fallback_minutes, updated_at } = row;
  const secret_set = openSecret(row, keys) !== null;
  const old_secret_until = oldSecretUntil(row);
  return { status, url, secret_set, old_secret_until, expires_days, fallback_minutes, updated_at };
}

/** The audit hides what is called a secret; sealed, it still tells whether it was changed. */
function factsOf({ status, url, secret_sealed: secret, expires_days, fallback_minutes }: Row) {
  return { status, url, secret: secret || null, expires_days, fallback_minutes };
}

async function readRow(database: Database): Promise<Row> {
  return database.selectFrom('personal_access_settings').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
}

async function writeRow(transaction: Database, row: Row): Promise<void> {
  await transaction.updateTable('personal_access_settings').set(row).where('id', '=', 1).execute();
}

/** Makes another edit at the same moment wait. */
async function holdRow(transaction: Database): Promise<void> {
  await transaction
    .updateTable('personal_access_settings')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', 1)
    .execute();
}

/** What the card of the personal access sends. `loopback`: whether the demo system may be on this machine. */
export function personalAccessForm(loopback: boolean) {
  return z.object({
    status: statusField,
    url: optionalLine('address', limits.url).superRefine((url, context) => {
      const refusal = url ? addressRefusal(url, loopback) : null;
      if (refusal) context.addIssue(refusal);
    }),
    expires_days: wholeNumber('days', limits.expires_days),
    fallback_minutes: wholeNumber('minutes', limits.fallback_minutes),
    updated_at: versionField,
  });
}

type PersonalAccessForm = z.output<ReturnType<typeof personalAccessForm>>;

function wholeNumber(what: string, most: number) {
  const error = `Write a number of ${what} from 1 to ${most}.`;
  return z.int({ error }).min(1, error).max(most, error);
}
