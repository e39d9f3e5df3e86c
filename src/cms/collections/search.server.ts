import { type RawBuilder, sql } from 'kysely';
import { latinDigits } from '#api/text.ts';
import { isPostgres } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { SearchedTable } from './listed-table.server.ts';

/** Long lists with a search index, kept by triggers (migration 004-search). Other lists are scanned. */
export const indexed: readonly SearchedTable[] = ['news', 'demo_requests'];

/** The text that searches match: lower-case words with Latin digits, each after two blanks. */
export function searchText(...texts: string[]): string {
  return words(texts.join(' '))
    .map((word) => `  ${word}`)
    .join('');
}

/** Matches inside a word, or at its beginning for terms under three letters. Null for an empty search. */
export function hasWords(database: Database, table: SearchedTable, search: string): RawBuilder<boolean> | null {
  const patterns = searchPatterns(search);
  if (patterns.length === 0) return null;
  const hits = hitsInIndex(database, table, search);
  // The plus keeps SQLite on the index in list order: looking up each hit is slower for common terms.
  if (hits) return sql<boolean>`${sql.raw(isPostgres(database) ? '' : '+')}id in (${hits})`;
  const text = sql.ref(`${table}.search_text`);
  const inText = patterns.map((pattern) => sql`${text} like ${`%${pattern.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`);
  return sql<boolean>`(${sql.join(inText, sql` and `)})`;
}

export function searchPatterns(search: string): string[] {
  return words(search).map((word) => word.padStart(word.length + 3 - Math.min(3, [...word].length), ' '));
}

/** The index has substrings of three letters or more, and marked word beginnings; both as in 004-search. */
const longestPiece = 24;
const beginning = '\u{E000}';

/** Query for the ids of all hits, deleted ones included. Null without an index or for an empty search. */
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

/** `whole`: match the indexed term exactly, else as a prefix. */
function pieceOf(pattern: string): { text: string; whole: boolean } {
  if (pattern.startsWith(' ')) return { text: beginning + pattern.trimStart(), whole: true };
  return { text: [...pattern].slice(0, longestPiece).join(''), whole: false };
}

function words(text: string): string[] {
  return latinDigits(text.normalize('NFC').toLowerCase()).split(/\s+/).filter(Boolean);
}
