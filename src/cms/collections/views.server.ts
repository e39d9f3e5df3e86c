import type { Generated } from 'kysely';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { line } from '#api/fields/texts.ts';
import { type SavedView, savedViewSchema, viewLimits } from '#api/saved-views.ts';
import { t } from '#i18n/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { actorOf, recordChange } from '../audit/audit.server.ts';
import type { AppContext } from '../context.server.ts';
import { deletedSchema, writtenSchema } from './answers.server.ts';

interface ViewedList {
  path: string;
  parameters: readonly string[];
  /** @throws {HttpError} 422 for an invalid filter */
  check: (query: Record<string, string>) => void;
}

export function viewRoutes({ database }: AppContext, scope: Http, { path, parameters, check }: ViewedList): void {
  const views = `${path}/views`;

  scope.get(
    views,
    {
      schema: { summary: 'List views of {many}', response: { 200: mini.array(savedViewSchema) } },
    },
    ({ staff }) => viewsOf(database, staff.user.id, path),
  );

  scope.post(
    views,
    {
      schema: {
        summary: 'Keep a view of {many}',
        body: form,
        response: { 201: writtenSchema(savedViewSchema) },
      },
    },
    async (request, reply) => {
      const query = filterQuery(request.body.query, parameters);
      check(Object.fromEntries(new URLSearchParams(query)));
      const view = { list: path, name: request.body.name, query };
      const data = await database.transaction().execute(async (transaction) => {
        const saved = await saveView(transaction, request.staff.user.id, view);
        await recordChange(transaction, actorOf(request), { action: 'create', kind, recordId: saved.id });
        return saved;
      });
      return reply.code(201).send({ data, message: 'View saved' });
    },
  );

  scope.delete(
    `${views}/:id`,
    { schema: { summary: 'Delete a view of {many}', response: { 200: deletedSchema } } },
    async (request) => {
      const id = idOf(request);
      await database.transaction().execute(async (transaction) => {
        if (!(await removeView(transaction, request.staff.user.id, path, id))) throw notFound(noSuchView);
        await recordChange(transaction, actorOf(request), { action: 'delete', kind, recordId: id });
      });
      return { data: { id }, message: 'View removed' };
    },
  );
}

const form = z.object({
  name: line('name of the view', viewLimits.name),
  query: z.string({ error: 'Send the filter as it stands in the address.' }).max(2_000),
});

/** A filter may contain a person's name, so it isn't audited, nor is the view's name. */
const kind = 'list_views';

const noSuchView = 'You have no such view.';

function filterQuery(query: string, parameters: readonly string[]): string {
  const entries = [...new URLSearchParams(query)].filter(([name, value]) => parameters.includes(name) && value !== '');
  return new URLSearchParams(entries).toString();
}

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    list_views: ListViewsTable;
  }
}

interface ListViewsTable {
  id: Generated<number>;
  user_id: number;
  list: string;
  name: string;
  query: string;
  created_at: string;
}

function viewsOf(database: Database, userId: number, list: string): Promise<SavedView[]> {
  return database
    .selectFrom('list_views')
    .select(['id', 'name', 'query'])
    .where('user_id', '=', userId)
    .where('list', '=', list)
    .orderBy('id')
    .execute();
}

/** Saves a view, replacing one of the same name. @throws {HttpError} 422 above the limit */
async function saveView(
  transaction: Database,
  userId: number,
  { list, name, query }: Omit<SavedView, 'id'> & { list: string },
): Promise<SavedView> {
  const existing = await viewsOf(transaction, userId, list);
  if (existing.length >= viewLimits.most && !existing.some((view) => view.name === name)) {
    throw invalid({ name: [t`You have ${viewLimits.most} views already. Remove one first.`] });
  }
  return transaction
    .insertInto('list_views')
    .values({ user_id: userId, list, name, query, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['user_id', 'list', 'name']).doUpdateSet({ query }))
    .returning(['id', 'name', 'query'])
    .executeTakeFirstOrThrow();
}

function removeView(transaction: Database, userId: number, list: string, id: number): Promise<boolean> {
  const removed = transaction
    .deleteFrom('list_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('list', '=', list);
  return hasRow(removed.returning('id'));
}
