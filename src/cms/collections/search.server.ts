import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '#api/text.ts';
import { includesText } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { SearchedTable } from './listed-table.server.ts';

/** Matches inside a word, or at its beginning for terms under three letters. Null for an empty search. */
export function hasWords(database: Database, table: SearchedTable, search: string): RawBuilder<boolean> | null {
  const patterns = searchPatterns(search);
  if (patterns.length === 0) return null;
  const text = sql.ref(`${table}.search_text`);
  const inText = patterns.map((pattern) => includesText(database, text, pattern));
  return sql<boolean>`(${sql.join(inText, sql` and `)})`;
}

export function searchPatterns(search: string): string[] {
  return searchWords(search).map((word) => word.padStart(word.length + 3 - Math.min(3, [...word].length), ' '));
}
