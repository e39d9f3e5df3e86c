import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { leadCalls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import { someChosen } from '#server/fields/choices.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { bodyLimits, errors, writtenOnWire } from '#server/lists/answers.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { findWholeLead, noSuchLead } from '../lead/data.server.ts';
import { duplicatesOnWire, leadLimits, wholeLeadOnWire } from '../schema.ts';
import { duplicatesOf, mergeLeads, unmergeLeads } from './data.server.ts';

type ById = { Params: { id: string } };

const tags = [leadCalls.list];
const body = z.object({ ids: someChosen('lead', leadLimits.merge) });

/** Leads of the same person or institute: found, put together, taken apart again. */
export function mergingApi({ database }: Foundations, scope: FastifyInstance): void {
  scope.get<ById>(
    leadCalls.duplicates,
    { schema: { tags, response: { 200: duplicatesOnWire, ...errors(401, 404) } } },
    async (request) => ({ data: await duplicatesOf(database, idOf(request, noSuchLead)) }),
  );

  const ways = [
    { path: leadCalls.merge, work: mergeLeads, done: 'merged' },
    { path: leadCalls.unmerge, work: unmergeLeads, done: 'taken apart again' },
  ];
  for (const { path, work, done } of ways) {
    scope.post<ById>(
      path,
      {
        bodyLimit: bodyLimits.text,
        schema: { tags, body, response: { 200: writtenOnWire(wholeLeadOnWire), ...errors(401, 404, 422) } },
      },
      async (request) => {
        const id = idOf(request, noSuchLead);
        const { ids } = request.body as { ids: number[] };
        const data = await database.transaction().execute(async (transaction) => {
          await work(transaction, actorOf(request), id, ids);
          return findWholeLead(transaction, id);
        });
        return { data, message: `${ids.length === 1 ? '1 lead' : `${ids.length} leads`} ${done}` };
      },
    );
  }
}
