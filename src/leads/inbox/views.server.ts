import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Generated } from 'kysely';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { leadCalls } from '#paths.ts';
import { actorOf, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid, notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { deletedOnWire, errors, writtenOnWire } from '#server/lists/answers.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import { line } from '#wire/fields/texts.ts';
import { type LeadView, leadLimits, viewOnWire } from '../lead/schema.ts';
import { filterParameters, readLeadFilter } from './list.server.ts';

const tags = [leadCalls.list];

const kept = new Set<string>([...filterParameters, 'view', 'per_page']);

const form = z.object({
  name: line('name of the view', leadLimits.viewName),
  query: z.string({ error: 'Send the filter as it stands in the address.' }).max(2_000).transform(onlyFilters),
});

/** The views that somebody keeps, and nobody else sees. */
export function viewsApi({ database }: Foundations, scope: FastifyInstance): void {
  const calls = scope.withTypeProvider<ZodTypeProvider>();

  calls.get(
    leadCalls.views,
    { schema: { tags, response: { 200: mini.array(viewOnWire), ...errors(401) } } },
    ({ staff }) => viewsOf(database, staff.user.id),
  );

  calls.post(
    leadCalls.views,
    { schema: { tags, body: form, response: { 201: writtenOnWire(viewOnWire), ...errors(401, 422) } } },
    async (request, reply) => {
      const view = request.body;
      readLeadFilter(Object.fromEntries(new URLSearchParams(view.query)));
      const data = await database.transaction().execute(async (transaction) => {
        const saved = await keepView(transaction, request.staff.user.id, view);
        await recordChange(transaction, actorOf(request), { ...noFacts, action: 'create', recordId: saved.id });
        return saved;
      });
      return reply.code(201).send({ data, message: 'View saved' });
    },
  );

  calls.delete(
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

declare module '#server/database/tables.server.ts' {
  interface Tables {
    lead_views: LeadViewsTable;
  }
}

/** What somebody looks at often: a filter with a name. */
interface LeadViewsTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** The filter as the address has it. */
  query: string;
  created_at: string;
}

function viewsOf(database: Database, userId: number): Promise<LeadView[]> {
  return database
    .selectFrom('lead_views')
    .select(['id', 'name', 'query'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Keeps a view; one of the same name gets the new filter. @throws {Refusal} 422 for more than a menu can hold */
async function keepView(
  transaction: Database,
  userId: number,
  { name, query }: Omit<LeadView, 'id'>,
): Promise<LeadView> {
  const kept = await viewsOf(transaction, userId);
  if (kept.length >= leadLimits.views && !kept.some((view) => view.name === name)) {
    throw invalid({ name: [`You have ${leadLimits.views} views already. Remove one first.`] });
  }
  return transaction
    .insertInto('lead_views')
    .values({ user_id: userId, name, query, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['user_id', 'name']).doUpdateSet({ query }))
    .returning(['id', 'name', 'query'])
    .executeTakeFirstOrThrow();
}

/** False where this person has no such view. */
async function removeView(transaction: Database, userId: number, id: number): Promise<boolean> {
  const removed = await transaction
    .deleteFrom('lead_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return removed.length > 0;
}
