import { type RawBuilder, sql } from 'kysely';
import { latinDigits } from '#wire/text.ts';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import type { SearchedTable } from './listed-table.server.ts';

/**
 * The long lists: their words have an index beside them, made and kept by the database (migration 004-search). All other
 * lists are short, and their texts are looked through.
 */
export const indexed: readonly SearchedTable[] = ['news', 'demo_requests'];

/** What a search looks in: the words of a record without difference of case and digits, each behind two blanks. */
export function searchText(...texts: string[]): string {
  return words(texts.join(' '))
    .map((word) => `  ${word}`)
    .join('');
}

/**
 * The condition that a row has every word of a search: anywhere inside its words, or at their beginning where the
 * searched word has fewer than three letters. Null for a search without words.
 */
export function hasWords(database: Database, table: SearchedTable, search: string): RawBuilder<boolean> | null {
  const patterns = searchPatterns(search);
  if (patterns.length === 0) return null;
  const hits = hitsInIndex(database, table, search);
  // The plus keeps SQLite on the index in the list's order: looking up each hit is slower for common words.
  if (hits) return sql<boolean>`${sql.raw(isPostgres(database) ? '' : '+')}id in (${hits})`;
  const text = sql.ref(`${table}.search_text`);
  const inText = patterns.map((pattern) => sql`${text} like ${`%${pattern.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`);
  return sql<boolean>`(${sql.join(inText, sql` and `)})`;
}

/** What each word of a search must find in a `searchText`. */
export function searchPatterns(search: string): string[] {
  return words(search).map((word) => word.padStart(word.length + 3 - Math.min(3, [...word].length), ' '));
}

/**
 * The index has the pieces of each word that begin at one of its letters, three letters long or more, and the word's first
 * one and two letters, which are marked as such. Both as migration 004-search has them.
 */
const longestPiece = 24;
const beginning = '\u{E000}';

/**
 * A query for the ids of all rows that have every word of a search, deleted ones too, in whatever order. Null where the
 * table has no index, or the search no words.
 */
export function hitsInIndex(
  database: Database,
  table: SearchedTable,
  search: string,
): RawBuilder<{ id: number }> | null {
  const patterns = searchPatterns(search);
  if (patterns.length === 0 || !indexed.includes(table)) return null;
  const index = sql.table(`${table}_search`);
  const longer = patterns.filter((pattern) => [...pattern].length > longestPiece);
  if (isPostgres(database)) {
    const pieces = patterns
      .map(pieceOf)
      .map(({ text, whole }) => `'${text.replace(/['\\]/g, '$&$&')}'${whole ? '' : ':*'}`);
    const inText = longer.map((pattern) => sql`and strpos(search_text, ${pattern}) > 0`);
    return sql`select id from ${index} where word_pieces(search_text) @@ ${pieces.join(' & ')}::tsquery ${sql.join(inText, sql` `)}`;
  }
  const pieces = patterns.map(pieceOf).map(({ text, whole }) => `"${text.replaceAll('"', '""')}"${whole ? '' : ' *'}`);
  const texts = sql`select search_text from ${sql.table(table)} where id = ${index}.rowid`;
  const inText = longer.map((pattern) => sql`and instr((${texts}), ${pattern}) > 0`);
  return sql`select rowid as id from ${index} where ${index} match ${pieces.join(' AND ')} ${sql.join(inText, sql` `)}`;
}

/** `whole`: what the index has is just this; else it may be the beginning of something longer. */
function pieceOf(pattern: string): { text: string; whole: boolean } {
  if (pattern.startsWith(' ')) return { text: beginning + pattern.trimStart(), whole: true };
  return { text: [...pattern].slice(0, longestPiece).join(''), whole: false };
}

function words(text: string): string[] {
  return latinDigits(text.normalize('NFC').toLowerCase()).split(/\s+/).filter(Boolean);
}
