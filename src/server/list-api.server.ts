import type { FastifyInstance } from 'fastify';
import { pageOnWire } from '#wire/records.ts';
import type { Foundations } from './foundations.server.ts';
import { errors, listQueryOnWire } from './lists/answers.server.ts';
import type { FormInput, ListKind, RecordOnWire } from './lists/list-kind.server.ts';
import type { ListTable } from './lists/listed-table.server.ts';
import { readPage } from './lists/read-page.server.ts';
import { recordRoutes } from './lists/record-routes.server.ts';

/**
 * Mounts the calls of a kind that staff see as a list, in a guarded scope: the list itself (pages, search, status,
 * trash) and all that can be done with one record.
 */
export function listApi<Table extends ListTable, Input extends FormInput, Wire extends RecordOnWire>(
  foundations: Foundations,
  scope: FastifyInstance,
  kind: ListKind<Table, Input, Wire>,
): void {
  const { path, onWire } = kind;
  const response = { 200: pageOnWire(onWire), ...errors(401, 422) };

  scope.get<{ Querystring: Record<string, unknown> }>(
    path,
    { schema: { tags: [path], querystring: listQueryOnWire, response } },
    async ({ query }) => readPage(foundations.database, kind, query),
  );
  recordRoutes(foundations, scope, kind);
}
