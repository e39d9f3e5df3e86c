import type { FastifyRequest } from 'fastify';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { findWholeLead, type LockedLead, lockLead, noSuchLead } from '../lead/data.server.ts';
import type { WholeLead } from '../lead/schema.ts';

/** Runs in one transaction and returns the changed lead. @throws {HttpError} 404 */
export function changeOne(
  database: Database,
  request: FastifyRequest,
  work: (transaction: Database, actor: Actor, row: LockedLead) => Promise<void>,
  state: 'live' | 'deleted' = 'live',
): Promise<WholeLead> {
  const id = idOf(request, noSuchLead);
  return database.transaction().execute(async (transaction) => {
    await work(transaction, actorOf(request), await lockLead(transaction, id, state));
    return findWholeLead(transaction, id);
  });
}
