import { type RawBuilder, sql } from 'kysely';
import { searchWords } from '#api/text.ts';
import { isPostgres } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { SearchedTable } from './listed-table.server.ts';

/** Matches inside a word, or at its beginning for terms under three letters. Null for an empty search. */
export function hasWords(database: Database, table: SearchedTable, search: string): RawBuilder<boolean> | null {
  const patterns = searchPatterns(search);
  if (patterns.length === 0) return null;
  // On PostgreSQL quicker than `like`.
  const find = sql.raw(isPostgres(database) ? 'strpos' : 'instr');
  const text = sql.ref(`${table}.search_text`);
  const inText = patterns.map((pattern) => sql`${find}(${text}, ${pattern}) > 0`);
  return sql<boolean>`(${sql.join(inText, sql` and `)})`;
}

export function searchPatterns(search: string): string[] {
  return searchWords(search).map((word) => word.padStart(word.length + 3 - Math.min(3, [...word].length), ' '));
}
