import type { Database } from '#platform/database/open.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import type { FormInput, ListKind, ListRecord } from './list-kind.server.ts';
import { keptParameters, orderOf, readListQuery, staffOrder } from './list-query.server.ts';
import type { ListTable } from './listed-table.server.ts';
import { pageOfIds } from './page-of-ids.server.ts';

/** One page of a list. @throws {HttpError} 422 for a search that is too long */
export async function readPage<Table extends ListTable, Input extends FormInput, Wire extends ListRecord>(
  database: Database,
  { table, path, order = staffOrder, sorted, read }: ListKind<Table, Input, Wire>,
  query: Record<string, unknown>,
) {
  const listQuery = readListQuery(query, sorted);
  const page = await pageOfIds(database, table, listQuery, listQuery.sort ? orderOf(listQuery.sort) : order);
  const records = page.items.length === 0 ? [] : await read(database, page.items);
  const byId = new Map(records.map((record) => [record.id, record]));
  const items = page.items.flatMap((id) => byId.get(id) ?? []);
  return pageToWire({ ...page, items }, (record) => record, path, keptParameters(query));
}
