import { randomUUID } from 'node:crypto';
import { type Generated, type InsertObject, type Selectable, sql } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import type { Tables } from '#server/database/tables.server.ts';
import { momentIn } from '#server/database/time.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import { isOneAddress } from '#server/mail-settings.server.ts';
import type { Settings } from '#server/settings.server.ts';
import type { SweepJob } from '#server/sweep.server.ts';
import { cleanLine } from '#wire/text.ts';
import type { AttemptOutcome } from './outbox/schema.ts';
import { sealMail } from './secret-mails.server.ts';
import { lostStates, type MailState } from './states.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    mails: MailsTable;
    mail_attempts: MailAttemptsTable;
  }
}

/** Mails to send and mails that were sent; moments are those of the database's clock. */
interface MailsTable {
  id: Generated<number>;
  /** A UUID; the host behind the @ is added with the first attempt, and stays. */
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  /** What it is for, such as `password_reset`. */
  kind: string;
  reference_kind: string | null;
  reference_id: number | null;
  /** 1: its body lies sealed, staff never see it, and it is removed when the mail is on its way. */
  is_secret: Generated<number>;
  state: MailState;
  /** Attempts since it was queued, or queued again by staff. */
  attempts: Generated<number>;
  next_attempt_at: string;
  /** After this moment it would be of no use to anyone. */
  expires_at: string | null;
  /** The mail that staff sent once more by this one. */
  copy_of: number | null;
  /** The mail that took the place of this one, which did not arrive: nobody has to look after it any more. */
  replaced_by: number | null;
  claimed_at: string | null;
  claimed_by: string | null;
  sent_at: string | null;
  last_error: string | null;
  search_text: string;
  created_at: string;
  updated_at: string;
}

/** Puts what a mail is kept without, such as a password, into its place. @throws where it can't */
export type FillMail = (
  mail: Pick<Selectable<MailsTable>, 'kind' | 'reference_id' | 'subject' | 'text' | 'html'>,
) => Promise<Pick<MailsTable, 'subject' | 'text' | 'html'>>;

/** Every attempt to send a mail, oldest first. Without an end: it runs, or was interrupted. */
interface MailAttemptsTable {
  id: Generated<number>;
  mail_id: number;
  recipient: string;
  /** The instance that tried. */
  sender: string;
  started_at: string;
  ended_at: string | null;
  outcome: AttemptOutcome | null;
  /** What the mail server said, or what went wrong. */
  answer: string | null;
}

/** A mail, rendered: what is edited later does not change what was promised. */
export interface Mail {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What it is for, in snake_case, such as `demo_access`; the outbox filters by it. */
  kind: string;
  /** The record it belongs to, such as `{ kind: 'demo_request', id: 5 }`. */
  reference?: { kind: string; id: number };
  /** Whom an answer reaches, one address. */
  replyTo?: string;
  /** Not to be sent earlier. */
  notBefore?: Date;
  /** Of no use later than so many seconds from now; it is then given up. */
  usefulSeconds?: number;
  /** Has a secret for its receiver alone: staff never see the body, which lies sealed by this until the mail has gone. */
  secret?: Pick<Settings, 'secret'>;
}

/**
 * Puts a mail into the outbox, in the transaction of what it tells about: both happen, or neither. Answers its id.
 * @throws for what is not exactly one address
 */
export async function queueMail(transaction: Database, mail: Mail): Promise<number> {
  for (const address of [mail.to, mail.replyTo]) {
    if (address !== undefined && !isOneAddress(address)) throw new Error('A mail goes to exactly one address');
  }
  return insertMail(transaction, {
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    subject: cleanLine(mail.subject),
    ...(mail.secret ? sealMail(mail.secret, mail) : { text: mail.text, html: mail.html }),
    kind: mail.kind,
    reference_kind: mail.reference?.kind ?? null,
    reference_id: mail.reference?.id ?? null,
    is_secret: mail.secret ? 1 : 0,
    next_attempt_at: mail.notBefore?.toISOString() ?? momentIn(transaction, 0),
    expires_at: mail.usefulSeconds === undefined ? null : momentIn(transaction, mail.usefulSeconds),
  });
}

type NewMail = Omit<
  InsertObject<Tables, 'mails'>,
  'message_id' | 'state' | 'search_text' | 'created_at' | 'updated_at'
>;

/** Queues a message of its own. Answers its id. */
export async function insertMail(
  transaction: Database,
  mail: NewMail & { recipient: string; subject: string },
): Promise<number> {
  const now = momentIn(transaction, 0);
  const { id } = await transaction
    .insertInto('mails')
    .values({
      ...mail,
      message_id: randomUUID(),
      state: 'queued',
      search_text: searchText(mail.recipient, mail.subject),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What did not arrive of the same kind and record is done with: this mail takes its place. */
export async function replaceLost(
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
    .where('state', 'in', lostStates)
    .where('replaced_by', 'is', null)
    .execute();
}

/** What of a mail that is done with remains: nothing that was for its receiver alone. */
export const withoutSecrets = {
  text: sql<string>`case when is_secret = 1 then '' else text end`,
  html: sql<string>`case when is_secret = 1 then '' else html end`,
};

/** Empties mails whose secret opens nothing any more; what of them still waits is cancelled. */
export async function endSecretMails(transaction: Database, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const now = momentIn(transaction, 0);
  await transaction
    .updateTable('mails')
    .set({
      state: sql<MailState>`case when state = 'queued' then 'cancelled' else state end`,
      // What is being sent at this moment is not tried again.
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
 * Removes mails of a kind that tells of many records, such as a digest, where they link to one of these. `links` are the
 * ends of such links, as in `request=12`.
 */
export async function forgetMailsLinking(transaction: Database, kind: string, links: string[]): Promise<void> {
  if (links.length === 0) return;
  const mails = await transaction
    .selectFrom('mails')
    .select(['id', 'text'])
    .where('kind', '=', kind)
    .where((eb) => eb.or(links.map((link) => eb('text', 'like', `%${link}%`))))
    .execute();
  // 12 is no 123.
  const linking = mails.filter(({ text }) => links.some((link) => new RegExp(`${link}(?!\\d)`).test(text)));
  if (linking.length === 0) return;
  const ids = linking.map(({ id }) => id);
  await transaction.deleteFrom('mails').where('id', 'in', ids).execute();
}

/**
 * Removes mails for good, sent or not: those that belong to these records, and all to these addresses (in lower case)
 * but the ones about their own account.
 */
export async function forgetMailsOf(
  transaction: Database,
  { kind, ids, addresses }: { kind: string; ids: number[]; addresses: string[] },
): Promise<void> {
  await transaction
    .deleteFrom('mails')
    .where((eb) =>
      eb.or([
        eb.and([eb('reference_kind', '=', kind), eb('reference_id', 'in', ids)]),
        ...(addresses.length > 0
          ? [
              sql<boolean>`(kind not in ('password_reset', 'account_notice') and lower(recipient) in (${sql.join(addresses)}))`,
            ]
          : []),
      ]),
    )
    .execute();
}

const keptDays = 90;

/** Mails that belong to no record, such as notices to staff, go some time after they were sent; the others with their record. */
export function outboxSweepJobs({ database }: { database: Database }): SweepJob[] {
  return [{ name: 'old mails', run: () => sweepMails(database) }];
}

async function sweepMails(database: Database): Promise<void> {
  await database
    .deleteFrom('mails')
    .where('state', 'in', ['sent', 'cancelled'])
    .where('reference_id', 'is', null)
    .where('updated_at', '<', momentIn(database, -keptDays * 86_400))
    .execute();
}
