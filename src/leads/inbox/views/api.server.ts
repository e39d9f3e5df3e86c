import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { leadCalls } from '#paths.ts';
import { actorOf, recordChange } from '#server/audit.server.ts';
import { notFound } from '#server/errors.server.ts';
import { line } from '#server/fields/texts.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { deletedOnWire, errors, writtenOnWire } from '#server/lists/answers.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { filterParameters, readLeadFilter } from '../list/filter.server.ts';
import { leadLimits, viewOnWire } from '../schema.ts';
import { keepView, removeView, viewsOf } from './data.server.ts';

const tags = [leadCalls.list];

const kept = new Set<string>([...filterParameters, 'view', 'per_page']);

const form = z.object({
  name: line('name of the view', leadLimits.viewName),
  query: z.string({ error: 'Send the filter as it stands in the address.' }).max(2_000).transform(onlyFilters),
});

/** The views that somebody keeps, and nobody else sees. */
export function viewsApi({ database }: Foundations, scope: FastifyInstance): void {
  scope.get(
    leadCalls.views,
    { schema: { tags, response: { 200: mini.array(viewOnWire), ...errors(401) } } },
    ({ staff }) => viewsOf(database, staff.user.id),
  );

  scope.post(
    leadCalls.views,
    { schema: { tags, body: form, response: { 201: writtenOnWire(viewOnWire), ...errors(401, 422) } } },
    async (request, reply) => {
      const view = request.body as z.output<typeof form>;
      readLeadFilter(Object.fromEntries(new URLSearchParams(view.query)));
      const data = await database.transaction().execute(async (transaction) => {
        const saved = await keepView(transaction, request.staff.user.id, view);
        await recordChange(transaction, actorOf(request), { ...noFacts, action: 'create', recordId: saved.id });
        return saved;
      });
      return reply.code(201).send({ data, message: 'View saved' });
    },
  );

  scope.delete<{ Params: { id: string } }>(
    leadCalls.view,
    { schema: { tags, response: { 200: deletedOnWire, ...errors(401, 404) } } },
    async (request) => {
      const id = idOf(request, noSuchView);
      await database.transaction().execute(async (transaction) => {
        if (!(await removeView(transaction, request.staff.user.id, id))) throw notFound(noSuchView);
        await recordChange(transaction, actorOf(request), { ...noFacts, action: 'delete', recordId: id });
      });
      return { data: { id }, message: 'View removed' };
    },
  );
}

/** A filter may name a person, so the audit holds neither it nor the name of the view. */
const noFacts = { kind: 'lead_views', before: null, after: null };

const noSuchView = 'You have no such view.';

/** A view never carries a page number, nor anything that the screen does not know. */
function onlyFilters(query: string): string {
  const entries = [...new URLSearchParams(query)].filter(([name, value]) => kept.has(name) && value !== '');
  return new URLSearchParams(entries).toString();
}
