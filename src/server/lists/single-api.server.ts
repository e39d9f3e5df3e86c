import * as z from 'zod/mini';
import { pageOnWire } from '#wire/records.ts';
import type { Foundations } from '../foundations.server.ts';
import type { Http } from '../http/create.server.ts';
import { dataOnWire, errors, listQueryOnWire } from './answers.server.ts';
import type { FormInput, ListKind, RecordOnWire } from './list-kind.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { readPage } from './read-page.server.ts';
import { recordRoutes } from './record-routes.server.ts';

/** The path returns the newest record or null; `?all=1` a page of all, `?trash=1` one of the deleted. */
export function singleApi<Table extends ListTable, Input extends FormInput, Wire extends RecordOnWire>(
  foundations: Foundations,
  scope: Http,
  kind: ListKind<Table, Input, Wire>,
): void {
  const { path, onWire } = kind;
  const answer = z.union([dataOnWire(z.nullable(onWire)), pageOnWire(onWire)]);

  scope.get(
    path,
    {
      schema: {
        summary: 'List {many}',
        tags: [path],
        querystring: listQueryOnWire,
        response: { 200: answer, ...errors(401, 422) },
      },
    },
    async ({ query }) => {
      if (query.trash === '1' || query.all === '1') return readPage(foundations.database, kind, query);
      const { data } = await readPage(foundations.database, kind, { per_page: '1' });
      return { data: data[0] ?? null };
    },
  );
  recordRoutes(foundations, scope, kind);
}
