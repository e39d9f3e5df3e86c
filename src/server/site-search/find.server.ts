import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/open.server.ts';
import { isPostgres } from '../lists/listed-table.server.ts';
import type { FoundKind } from './entries.server.ts';

/** Hits are counted up to here: nobody reads further, and counting all hits of a common word costs the most. */
const mostHits = 1_000;

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
  const anywhere = await idsWith(database, 'words', words);
  const inTitle = anywhere.length === 0 ? [] : await idsWith(database, 'title_words', words);
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

async function idsWith(database: Database, column: Column, words: string[]): Promise<number[]> {
  const query = isPostgres(database) ? onPostgres(column, words) : onSqlite(column, words);
  const { rows } = await query.execute(database);
  return rows.map((row) => row.id);
}

function onSqlite(column: Column, words: string[]): RawBuilder<{ id: number }> {
  const terms = words.map((word) => (isBeginning(word) ? `"${word}" *` : `"${word}"`));
  const match = `${column} : (${terms.join(' AND ')})`;
  return sql`select rowid as id from site_search_index where site_search_index match ${match}
    order by rowid desc limit ${mostHits + 1}`;
}

/** The sum keeps PostgreSQL from walking over the whole table in its order: testing a row costs far more than it thinks. */
function onPostgres(column: Column, words: string[]): RawBuilder<{ id: number }> {
  const terms = words.map((word) => (isBeginning(word) ? `'${word}':*` : `'${word}'`));
  return sql`select id from site_search
    where array_to_tsvector(string_to_array(${sql.ref(column)}, ' ')) @@ ${terms.join(' & ')}::tsquery
    order by id + 0 desc limit ${mostHits + 1}`;
}

/** One letter is the beginning of far too many words. */
function isBeginning(word: string): boolean {
  return [...word].length > 1;
}
