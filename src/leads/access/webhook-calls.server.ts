import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { momentIn } from '#server/database/time.server.ts';
import type { WebhookCall } from './schema.ts';
import type { Called } from './webhook-post.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    personal_access_calls: PersonalAccessCallsTable;
  }
}

/** Every call of the demo system. It goes with what it was for; nothing of what was sent or answered is in it. */
interface PersonalAccessCallsTable {
  id: Generated<number>;
  /** Null for a test. */
  access_id: number | null;
  event: WebhookCall['event'];
  started_at: string;
  ended_at: string | null;
  outcome: WebhookCall['outcome'];
  http_status: number | null;
  ms: number | null;
  error: string | null;
}

const keptDays = 90;
const shown = 50;

/** Begins a line; null: it is a test. Answers its id. */
export async function beginCall(database: Database, accessId: number | null): Promise<number> {
  const { id } = await database
    .insertInto('personal_access_calls')
    .values({
      access_id: accessId,
      event: accessId === null ? 'test' : 'request.created',
      started_at: momentIn(database, 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function endCall(database: Database, id: number, { status, ms, error }: Called): Promise<void> {
  await database
    .updateTable('personal_access_calls')
    .set({
      ended_at: momentIn(database, 0),
      outcome: error === null ? 'answered' : 'failed',
      http_status: status,
      ms,
      error,
    })
    .where('id', '=', id)
    .execute();
}

/** Calls whose instance was killed. */
export async function noteInterrupted(transaction: Database, accessIds: number[]): Promise<void> {
  await transaction
    .updateTable('personal_access_calls')
    .set({ ended_at: momentIn(transaction, 0), outcome: 'interrupted' })
    .where('access_id', 'in', accessIds)
    .where('ended_at', 'is', null)
    .execute();
}

/** The latest calls, newest first. */
export async function latestCalls(database: Database): Promise<WebhookCall[]> {
  const rows = await lines(database).orderBy('call.id', 'desc').limit(shown).execute();
  return rows.map(toWire);
}

export async function findCall(database: Database, id: number): Promise<WebhookCall> {
  return toWire(await lines(database).where('call.id', '=', id).executeTakeFirstOrThrow());
}

export async function forgetOldCalls(database: Database): Promise<void> {
  await database
    .deleteFrom('personal_access_calls')
    .where('started_at', '<', momentIn(database, -keptDays * 86_400))
    .execute();
}

function lines(database: Database) {
  return database
    .selectFrom('personal_access_calls as call')
    .leftJoin('personal_accesses as access', 'access.id', 'call.access_id')
    .leftJoin('demo_requests as lead', 'lead.id', 'access.request_id')
    .select(['call.id', 'call.event', 'call.started_at', 'call.outcome', 'call.http_status', 'call.ms', 'call.error'])
    .select(['lead.id as lead_id', 'lead.institute_name']);
}

type Line = Awaited<ReturnType<ReturnType<typeof lines>['execute']>>[number];

function toWire({ started_at: at, lead_id: id, institute_name, ...call }: Line): WebhookCall {
  return { ...call, at, lead: id === null ? null : { id, institute_name: institute_name ?? '' } };
}
