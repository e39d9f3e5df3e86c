import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/open.server.ts';
import { latinDigits } from '../text.server.ts';
import { isPostgres, type SearchedTable } from './listed-table.server.ts';

/**
 * What a search looks in: the words of a record without difference of case and digits, each behind two blanks, so that
 * even the shortest search term has a trigram.
 */
export function searchText(...texts: string[]): string {
  return words(texts.join(' '))
    .map((word) => `  ${word}`)
    .join('');
}

/**
 * The condition that a row has every word of a search: anywhere inside its words, or at their beginning where the
 * searched word has fewer than three letters. Null for a search without words. Both databases find trigrams in an
 * index: SQLite's FTS5 as phrases, PostgreSQL as a set whose sequence is checked afterwards.
 *
 * `isCommon` tells that many rows have the words; PostgreSQL then finds the first ones faster by walking over the list.
 */
export function hasWords(
  database: Database,
  table: SearchedTable,
  search: string,
  isCommon: boolean,
): RawBuilder<boolean> | null {
  const patterns = searchPatterns(search);
  if (patterns.length === 0) return null;
  return isPostgres(database) ? onPostgres(table, patterns, isCommon) : onSqlite(table, patterns);
}

/** What each word of a search must find in a `searchText`. */
export function searchPatterns(search: string): string[] {
  return words(search).map((word) => word.padStart(word.length + 3 - Math.min(3, [...word].length), ' '));
}

function onPostgres(table: SearchedTable, patterns: string[], isCommon: boolean): RawBuilder<boolean> {
  const inText = (pattern: string) => sql<boolean>`strpos(search_text, ${pattern}) > 0`;
  const inIndex = (pattern: string) => sql<boolean>`trigrams(search_text) @> trigrams(${pattern})`;
  const all = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`;
  if (isCommon) return all(patterns.map(inText));
  // A trigram is what the index has; only longer words need a second look.
  const longer = patterns.filter((pattern) => [...pattern].length > 3);
  const found = all([...patterns.map(inIndex), ...longer.map(inText)]);
  return sql<boolean>`id in (select id from ${sql.table(`${table}_search`)} where ${found})`;
}

/** The plus keeps SQLite on the index in the list's order: looking up each hit in the table is slower for common words. */
function onSqlite(table: SearchedTable, patterns: string[]): RawBuilder<boolean> {
  const index = sql.table(`${table}_search`);
  const query = patterns.map((pattern) => `"${pattern.replaceAll('"', '""')}"`).join(' AND ');
  return sql<boolean>`+id in (select rowid from ${index} where search_text match ${query})`;
}

function words(text: string): string[] {
  return latinDigits(text.normalize('NFC').toLowerCase()).split(/\s+/).filter(Boolean);
}
