import { sql } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { momentIn } from '../database/time.server.ts';
import type { OutgoingMail } from './compose.server.ts';
import type { AttemptOutcome } from './mails.server.ts';

/** A mail that one instance is sending now. */
export interface Claim extends OutgoingMail {
  id: number;
  attemptId: number;
  /** How many attempts this one makes since it was queued. */
  attempts: number;
  sender: string;
}

/** Whether there is a mail to send at this moment. */
export async function isAnyDue(database: Database): Promise<boolean> {
  const row = await due(database).limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the oldest mail that is due, for this instance alone, and begins a line in its history. With its first attempt
 * a mail gets the host of its Message-ID, which then stays.
 */
export function claimMail(database: Database, sender: string, host: string): Promise<Claim | null> {
  return database.transaction().execute(async (transaction) => {
    const now = momentIn(transaction, 0);
    const row = await transaction
      .updateTable('mails')
      .set({
        state: 'sending',
        claimed_by: sender,
        claimed_at: now,
        updated_at: now,
        attempts: sql<number>`attempts + 1`,
        message_id: sql<string>`case when message_id like '%@%' then message_id else message_id || ${`@${host}`} end`,
      })
      .where(
        'id',
        '=',
        due(transaction)
          .orderBy('id')
          .limit(1)
          // Others pass by a row that somebody is taking; SQLite has one writer anyway.
          .$if(isPostgres(transaction), (rows) => rows.forUpdate().skipLocked()),
      )
      .returning(['id', 'message_id', 'recipient', 'reply_to', 'subject', 'text', 'html', 'created_at', 'attempts'])
      .executeTakeFirst();
    if (!row) return null;
    const attempt = await transaction
      .insertInto('mail_attempts')
      .values({ mail_id: row.id, recipient: row.recipient, sender, started_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return {
      id: row.id,
      attemptId: attempt.id,
      attempts: row.attempts,
      sender,
      messageId: row.message_id,
      recipient: row.recipient,
      replyTo: row.reply_to,
      subject: row.subject,
      text: row.text,
      html: row.html,
      queuedAt: row.created_at,
    };
  });
}

function due(database: Database) {
  const now = momentIn(database, 0);
  return database
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('store_facts').select('name').where('name', '=', 'mail_paused'))),
    );
}

/** How an attempt ended, and where that leaves the mail. */
export interface Ending {
  outcome: AttemptOutcome;
  answer: string;
  next: { state: 'sent' | 'bounced' | 'dead' } | { state: 'queued'; inSeconds: number };
}

/** Writes down how an attempt ended. Nothing, where another instance took the mail over meanwhile. */
export function endAttempt(database: Database, claim: Claim, { outcome, answer, next }: Ending): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const now = momentIn(transaction, 0);
    const ended = await transaction
      .updateTable('mail_attempts')
      .set({ outcome, answer, ended_at: now })
      .where('id', '=', claim.attemptId)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) return false;
    await transaction
      .updateTable('mails')
      .set({
        state: next.state,
        last_error: outcome === 'sent' ? null : answer,
        sent_at: next.state === 'sent' ? now : null,
        updated_at: now,
        claimed_by: null,
        claimed_at: null,
        ...(next.state === 'queued' ? { next_attempt_at: momentIn(transaction, next.inSeconds) } : {}),
      })
      .$if(next.state !== 'queued', (update) => update.set(withoutSecrets))
      .where('id', '=', claim.id)
      .where('claimed_by', '=', claim.sender)
      .execute();
    return true;
  });
}

/** Says that this instance lives and still sends these mails. */
export async function keepClaims(database: Database, sender: string, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await database
    .updateTable('mails')
    .set({ claimed_at: momentIn(database, 0) })
    .where('state', '=', 'sending')
    .where('claimed_by', '=', sender)
    .where('id', 'in', ids)
    .execute();
}

/**
 * Takes back what instances left behind that were killed: to be sent at once, or given up where that was the last
 * attempt. Whether such a mail arrived is unknown, so it goes out again under its Message-ID. Answers how many.
 */
export function takeBackLost(database: Database, leaseSeconds: number, mostAttempts: number): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const now = momentIn(transaction, 0);
    const lost = await transaction
      .updateTable('mails')
      .set({
        state: sql`case when attempts >= ${mostAttempts} then 'dead' else 'queued' end`,
        next_attempt_at: now,
        updated_at: now,
        claimed_by: null,
        claimed_at: null,
        last_error: 'The program ended while it was sending this mail',
      })
      .where('state', '=', 'sending')
      .where('claimed_at', '<', momentIn(transaction, -leaseSeconds))
      .returning('id')
      .execute();
    if (lost.length === 0) return 0;
    await transaction
      .updateTable('mails')
      .set(withoutSecrets)
      .where('state', '=', 'dead')
      .where('is_secret', '=', 1)
      .execute();
    await transaction
      .updateTable('mail_attempts')
      .set({ outcome: 'interrupted', ended_at: now })
      .where(
        'mail_id',
        'in',
        lost.map(({ id }) => id),
      )
      .where('ended_at', 'is', null)
      .execute();
    return lost.length;
  });
}

/** Gives up what would be of no use any more. */
export async function giveUpExpired(database: Database): Promise<void> {
  const now = momentIn(database, 0);
  await database
    .updateTable('mails')
    .set({ state: 'dead', last_error: 'It could not be sent while it was of use', updated_at: now, ...withoutSecrets })
    .where('state', '=', 'queued')
    .where('expires_at', '<=', now)
    .execute();
}

/** A mail that is done with no longer holds what was for its receiver alone. */
export const withoutSecrets = {
  text: sql<string>`case when is_secret = 1 then '' else text end`,
  html: sql<string>`case when is_secret = 1 then '' else html end`,
};
