import { pageSchema } from '#api/records.ts';
import type { Http } from '#platform/http/create.server.ts';
import type { AppContext } from '../context.server.ts';
import { errors, listQuerySchema } from './answers.server.ts';
import { bulkRoute } from './bulk-route.server.ts';
import type { FormInput, ListKind, ListRecord } from './list-kind.server.ts';
import { readListQuery } from './list-query.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { orderRoute } from './order-route.server.ts';
import { readPage } from './read-page.server.ts';
import { recordRoutes } from './record-routes.server.ts';
import { viewRoutes } from './views.server.ts';

/** The list with pages, search, status, trash and order; saved views, bulk actions, single records. */
export function listApi<Table extends ListTable, Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: Http,
  kind: ListKind<Table, Input, Wire>,
): void {
  const { path, onWire } = kind;
  const response = { 200: pageSchema(onWire), ...errors(401, 422) };

  scope.get(
    path,
    { schema: { summary: 'List {many}', tags: [path], querystring: listQuerySchema, response } },
    async ({ query }) => readPage(context.database, kind, query),
  );
  if (!kind.order) orderRoute(context, scope, kind);
  bulkRoute(context, scope, kind);
  const check = (query: Record<string, string>) => void readListQuery(query);
  viewRoutes(context, scope, { path, parameters: ['search', 'status', 'sort'], check });
  recordRoutes(context, scope, kind);
}
