import * as z from 'zod/mini';
import { pageSchema } from '#api/records.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { AppContext } from '../context.server.ts';
import { dataSchema, flagSchema, listQuery, queryParameter } from './answers.server.ts';
import type { FormInput, ListKind, ListRecord } from './list-kind.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { readPage } from './read-page.server.ts';
import { recordRoutes } from './record-routes.server.ts';

/** The path returns the newest record or null; `?all=1` a page of all, `?trash=1` one of the deleted. */
export function singleApi<Input extends FormInput, Wire extends ListRecord>(
  context: AppContext,
  scope: StaffScope,
  kind: ListKind<Input, Wire, ListTable>,
): void {
  const { path, onWire, sorted } = kind;
  const all = queryParameter('1: a page of all of them; else the newest alone', flagSchema);
  const answer = z.union([dataSchema(z.nullable(onWire)), pageSchema(onWire)]);

  scope.get(
    path,
    {
      schema: {
        summary: 'List {many}',
        querystring: z.extend(listQuery(sorted), { all }),
        response: { 200: answer },
      },
    },
    async ({ query }) => {
      if (query.trash === '1' || query.all === '1' || query.state) return readPage(context.database, kind, query);
      const { data } = await readPage(context.database, kind, { per_page: '1' });
      return { data: data[0] ?? null };
    },
  );
  recordRoutes(context, scope, kind);
}
