import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import type { PageOf } from '../paging.server.ts';
import { readIds } from './ids.server.ts';
import { keptCount, keptIds } from './kept.server.ts';
import type { ListQuery } from './list-query.server.ts';
import { anyList, type ListTable, listed } from './listed-table.server.ts';
import { hasWords, idsWithWords, searchPatterns } from './search.server.ts';
import { oldestInTrash } from './trash.server.ts';

/** Hits from which on a search counts as common. */
const commonFrom = 2_000;

/**
 * One page of a list, as ids only: the index in the list's order has all that is needed to find them, and the wide rows
 * are then read for this page alone.
 */
export async function pageOfIds(
  database: Database,
  table: ListTable,
  query: ListQuery,
  order: RawBuilder<unknown>,
): Promise<PageOf<number>> {
  const { page, perPage, search, trash } = query;
  const from = (page - 1) * perPage;
  if (searchPatterns(search).length > 0 && !trash) {
    const found = await foundIds(database, table, query, order);
    return { items: [...found.subarray(from, from + perPage)], page, perPage, total: found.length };
  }
  const total = await countRows(database, table, query);
  if (from >= total) return { items: [], page, perPage, total };
  const rows = await matching(database, table, query)
    .where(hasWords(database, table, search) ?? sql<boolean>`true`)
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
      .where(hasWords(database, table, query.search) ?? sql<boolean>`true`)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return row.total;
  };
  // What is in the trash grows old by itself, without any write.
  return query.trash ? count() : keptCount(database, JSON.stringify([table, 'count', query.status]), count);
}

/**
 * All rows that have the words of a search, in the list's order. The hits of a common word are put in order by walking
 * over the list, which serves all such searches: faster than to have the database join the two.
 */
function foundIds(
  database: Database,
  table: ListTable,
  query: ListQuery,
  order: RawBuilder<unknown>,
): Promise<Uint32Array> {
  const { search, status } = query;
  const inOrder = (hits?: Uint32Array) =>
    readIds(
      database,
      matching(database, table, query)
        .where(hits ? isOneOf(database, hits) : sql<boolean>`true`)
        .select('id')
        .orderBy(order),
    );
  return keptIds(database, JSON.stringify([table, 'search', status, search]), async () => {
    const hits = await idsWithWords(database, table, search);
    if (hits.length === 0) return hits;
    if (hits.length < commonFrom) return inOrder(hits);
    const all = await keptIds(database, JSON.stringify([table, 'order', status]), inOrder);
    return common(all, hits);
  });
}

/** Those of `all` that are among the others too; by a bit for each id, as a set takes longer than the query before. */
function common(all: Uint32Array, others: Uint32Array): Uint32Array {
  const greatest = others.reduce((one, other) => Math.max(one, other), 0);
  const bits = new Uint8Array((greatest >> 3) + 1);
  for (const id of others) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7));
  return all.filter((id) => ((bits[id >> 3] ?? 0) >> (id & 7)) & 1);
}

function isOneOf(database: Database, ids: Uint32Array): RawBuilder<boolean> {
  if (isPostgres(database)) return sql`id = any(${`{${ids.join()}}`}::integer[])`;
  return sql`id in (select value from json_each(${`[${ids.join()}]`}))`;
}

function matching(database: Database, table: ListTable, { status, trash }: ListQuery) {
  return anyList(database)
    .selectFrom(listed(table))
    .where('deleted_at', trash ? '>' : 'is', trash ? oldestInTrash() : null)
    .$if(status !== null, (rows) => rows.where('status', '=', status));
}
