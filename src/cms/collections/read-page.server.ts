import { type RawBuilder, sql } from 'kysely';
import { lastChange } from '#platform/cache/changes.server.ts';
import { unindexed } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { type PageOf, pageToWire } from '#platform/http/paging.server.ts';
import type { FormInput, ListKind, ListRecord } from './list-kind.server.ts';
import {
  hasWords,
  keptParameters,
  type ListQuery,
  type ListTable,
  orderOf,
  readListQuery,
  selectListed,
  staffOrder,
} from './listed-table.server.ts';
import { oldestInTrash } from './trash.server.ts';

/** One page of a list. @throws {HttpError} 422 for a search that is too long */
export async function readPage<Input extends FormInput, Wire extends ListRecord>(
  database: Database,
  { table, path, order = staffOrder, sorted, read }: ListKind<Input, Wire, ListTable>,
  query: Record<string, unknown>,
) {
  const listQuery = readListQuery(query, sorted);
  const page = await pageOfIds(database, table, listQuery, listQuery.sort ? orderOf(listQuery.sort) : order);
  const records = page.items.length === 0 ? [] : await read(database, page.items);
  const byId = new Map(records.map((record) => [record.id, record]));
  const items = page.items.flatMap((id) => byId.get(id) ?? []);
  return pageToWire({ ...page, items }, path, keptParameters(query));
}

/** A covering index in list order finds the ids; wide rows are read for one page only. */
async function pageOfIds(
  database: Database,
  table: ListTable,
  query: ListQuery,
  order: RawBuilder<unknown>,
): Promise<PageOf<number>> {
  const { page, perPage, trash } = query;
  const found = matching(database, table, query)
    .select('id')
    .orderBy(trash ? sql`deleted_at desc, id desc` : order)
    .limit(perPage)
    .offset((page - 1) * perPage);
  const count = () => countMatches(database, table, query);
  // PostgreSQL counts beside it.
  const [rows, counted] = await Promise.all([found.execute(), page > 1 ? count() : null]);
  const ids = rows.map(({ id }) => id);
  // Rare words were looked for in the whole list already; common ones fill a page soon, and are counted only.
  const isWhole = page === 1 && ids.length < perPage;
  return { items: ids, page, perPage, total: isWhole ? ids.length : (counted ?? (await count())) };
}

async function countMatches(database: Database, table: ListTable, query: ListQuery): Promise<number> {
  const count = () => countRows(matching(database, table, query));
  // The trash changes with time, drafts and times with a write that no list hears of.
  if (query.trash || query.search || query.state) return count();
  return cachedCount(database, JSON.stringify([table, query.status]), count);
}

function matching(database: Database, table: ListTable, { search, status, state, trash }: ListQuery) {
  return (
    selectListed(database, table)
      .where('deleted_at', trash ? '>' : 'is', trash ? oldestInTrash() : null)
      .where(hasWords(database, table, search) ?? sql<boolean>`true`)
      .$if(state !== null, (rows) => rows.where('id', 'in', pendingIds(table, state ?? 'draft')))
      // Most records are active: their texts are quicker read from the index of the list than from the rows.
      .$if(status !== null, (rows) =>
        rows.where(search && status ? unindexed(database, 'status') : 'status', '=', status),
      )
  );
}

function pendingIds(table: ListTable, state: 'draft' | 'scheduled') {
  return state === 'draft'
    ? sql<number>`(select record_id from drafts where kind = ${table})`
    : sql<number>`(select record_id from schedules where kind = ${table} and state <> 'failed')`;
}

interface CachedCount {
  count: number;
  seq: number;
}

const caches = new WeakMap<Database, Map<string, CachedCount>>();

/** Caches the length of a long list until any instance changes content. */
export async function cachedCount(database: Database, key: string, read: () => Promise<number>): Promise<number> {
  const counts = caches.get(database) ?? new Map<string, CachedCount>();
  caches.set(database, counts);
  // Read before the query: a write in between then invalidates the result.
  const seq = await lastChange(database);
  const cached = counts.get(key);
  if (cached?.seq === seq) return cached.count;
  const count = await read();
  counts.set(key, { count, seq });
  return count;
}
