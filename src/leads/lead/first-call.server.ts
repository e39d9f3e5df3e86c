import type { Database } from '#server/database/open.server.ts';
import type { HeldLead } from './data.server.ts';
import type { Stage } from './words.ts';

/**
 * Keeps after how long somebody was first called, in the transaction that says so: a stage behind `new`, or a call that
 * was noted (whose stage is null). A stage that is taken back takes the call back. Nobody waited for an imported lead.
 */
export async function noteFirstCall(transaction: Database, row: HeldLead, stage: Stage | null): Promise<void> {
  const called_after = stage === 'new' || row.origin === 'imported' ? null : (row.called_after ?? minutesSince(row));
  if (called_after === row.called_after) return;
  await transaction.updateTable('demo_requests').set({ called_after }).where('id', '=', row.id).execute();
}

function minutesSince({ created_at }: HeldLead): number {
  return Math.max(0, Math.floor((Date.now() - Date.parse(created_at)) / 60_000));
}
