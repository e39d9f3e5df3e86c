import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { momentIn } from '#server/database/time.server.ts';
import { Sealer } from '#server/http/sealed.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { newMessageId } from '../outgoing/signing.server.ts';
import type { MadeAccess } from './webhook.server.ts';

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

/** Separates what is sealed here from all else that is. */
export const personalAccessPurpose = 'personal access';

/** What accesses are encrypted with. */
export type Keys = Pick<Settings, 'secret'>;

/**
 * Asks the demo system for an access of this request's own, in the transaction of the caller. Where that is asked
 * already, it is asked again now, and answers false.
 */
export async function askForAccess(
  transaction: Database,
  requestId: number,
  { fallback_minutes }: { fallback_minutes: number },
): Promise<boolean> {
  const now = momentIn(transaction, 0);
  const fallback_at = momentIn(transaction, fallback_minutes * 60);
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
      webhook_id: newMessageId(),
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
  const opened = row ? openAccess(keys, row.access_sealed) : null;
  if (!row?.expires_at || opened === null) return null;
  return { ...opened, expiresAt: new Date(row.expires_at) };
}

export async function countAsked(database: Database): Promise<number> {
  const { count } = await openQuestions(database)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whoever still waits waits no longer. */
export async function fallBackNow(transaction: Database): Promise<void> {
  await transaction
    .updateTable('personal_accesses')
    .set({ fallback_at: momentIn(transaction, 0) })
    .where('state', 'in', ['queued', 'asking'])
    .execute();
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

type Secrets = Pick<MadeAccess, 'link' | 'password'>;

export function sealAccess(keys: Keys, { link, password }: Secrets): string {
  return sealerOf(keys).seal({ link, password });
}

function openAccess(keys: Keys, sealed: string): Secrets | null {
  return sealerOf(keys).open(sealed) as Secrets | null;
}

function sealerOf({ secret }: Keys): Sealer {
  return new Sealer(secret, personalAccessPurpose);
}

function openQuestions(database: Database) {
  return database.selectFrom('personal_accesses').where('state', 'in', ['queued', 'asking']);
}
