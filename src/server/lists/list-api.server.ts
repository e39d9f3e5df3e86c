import { pageOnWire } from '#wire/records.ts';
import type { Foundations } from '../foundations.server.ts';
import type { Http } from '../http/create.server.ts';
import { errors, listQueryOnWire } from './answers.server.ts';
import { bulkRoute } from './bulk-route.server.ts';
import type { FormInput, ListKind, RecordOnWire } from './list-kind.server.ts';
import { readListQuery } from './list-query.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { orderRoute } from './order-route.server.ts';
import { readPage } from './read-page.server.ts';
import { recordRoutes } from './record-routes.server.ts';
import { viewRoutes } from './views.server.ts';

/** The list with pages, search, status, trash and order; saved views, bulk actions, single records. */
export function listApi<Table extends ListTable, Input extends FormInput, Wire extends RecordOnWire>(
  foundations: Foundations,
  scope: Http,
  kind: ListKind<Table, Input, Wire>,
): void {
  const { path, onWire } = kind;
  const response = { 200: pageOnWire(onWire), ...errors(401, 422) };

  scope.get(
    path,
    { schema: { summary: 'List {many}', tags: [path], querystring: listQueryOnWire, response } },
    async ({ query }) => readPage(foundations.database, kind, query),
  );
  if (!kind.order) orderRoute(foundations, scope, kind);
  bulkRoute(foundations, scope, kind);
  const check = (query: Record<string, string>) => void readListQuery(query);
  viewRoutes(foundations, scope, { path, kept: ['search', 'status', 'sort'], check });
  recordRoutes(foundations, scope, kind);
}
