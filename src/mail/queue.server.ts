import { randomUUID } from 'node:crypto';
import { type Generated, type InsertObject, type Selectable, sql } from 'kysely';
import { cleanLine } from '#api/text.ts';
import { searchText } from '#cms/collections/listed-table.server.ts';
import { t } from '#i18n/text.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import { readFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { deleteInBatches } from '#platform/database/rows.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { queuedNow } from '#platform/jobs/queue.server.ts';
import { type EncryptedColumn, Encrypter } from '#platform/settings/encrypter.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import type { AttemptOutcome } from './outbox/schema.ts';
import { type MailState, undeliveredStates } from './states.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    mails: MailsTable;
    mail_attempts: MailAttemptsTable;
  }
}

/** The outbox; timestamps are of the database's clock. */
interface MailsTable {
  id: Generated<number>;
  /** A UUID; the host after the @ is set at the first attempt and then stays. */
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  /** Kind of mail, such as `password_reset`. */
  kind: string;
  reference_kind: string | null;
  reference_id: number | null;
  /** 1: the body is encrypted, hidden from staff, and removed once the mail is sent. */
  is_secret: Generated<number>;
  state: MailState;
  /** Attempts since it was queued, or requeued by staff. */
  attempts: Generated<number>;
  next_attempt_at: string;
  /** Not sent after this time. */
  expires_at: string | null;
  /** The mail that this one is a copy of. */
  copy_of: number | null;
  /** The mail that replaced this failed one. */
  replaced_by: number | null;
  claimed_at: string | null;
  claimed_by: string | null;
  sent_at: string | null;
  last_error: string | null;
  search_text: string;
  created_at: string;
  updated_at: string;
}

/**
 * Fills placeholders for secrets, such as a password, that the stored mail omits.
 * @throws where it can't
 */
export type FillMail = (
  mail: Pick<Selectable<MailsTable>, 'kind' | 'subject' | 'text' | 'html'>,
) => Promise<Pick<MailsTable, 'subject' | 'text' | 'html'>>;

/** Attempts, oldest first. `ended_at` is null while one runs, or where it was interrupted. */
interface MailAttemptsTable {
  id: Generated<number>;
  mail_id: number;
  recipient: string;
  sender: string;
  started_at: string;
  ended_at: string | null;
  outcome: AttemptOutcome | null;
  answer: string | null;
}

/**
 * Mails about an account: staff neither see, send, cancel nor redirect them, for they tell of a thief, or let one in.
 * Literals, for the index that is of these alone.
 */
const accountMails = sql<string>`('account_notice', 'password_reset', 'invitation')`;

/** Condition for the mails that staff may see. */
export const isForStaff = sql<boolean>`mails.id not in (select id from mails where kind in ${accountMails})`;

/** Whether links for accounts that exist wait until the mail server is an hour old. */
export async function areLinksHeld(database: Database): Promise<boolean> {
  return Date.parse((await readFact(database, 'mail_links_from')) ?? '') > Date.now();
}

/** A rendered mail: later edits of templates do not change it. */
export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Kind in snake_case, such as `demo_access`; the outbox filters by it. */
  kind: string;
  /** The record it belongs to, such as `{ kind: 'demo_request', id: 5 }`. */
  reference?: { kind: string; id: number };
  /** One address. */
  replyTo?: string;
  /** Seconds from now after which the mail is given up. */
  usefulSeconds?: number;
  /** Encrypts the body with this key and hides it from staff, until the mail is sent. */
  secret?: Keys;
}

/**
 * Adds a mail to the outbox in the caller's transaction, so that both commit or neither does. Returns its id.
 * @throws for anything but exactly one address
 */
export async function queueMail(transaction: Database, mail: Mail): Promise<number> {
  for (const address of [mail.to, mail.replyTo]) {
    if (address !== undefined && !isOneAddress(address)) throw new Error('A mail goes to exactly one address');
  }
  return insertMail(transaction, {
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    subject: cleanLine(mail.subject),
    ...(mail.secret ? encryptMail(mail.secret, mail) : { text: mail.text, html: mail.html }),
    kind: mail.kind,
    reference_kind: mail.reference?.kind ?? null,
    reference_id: mail.reference?.id ?? null,
    is_secret: mail.secret ? 1 : 0,
    expires_at: mail.usefulSeconds === undefined ? null : timestampIn(transaction, mail.usefulSeconds),
  });
}

type NewMail = Omit<
  InsertObject<Tables, 'mails'>,
  'message_id' | 'state' | 'next_attempt_at' | 'search_text' | 'created_at' | 'updated_at'
>;

export async function insertMail(
  transaction: Database,
  mail: NewMail & { recipient: string; subject: string },
): Promise<number> {
  const { id } = await transaction
    .insertInto('mails')
    .values({
      ...mail,
      ...queuedNow(transaction),
      message_id: randomUUID(),
      search_text: searchText(mail.recipient, mail.subject),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks failed and unclear mails of the same kind and record as replaced by this one. */
export async function replaceUndelivered(
  transaction: Database,
  mailId: number,
  { kind, reference }: Required<Pick<Mail, 'kind' | 'reference'>>,
): Promise<void> {
  await transaction
    .updateTable('mails')
    .set({ replaced_by: mailId })
    .where('reference_kind', '=', reference.kind)
    .where('reference_id', '=', reference.id)
    .where('kind', '=', kind)
    .where('state', 'in', undeliveredStates)
    .where('replaced_by', 'is', null)
    .execute();
}

/** Removes secret bodies from finished mails. */
export const withoutSecrets = {
  text: sql<string>`case when is_secret = 1 then '' else text end`,
  html: sql<string>`case when is_secret = 1 then '' else html end`,
};

/** Empties mails whose secret is no longer valid, and cancels those still queued. */
export async function expireSecretMails(transaction: Database, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const now = timestampIn(transaction, 0);
  await transaction
    .updateTable('mails')
    .set({
      state: sql<MailState>`case when state = 'queued' then 'cancelled' else state end`,
      // A mail being sent is not retried.
      expires_at: now,
      updated_at: now,
      ...withoutSecrets,
    })
    .where('id', 'in', ids)
    .where('is_secret', '=', 1)
    .where('text', '<>', '')
    .execute();
}

/**
 * Deletes mails about many records, such as digests, that link to one of these. `links` are the ends of such links, as
 * in `request=12`; there is at least one.
 */
export async function deleteMailsLinking(transaction: Database, kind: string, links: string[]): Promise<void> {
  const mails = await transaction
    .selectFrom('mails')
    .select(['id', 'text'])
    .where('kind', '=', kind)
    .where('reference_kind', 'is', null)
    .where((eb) => eb.or(links.map((link) => eb('text', 'like', `%${link}%`))))
    .execute();
  // `request=12` must not match `request=123`.
  const linking = mails.filter(({ text }) => links.some((link) => new RegExp(`${link}(?!\\d)`).test(text)));
  if (linking.length === 0) return;
  const ids = linking.map(({ id }) => id);
  await transaction.deleteFrom('mails').where('id', 'in', ids).execute();
}

/**
 * Deletes mails of these records, and all mails to these addresses (in lower case) but those about their own account.
 */
export async function deleteMailsOf(
  transaction: Database,
  { kind, ids, addresses }: { kind: string; ids: number[]; addresses: string[] },
): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where((eb) =>
      eb.or([
        eb.and([eb('reference_kind', '=', kind), eb('reference_id', 'in', ids)]),
        ...(addresses.length > 0
          ? [sql<boolean>`(kind not in ${accountMails} and lower(recipient) in (${sql.join(addresses)}))`]
          : []),
      ]),
    )
    .execute();
}

const retentionDays = 90;

/** Deletes old mails without a record, such as staff notices; others are deleted with their record. */
export async function sweepMails(database: Database): Promise<void> {
  const old = database
    .selectFrom('mails')
    .where('state', 'in', ['sent', 'cancelled', ...undeliveredStates])
    // Both columns, to be found by their index.
    .where('reference_kind', 'is', null)
    .where('reference_id', 'is', null)
    .where('updated_at', '<', timestampIn(database, -retentionDays * 86_400));
  await deleteInBatches(database, 'mails', old);
}

export const mailSecret: EncryptedColumn = {
  what: 'waiting mails with a link for their receiver',
  purpose: 'mail',
  table: 'mails',
  columns: ['text', 'html'],
  rows: async (database) => {
    const mails = database.selectFrom('mails').select(['text', 'html']).where('is_secret', '=', 1);
    return (await mails.where('text', '<>', '').execute()).flatMap(({ text, html }) => [
      { sealed: text },
      { sealed: html },
    ]);
  },
};

interface Bodies {
  text: string;
  html: string;
}

/**
 * Mails with a secret for their receiver, such as a password link, are encrypted: otherwise anyone with the database or
 * a backup could use it first.
 */
function encryptMail(keys: Keys, { text, html }: Bodies): Bodies {
  const encrypter = encrypterOf(keys);
  return { text: encrypter.encrypt(text), html: encrypter.encrypt(html) };
}

/**
 * Decrypts the body.
 * @throws where it was encrypted with another secret
 */
export function decryptMail(keys: Keys, { is_secret, text, html }: Bodies & { is_secret: number }): Bodies {
  if (is_secret === 0) return { text, html };
  const encrypter = encrypterOf(keys);
  const [openedText, openedHtml] = [encrypter.decrypt(text), encrypter.decrypt(html)];
  if (typeof openedText === 'string' && typeof openedHtml === 'string') return { text: openedText, html: openedHtml };
  throw new Error(t('It can’t be opened: it was sealed by another SECRET'));
}

function encrypterOf({ secret }: Keys): Encrypter {
  return new Encrypter(secret, mailSecret.purpose);
}
