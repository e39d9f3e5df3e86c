import { sql } from 'kysely';
import { t } from '#i18n/text.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type Claim, isDue, JobQueue } from '#platform/jobs/queue.server.ts';
import type { AttemptOutcome } from './outbox/schema.ts';
import { withoutSecrets } from './queue.server.ts';
import type { OutgoingMail } from './smtp-session.server.ts';

export interface MailClaim extends Claim, OutgoingMail {
  attemptId: number;
  is_secret: number;
  kind: string;
  last_error: string | null;
}

/** Who waits longest first: one that is tried again stands behind those that were not. Nothing is due while paused. */
export const mailQueue = new JobQueue({
  table: 'mails',
  running: 'sending',
  due: (database) => {
    const now = timestampIn(database, 0);
    return (
      database
        .selectFrom('mails')
        .select('id')
        .where(isDue(database))
        .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('store_facts').select('name').where('name', '=', 'mail_paused'))),
        )
        // Whoever changed the mail server would read how to sign in as somebody else.
        .where(({ or, not, exists, eb, selectFrom }) =>
          or([
            eb('kind', '!=', 'password_reset'),
            not(
              exists(
                selectFrom('store_facts')
                  .select('name')
                  .where('name', '=', 'mail_links_from')
                  .where('value', '>', sql<string>`'"' || ${now} || '"'`),
              ),
            ),
          ]),
        )
        .orderBy('next_attempt_at')
        .orderBy('id')
    );
  },
});

/** Inserts a row into the mail's history. The first attempt fixes the host of its Message-ID, which is that of the sender. */
export async function beginMailAttempt(transaction: Database, claim: Claim, from: string): Promise<MailClaim> {
  const mail = await transaction
    .updateTable('mails')
    .set({
      message_id: sql<string>`case when message_id like '%@%' then message_id else message_id || ${from.slice(from.lastIndexOf('@'))} end`,
    })
    .where('id', '=', claim.id)
    .returning([
      'message_id',
      'recipient',
      'reply_to',
      'subject',
      'text',
      'html',
      'is_secret',
      'created_at',
      'kind',
      'last_error',
    ])
    .executeTakeFirstOrThrow();
  const attempt = await transaction
    .insertInto('mail_attempts')
    .values({
      mail_id: claim.id,
      recipient: mail.recipient,
      sender: claim.worker,
      started_at: timestampIn(transaction, 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...claim, ...mail, attemptId: attempt.id };
}

export interface JobResult {
  outcome: AttemptOutcome;
  answer: string;
  next: { state: 'sent' | 'unclear' | 'bounced' | 'dead' } | { state: 'queued'; inSeconds: number; attempts: number };
}

/** Records the result. Returns false and changes nothing where another instance has taken the mail over. */
export async function endAttempt(transaction: Database, attempt: MailClaim, result: JobResult): Promise<boolean> {
  const { outcome, answer, next } = result;
  const now = timestampIn(transaction, 0);
  const isOwner = await mailQueue.end(transaction, attempt, {
    state: next.state,
    last_error: outcome === 'sent' ? null : answer,
    sent_at: next.state === 'sent' ? now : null,
    ...(next.state === 'queued'
      ? { next_attempt_at: timestampIn(transaction, next.inSeconds), attempts: next.attempts }
      : withoutSecrets),
  });
  if (!isOwner) return false;
  await transaction
    .updateTable('mail_attempts')
    .set({ outcome, answer, ended_at: now })
    .where('id', '=', attempt.attemptId)
    .execute();
  return true;
}

/**
 * After a crash the mail is retried at once, or marked dead after its last attempt; it keeps its Message-ID, because it
 * may have arrived. Returns the ids of dead mails.
 */
export async function retryInterrupted(transaction: Database, ids: number[], mostAttempts: number): Promise<number[]> {
  await transaction
    .updateTable('mails')
    .set({ last_error: t('The program ended while it was sending this mail') })
    .where('id', 'in', ids)
    .execute();
  const dead = await transaction
    .updateTable('mails')
    .set({ state: 'dead', ...withoutSecrets })
    .where('id', 'in', ids)
    .where('attempts', '>=', mostAttempts)
    .returning('id')
    .execute();
  await transaction
    .updateTable('mail_attempts')
    .set({ outcome: 'interrupted', ended_at: timestampIn(transaction, 0) })
    .where('mail_id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute();
  return dead.map(({ id }) => id);
}

/** Marks expired mails as dead. */
export async function expireMails(database: Database): Promise<void> {
  const now = timestampIn(database, 0);
  await database
    .updateTable('mails')
    .set({
      state: 'dead',
      last_error: t('It could not be sent while it was of use'),
      updated_at: now,
      ...withoutSecrets,
    })
    .where('state', '=', 'queued')
    .where('expires_at', '<=', now)
    .execute();
}
