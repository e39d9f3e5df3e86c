import type { FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { findWholeLead, type HeldLead, holdLead, noSuchLead } from '../lead/data.server.ts';
import type { WholeLead } from '../lead/schema.ts';

/** Runs in one transaction and returns the changed lead. @throws {Refusal} 404 */
export function changeOne(
  database: Database,
  request: FastifyRequest,
  work: (transaction: Database, actor: Actor, row: HeldLead) => Promise<void>,
  state: 'live' | 'deleted' = 'live',
): Promise<WholeLead> {
  const id = idOf(request, noSuchLead);
  return database.transaction().execute(async (transaction) => {
    await work(transaction, actorOf(request), await holdLead(transaction, id, state));
    return findWholeLead(transaction, id);
  });
}
