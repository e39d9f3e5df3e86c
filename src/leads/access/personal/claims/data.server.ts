import { sql } from 'kysely';
import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { momentIn } from '#server/database/time.server.ts';
import type {} from '#server/mail/mails.server.ts';
import { type Keys, sealAccess } from '../../personal-accesses.server.ts';
import type { MadeAccess } from '../../webhook.server.ts';

/** A question that one instance is asking now. */
export interface Claim {
  id: number;
  requestId: number;
  webhookId: string;
  attempts: number;
  asker: string;
}

/** Takes the question that has waited longest, for this instance alone. */
export async function claimAccess(transaction: Database, asker: string): Promise<Claim | null> {
  const now = momentIn(transaction, 0);
  const row = await transaction
    .updateTable('personal_accesses')
    .set({
      state: 'asking',
      claimed_by: asker,
      claimed_at: now,
      updated_at: now,
      attempts: sql<number>`attempts + 1`,
    })
    .where(
      'id',
      '=',
      toAsk(transaction)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(1)
        // Others pass by a row that somebody is taking; SQLite has one writer anyway.
        .$if(isPostgres(transaction), (rows) => rows.forUpdate().skipLocked()),
    )
    .returning(['id', 'request_id', 'webhook_id', 'attempts'])
    .executeTakeFirst();
  if (!row) return null;
  return { id: row.id, requestId: row.request_id, webhookId: row.webhook_id, attempts: row.attempts, asker };
}

/** Keeps what was made, encrypted. False where another instance took it over meanwhile, or the request was erased. */
export async function keepMade(transaction: Database, keys: Keys, claim: Claim, made: MadeAccess): Promise<boolean> {
  const row = await claimed(transaction, claim)
    .set({
      state: 'made',
      access_sealed: sealAccess(keys, made),
      expires_at: made.expiresAt.toISOString(),
      updated_at: momentIn(transaction, 0),
      claimed_by: null,
      claimed_at: null,
    })
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** To be asked again. */
export async function askAgainIn(transaction: Database, claim: Claim, seconds: number): Promise<void> {
  await claimed(transaction, claim)
    .set({
      state: 'queued',
      next_attempt_at: momentIn(transaction, seconds),
      updated_at: momentIn(transaction, 0),
      claimed_by: null,
      claimed_at: null,
    })
    .execute();
}

/** Takes back what instances left behind that were killed, to be asked again at once. Answers their ids. */
export async function takeBackLost(transaction: Database, leaseSeconds: number): Promise<number[]> {
  const now = momentIn(transaction, 0);
  const lost = await transaction
    .updateTable('personal_accesses')
    .set({ state: 'queued', next_attempt_at: now, updated_at: now, claimed_by: null, claimed_at: null })
    .where('state', '=', 'asking')
    .where('claimed_at', '<', momentIn(transaction, -leaseSeconds))
    .returning('id')
    .execute();
  return lost.map(({ id }) => id);
}

/** Gives up the question that is longest past its time, for this instance alone. Answers whose it was. */
export async function giveUpLate(transaction: Database): Promise<number | null> {
  const row = await transaction
    .updateTable('personal_accesses')
    .set({ state: 'fallen_back', updated_at: momentIn(transaction, 0) })
    .where(
      'id',
      '=',
      tooLate(transaction)
        .orderBy('fallback_at')
        .orderBy('id')
        .limit(1)
        .$if(isPostgres(transaction), (rows) => rows.forUpdate().skipLocked()),
    )
    .returning('request_id')
    .executeTakeFirst();
  return row?.request_id ?? null;
}

function toAsk(database: Database) {
  const now = momentIn(database, 0);
  return waiting(database)
    .where('next_attempt_at', '<=', now)
    .where('fallback_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('personal_access_settings').select('id').where('status', '=', 1)),
    );
}

function tooLate(database: Database) {
  return waiting(database).where('fallback_at', '<=', momentIn(database, 0));
}

/** Spam and what was deleted wait; and while no mail goes out, nothing is asked that would lead to one. */
function waiting(database: Database) {
  return database
    .selectFrom('personal_accesses')
    .select('personal_accesses.id')
    .where('state', '=', 'queued')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('demo_requests')
          .select('demo_requests.id')
          .whereRef('demo_requests.id', '=', 'personal_accesses.request_id')
          .where('spam', '=', 0)
          .where('deleted_at', 'is', null),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('store_facts').select('name').where('name', '=', 'mail_paused'))),
    );
}

/** A question that is still this instance's to end. */
function claimed(transaction: Database, claim: Claim) {
  return transaction
    .updateTable('personal_accesses')
    .where('id', '=', claim.id)
    .where('state', '=', 'asking')
    .where('claimed_by', '=', claim.asker)
    .where('attempts', '=', claim.attempts);
}
