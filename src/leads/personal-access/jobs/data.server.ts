import { type Generated, sql } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { isPostgres, momentIn } from '#server/database/time.server.ts';
import { Sealer } from '#server/http/sealed.server.ts';
import type {} from '#server/mail/mails.server.ts';
import type { Settings } from '#server/settings.server.ts';
import type { MadeAccess } from '../webhook/answer.server.ts';
import { newWebhookId } from '../webhook/signature.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    personal_accesses: PersonalAccessesTable;
  }
}

/** What the demo system was asked for. Moments are those of the database's clock. */
interface PersonalAccessesTable {
  id: Generated<number>;
  request_id: number;
  /** The same at every attempt. */
  webhook_id: string;
  /** `queued` waits for its moment, `asking` is claimed by an instance, `made` was answered, `fallen_back` was given up. */
  state: 'queued' | 'asking' | 'made' | 'fallen_back';
  attempts: Generated<number>;
  next_attempt_at: string;
  /** From then on the common access is mailed instead. */
  fallback_at: string;
  claimed_at: string | null;
  claimed_by: string | null;
  /** Link and password, encrypted; empty before there are any and after they ended. */
  access_sealed: Generated<string>;
  expires_at: string | null;
  created_at: string;
  updated_at: string;
}

/** What accesses are encrypted with. */
type Keys = Pick<Settings, 'secret'>;

/** A question that one instance is asking now. */
export interface Claim {
  id: number;
  requestId: number;
  webhookId: string;
  attempts: number;
  asker: string;
}

/** Who asks for a demo, as the demo system is told. */
export interface Asker {
  id: number;
  name: string;
  institute_name: string;
  /** E.164. */
  number: string;
  email: string;
  students: string | null;
  package: string | null;
  created_at: string;
}

/**
 * Asks the demo system for an access of this request's own, in the transaction of the caller. Where that is asked
 * already, it is asked again now, and answers false.
 */
export async function askForAccess(
  transaction: Database,
  requestId: number,
  { fallbackMinutes }: { fallbackMinutes: number },
): Promise<boolean> {
  const now = momentIn(transaction, 0);
  const fallback_at = momentIn(transaction, fallbackMinutes * 60);
  const asked = await transaction
    .updateTable('personal_accesses')
    .set((eb) => ({
      next_attempt_at: now,
      // What waited longer than that, as spam does, gets its time now.
      fallback_at: eb.case().when('fallback_at', '<=', now).then(fallback_at).else(eb.ref('fallback_at')).end(),
    }))
    .where('request_id', '=', requestId)
    .where('state', 'in', ['queued', 'asking'])
    .returning('id')
    .executeTakeFirst();
  if (asked) return false;
  await transaction
    .insertInto('personal_accesses')
    .values({
      request_id: requestId,
      webhook_id: newWebhookId(),
      state: 'queued',
      next_attempt_at: now,
      fallback_at,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return true;
}

/** The access that this request was made and that has not ended, newest first. */
export async function ownAccessOf(database: Database, keys: Keys, requestId: number): Promise<MadeAccess | null> {
  const row = await database
    .selectFrom('personal_accesses')
    .select(['access_sealed', 'expires_at'])
    .where('request_id', '=', requestId)
    .where('state', '=', 'made')
    .where('expires_at', '>', momentIn(database, 0))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const opened = row ? sealerOf(keys).open(row.access_sealed) : null;
  if (!row?.expires_at || opened === null) return null;
  const { link, password } = opened as Omit<MadeAccess, 'expiresAt'>;
  return { link, password, expiresAt: new Date(row.expires_at) };
}

/** Whether any question is open: nothing else needs to be looked for. */
export async function isAnyOpen(database: Database): Promise<boolean> {
  const row = await open(database).select('id').limit(1).executeTakeFirst();
  return row !== undefined;
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

/** Null where the request was erased meanwhile. */
export async function readAsker(database: Database, requestId: number): Promise<Asker | null> {
  const row = await database
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email', 'students', 'package_note as package', 'created_at'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps what was made, encrypted. False where another instance took it over meanwhile, or the request was erased. */
export async function keepMade(transaction: Database, keys: Keys, claim: Claim, made: MadeAccess): Promise<boolean> {
  const { link, password, expiresAt } = made;
  const row = await claimed(transaction, claim)
    .set({
      state: 'made',
      access_sealed: sealerOf(keys).seal({ link, password }),
      expires_at: expiresAt.toISOString(),
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

/** Whoever still waits waits no longer. */
export async function fallBackNow(transaction: Database): Promise<void> {
  await transaction
    .updateTable('personal_accesses')
    .set({ fallback_at: momentIn(transaction, 0) })
    .where('state', 'in', ['queued', 'asking'])
    .execute();
}

export async function countAsked(database: Database): Promise<number> {
  const { count } = await open(database)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes links and passwords that no longer open anything. */
export async function forgetEnded(database: Database): Promise<void> {
  await database
    .updateTable('personal_accesses')
    .set({ access_sealed: '' })
    .where('access_sealed', '<>', '')
    .where('expires_at', '<=', momentIn(database, 0))
    .execute();
}

function open(database: Database) {
  return database.selectFrom('personal_accesses').where('state', 'in', ['queued', 'asking']);
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

function sealerOf({ secret }: Keys): Sealer {
  return new Sealer(secret, 'personal access');
}
