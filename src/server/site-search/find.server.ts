import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';

/** Hits are counted up to here: nobody reads further, and counting all hits of a common word costs the most. */
const mostHits = 200;

/** Entries of which PostgreSQL compares the words in no time. */
const newestEntries = 2_000;

/** The ids of all hits, best first, and whether there are more than `mostHits`. */
export interface Hits {
  ids: number[];
  more: boolean;
}

export interface FoundEntry {
  id: number;
  kind: string;
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
 * The index tells nothing about the order: all hits that it finds have to be sorted, of a common word too many. But such a
 * word is soon found on a walk in the order of the table; only where that finds too little the index is asked. The sum
 * keeps PostgreSQL from another walk.
 */
async function idsOnPostgres(database: Database, column: Column, words: string[]): Promise<number[]> {
  const most = mostHits + 1;
  const terms = words.map((word) => (isBeginning(word) ? `'${word}':*` : `'${word}'`));
  const hit = sql`${sql.ref(`${column}_ready`)} @@ ${terms.join(' & ')}::tsquery`;
  const newest = sql`select id, ${hit} as hit from site_search order by id desc limit ${newestEntries}`;
  const ids = await run(database, sql`select id from (${newest}) as newest where hit order by id desc limit ${most}`);
  if (ids.length === most) return ids;
  return run(database, sql`select id from site_search where ${hit} order by id + 0 desc limit ${most}`);
}

async function run(database: Database, query: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await query.execute(database)).rows.map((row) => row.id);
}

/** One letter is the beginning of far too many words. */
function isBeginning(word: string): boolean {
  return [...word].length > 1;
}
