import type { Database } from '#platform/database/open.server.ts';
import type { LockedLead } from './data.server.ts';
import type { Stage } from './strings.ts';

/**
 * Stores the minutes until the first call: the first stage after `new`, or a logged call. Cleared if both are undone.
 * Imported leads have no such time.
 */
export async function recordFirstCall(transaction: Database, row: LockedLead, stage: Stage): Promise<void> {
  const isCalled = row.origin !== 'imported' && (stage !== 'new' || (await hasCall(transaction, row.id)));
  const called_after = isCalled ? (row.called_after ?? minutesSince(row)) : null;
  if (called_after === row.called_after) return;
  await transaction.updateTable('demo_requests').set({ called_after }).where('id', '=', row.id).execute();
}

async function hasCall(transaction: Database, id: number): Promise<boolean> {
  const call = await transaction
    .selectFrom('demo_request_events')
    .select('id')
    .where('request_id', '=', id)
    .where('event', '=', 'called')
    .limit(1)
    .executeTakeFirst();
  return call !== undefined;
}

function minutesSince({ created_at }: LockedLead): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(created_at)) / 60_000));
}
