import type { Database } from '#server/database/open.server.ts';
import { dayInDhaka } from '#server/dhaka.server.ts';
import type { Stage } from '../../lead-words.ts';
import { bump, type FunnelEvent } from '../data.server.ts';
import { foldVisit, type Visit } from '../visit.server.ts';

/** Counts a request as sent, once, in the transaction that stores it or takes it for no spam after all. */
export async function countSent(transaction: Database, requestId: number, publicUrl: string, now: Date): Promise<void> {
  const request = await transaction
    .selectFrom('demo_requests')
    .select(['page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  if (!request) return;
  const visit = foldVisit(request, [publicUrl]);
  const day = dayInDhaka(now);
  const first = await transaction
    .insertInto('funnel_requests')
    .values({ request_id: requestId, ...visit, sent_on: day, contacted_on: null, won_on: null })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('request_id')
    .executeTakeFirst();
  if (first) await bump(transaction, { day, event: 'sent', ...visit, count: 1 });
}

/**
 * Counts how far these requests have come, in the transaction that moved them. A step is counted once; one that was
 * taken back is taken from the day it was counted on.
 */
export async function countStages(transaction: Database, ids: readonly number[], now = new Date()): Promise<void> {
  const rows = await transaction
    .selectFrom('funnel_requests')
    .innerJoin('demo_requests', 'demo_requests.id', 'funnel_requests.request_id')
    .selectAll('funnel_requests')
    .select('demo_requests.stage')
    .where('request_id', 'in', [...ids])
    .orderBy('request_id')
    .execute();
  for (const { request_id, stage, sent_on: _, contacted_on, won_on, ...visit } of rows) {
    const contacted = await settle(
      transaction,
      visit,
      'contacted',
      contacted_on,
      isContacted(stage, contacted_on),
      now,
    );
    const won = await settle(transaction, visit, 'won', won_on, stage === 'won', now);
    if (contacted === contacted_on && won === won_on) continue;
    await transaction
      .updateTable('funnel_requests')
      .set({ contacted_on: contacted, won_on: won })
      .where('request_id', '=', request_id)
      .execute();
  }
}

/** A request may be lost before anybody was reached. */
function isContacted(stage: Stage, before: string | null): boolean {
  return stage === 'lost' ? before !== null : stage !== 'new';
}

/** Counts a step that was reached, or takes it back; answers the day on which it now counts. */
async function settle(
  transaction: Database,
  visit: Visit,
  event: FunnelEvent,
  countedOn: string | null,
  reached: boolean,
  now: Date,
): Promise<string | null> {
  if (reached === (countedOn !== null)) return countedOn;
  const day = countedOn ?? dayInDhaka(now);
  await bump(transaction, { day, event, ...visit, count: reached ? 1 : -1 });
  return reached ? day : null;
}
