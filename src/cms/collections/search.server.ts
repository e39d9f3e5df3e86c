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
  return searchWords(search).map((word) =>
    shortened(word.padStart(word.length + 3 - Math.min(3, [...word].length), ' ')),
  );
}

/** An entry of an index of PostgreSQL takes 2,704 bytes, with the other columns. */
const maxBytes = 2_500;

/** The text that searches match: each word after two blanks, in at most 2,500 bytes. */
export function searchText(...texts: string[]): string {
  const text = searchWords(texts.join(' '))
    .map((word) => `  ${shortened(word)}`)
    .join('');
  return Buffer.from(text).subarray(0, maxBytes).toString();
}

/** All but two rare ones. */
const letters = 'অআইঈউঋএঐওকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহািীুূৃেৈোৌ্ংঃঁৎ\u09bc';

/** Lower-case text has no capitals and no control characters, so these stand for letters of three bytes. */
function shortened(word: string): string {
  return word.replace(/[\u0980-\u09ff]/g, (letter) => {
    const place = letters.indexOf(letter);
    if (place < 0) return letter;
    return String.fromCharCode(place < 31 ? place + 1 : place + 34);
  });
}
