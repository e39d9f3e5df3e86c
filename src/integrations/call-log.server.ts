import type { Generated } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import { timestampIn } from '#platform/database/time.server.ts';
import type { Called } from './call.server.ts';
import type { CallOutcome } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    outgoing_calls: OutgoingCallsTable;
  }
}

/** Every call of another system. It goes with what it was for; nothing of what was sent or answered is in it. */
interface OutgoingCallsTable {
  id: Generated<number>;
  delivery_id: number;
  event: string;
  started_at: string;
  ended_at: string | null;
  outcome: CallOutcome | null;
  http_status: number | null;
  ms: number | null;
  error: string | null;
}

const keptDays = 90;

/** Begins a line. Answers its id. */
export async function beginCall(database: Database, event: string, deliveryId: number): Promise<number> {
  const { id } = await database
    .insertInto('outgoing_calls')
    .values({ delivery_id: deliveryId, event, started_at: timestampIn(database, 0) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function endCall(database: Database, id: number, { status, ms, error }: Called): Promise<void> {
  await database
    .updateTable('outgoing_calls')
    .set({
      ended_at: timestampIn(database, 0),
      outcome: error === null ? 'answered' : 'failed',
      http_status: status,
      ms,
      error,
    })
    .where('id', '=', id)
    .execute();
}

/** Calls whose instance was killed. */
export async function noteInterrupted(transaction: Database, deliveries: number[]): Promise<void> {
  await transaction
    .updateTable('outgoing_calls')
    .set({ ended_at: timestampIn(transaction, 0), outcome: 'interrupted' })
    .where('delivery_id', 'in', deliveries)
    .where('ended_at', 'is', null)
    .execute();
}

export async function forgetOldCalls(database: Database): Promise<void> {
  await database
    .deleteFrom('outgoing_calls')
    .where('started_at', '<', timestampIn(database, -keptDays * 86_400))
    .execute();
}
