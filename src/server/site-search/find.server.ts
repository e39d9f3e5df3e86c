import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/open.server.ts';
import { isPostgres } from '../lists/listed-table.server.ts';
import type { FoundKind } from './entries.server.ts';

/** Hits are counted up to here: nobody reads further, and counting all hits of a common word costs the most. */
const mostHits = 200;

/** Hits from which on PostgreSQL finds the best ones faster by walking over the table in its order. */
const commonFrom = 20_000;

/** The ids of all hits, best first, and whether there are more than `mostHits`. */
export interface Hits {
  ids: number[];
  more: boolean;
}

export interface FoundEntry {
  id: number;
  kind: FoundKind;
  recordId: number;
  partId: number;
  title: string;
  text: string;
}

/** What has each of these folded words, at least as the beginning of a longer one. Titles that have them all come first. */
export async function findHits(database: Database, words: string[]): Promise<Hits> {
  if (words.length === 0) return { ids: [], more: false };
  const inTitle = await idsWith(database, 'title_words', words);
  const anywhere = inTitle.length > mostHits ? [] : await idsWith(database, 'words', words);
  const ids = [...new Set([...inTitle, ...anywhere])];
  return { ids: ids.slice(0, mostHits), more: ids.length > mostHits };
}

/** The entries of these ids, in their order. */
export async function readEntries(database: Database, ids: number[]): Promise<FoundEntry[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('site_search')
    .select(['id', 'kind', 'record_id as recordId', 'part_id as partId', 'title', 'text'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Column = 'title_words' | 'words';

function idsWith(database: Database, column: Column, words: string[]): Promise<number[]> {
  return isPostgres(database) ? idsOnPostgres(database, column, words) : idsOnSqlite(database, column, words);
}

async function idsOnSqlite(database: Database, column: Column, words: string[]): Promise<number[]> {
  const terms = words.map((word) => (isBeginning(word) ? `"${word}" *` : `"${word}"`));
  const match = `${column} : (${terms.join(' AND ')})`;
  return run(
    database,
    sql`select rowid as id from site_search_index where site_search_index match ${match}
      order by rowid desc limit ${mostHits + 1}`,
  );
}

/**
 * The index tells nothing about the order: all hits have to be sorted. Where there are too many, the first ones come
 * soon on a walk in the table's order, which `is true` keeps from using the index; the sum keeps a rare word from it.
 */
async function idsOnPostgres(database: Database, column: Column, words: string[]): Promise<number[]> {
  const terms = words.map((word) => (isBeginning(word) ? `'${word}':*` : `'${word}'`));
  const hit = sql`array_to_tsvector(string_to_array(${sql.ref(column)}, ' ')) @@ ${terms.join(' & ')}::tsquery`;
  const probe = sql<{ hits: number }>`select count(*) as hits
    from (select 1 from site_search where ${hit} limit ${commonFrom}) as found`;
  const hits = (await probe.execute(database)).rows[0]?.hits ?? 0;
  const way = hits < commonFrom ? sql`${hit} order by id + 0 desc` : sql`(${hit}) is true order by id desc`;
  return hits === 0 ? [] : run(database, sql`select id from site_search where ${way} limit ${mostHits + 1}`);
}

async function run(database: Database, query: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await query.execute(database)).rows.map((row) => row.id);
}

/** One letter is the beginning of far too many words. */
function isBeginning(word: string): boolean {
  return [...word].length > 1;
}
