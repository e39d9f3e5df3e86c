import { type Expression, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { PageOf } from '#platform/http/paging.server.ts';
import { cachedCount, cachedIds } from './cached-lists.server.ts';
import type { ListQuery } from './list-query.server.ts';
import { anyList, type ListTable, listed } from './listed-table.server.ts';
import { hasWords, hitsInIndex } from './search.server.ts';
import { oldestInTrash } from './trash.server.ts';

const commonFrom = 2_000;

/** A covering index in list order finds the ids; wide rows are read for one page only. */
export async function pageOfIds(
  database: Database,
  table: ListTable,
  query: ListQuery,
  order: RawBuilder<unknown>,
): Promise<PageOf<number>> {
  const { page, perPage, trash } = query;
  const from = (page - 1) * perPage;
  const indexedIds = trash ? null : await idsInIndex(database, table, query, order);
  if (indexedIds)
    return { items: [...indexedIds.subarray(from, from + perPage)], page, perPage, total: indexedIds.length };
  const total = await countRows(database, table, query);
  if (from >= total) return { items: [], page, perPage, total };
  const rows = await matching(database, table, query)
    .select('id')
    .orderBy(trash ? sql`deleted_at desc, id desc` : order)
    .limit(perPage)
    .offset(from)
    .execute();
  return { items: rows.map((row) => row.id), page, perPage, total };
}

async function countRows(database: Database, table: ListTable, query: ListQuery): Promise<number> {
  const count = async () => {
    const row = await matching(database, table, query)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return row.total;
  };
  // The trash changes with time, without any write.
  if (query.trash || query.search) return count();
  return cachedCount(database, JSON.stringify([table, 'count', query.status]), count);
}

/** All hits in list order. Those of a common term filter the cached ids of the list, which beats a join. */
async function idsInIndex(
  database: Database,
  table: ListTable,
  query: ListQuery,
  order: RawBuilder<unknown>,
): Promise<Uint32Array | null> {
  const { search, status, sort } = query;
  const hitsOfSearch = hitsInIndex(database, table, search);
  if (!hitsOfSearch) return null;
  const inOrder = (hits?: Uint32Array) =>
    readIds(
      database,
      matching(database, table, { ...query, search: '' })
        .where(hits ? isOneOf(database, hits) : sql<boolean>`true`)
        .select('id')
        .orderBy(order),
    );
  return cachedIds(database, JSON.stringify([table, 'search', status, search, sort]), async () => {
    const hits = await readIds(database, hitsOfSearch);
    if (hits.length === 0) return hits;
    if (hits.length < commonFrom) return inOrder(hits);
    const all = await cachedIds(database, JSON.stringify([table, 'order', status, sort]), inOrder);
    return intersect(all, hits);
  });
}

/** Intersects by a bit set, because a Set takes longer than the query. */
function intersect(all: Uint32Array, others: Uint32Array): Uint32Array {
  const greatest = others.reduce((one, other) => Math.max(one, other), 0);
  const bits = new Uint8Array((greatest >> 3) + 1);
  for (const id of others) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
  return all.filter((id) => ((bits[id >> 3] ?? 0) >> (id & 7)) & 1);
}

function isOneOf(database: Database, ids: Uint32Array): RawBuilder<boolean> {
  if (isPostgres(database)) return sql`id = any(${`{${ids.join()}}`}::integer[])`;
  return sql`id in (select value from json_each(${`[${ids.join()}]`}))`;
}

/** Aggregates the ids into one value: a hundred thousand row objects would take longer than the query. */
async function readIds(database: Database, query: Expression<{ id: number }>): Promise<Uint32Array> {
  return isPostgres(database) ? readAsBytes(database, query) : readAsText(database, query);
}

async function readAsBytes(database: Database, query: Expression<{ id: number }>): Promise<Uint32Array> {
  const all = sql<{ ids: Buffer | null }>`select string_agg(int4send(id), '') as ids from (${query}) as found`;
  const bytes = (await all.execute(database)).rows[0]?.ids ?? Buffer.alloc(0);
  const ids = new Uint32Array(bytes.length / 4);
  for (let at = 0; at < ids.length; at++) ids[at] = bytes.readUInt32BE(at * 4);
  return ids;
}

async function readAsText(database: Database, query: Expression<{ id: number }>): Promise<Uint32Array> {
  const all = sql<{ ids: string | null }>`select group_concat(id) as ids from (${query}) as found`;
  const ids = (await all.execute(database)).rows[0]?.ids ?? '';
  return Uint32Array.from(JSON.parse(`[${ids}]`) as number[]);
}

function matching(database: Database, table: ListTable, { search, status, trash }: ListQuery) {
  return anyList(database)
    .selectFrom(listed(table))
    .where('deleted_at', trash ? '>' : 'is', trash ? oldestInTrash() : null)
    .where(hasWords(database, table, search) ?? sql<boolean>`true`)
    .$if(status !== null, (rows) => rows.where('status', '=', status));
}
