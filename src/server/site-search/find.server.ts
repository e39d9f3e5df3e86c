import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { isBeginning } from './fold.server.ts';
import { literally, type Term } from './query.server.ts';

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

/** The order among hits that are equally good. */
type Order = (one: number, other: number) => number;
const byPlace: Order = (one, other) => other - one;

/**
 * What has each term, words at least as the beginning of longer ones. Titles that have them all come first, and what has
 * the words that were typed before what has others for them; then what has more of them in its title.
 */
export async function findHits(index: SearchIndex, terms: Term[], order = byPlace): Promise<Hits> {
  if (terms.length === 0) return { ids: [], more: false };
  const typed = literally(terms.flatMap(([first]) => first ?? []));
  const asTyped = terms.every(({ length }) => length === 1);
  const groups: (readonly number[])[] = [];
  for (const column of ['title_words', 'words'] as const) {
    for (const wanted of asTyped ? [typed] : [typed, terms]) {
      if (new Set(groups.flat()).size <= mostHits) groups.push(await index.idsOf(column, wanted));
    }
  }
  const someFound = groups.some(({ length }) => length > 0);
  const inTitle = terms.length > 1 && someFound ? await countTitles(index, terms) : new Map<number, number>();
  const best: Order = (one, other) => (inTitle.get(other) ?? 0) - (inTitle.get(one) ?? 0) || order(one, other);
  const ids = [...new Set(groups.flatMap((group) => group.toSorted(best)))];
  return { ids: ids.slice(0, mostHits), more: ids.length > mostHits };
}

/** How many of the terms each title has. */
async function countTitles(index: SearchIndex, terms: Term[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const term of terms) {
    for (const id of await index.idsOf('title_words', [term])) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** What has some of the terms: those first that have more of them, rare ones, and in their title. */
export async function findSome(index: SearchIndex, terms: Term[], order = byPlace): Promise<Hits> {
  const worth = new Map<number, number>();
  for (const term of terms) {
    const inTitle = await index.idsOf('title_words', [term]);
    const anywhere = await index.idsOf('words', [term]);
    const each = 1 / Math.log2(2 + anywhere.length);
    for (const id of new Set([...inTitle, ...anywhere])) worth.set(id, (worth.get(id) ?? 0) + each);
    for (const id of inTitle) worth.set(id, (worth.get(id) ?? 0) + each);
  }
  const ids = [...worth].sort(([one, a], [other, b]) => b - a || order(one, other)).map(([id]) => id);
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

/** An expression of the databases' searches, in which words, `and` and `or` are still to be spelled. */
type Expression = (spelling: { word: (word: string) => string; and: string; or: string }) => string;

function allOf(terms: Term[]): Expression {
  return ({ word, and, or }) => {
    const joined = (parts: string[], by: string) => (parts.length > 1 ? `(${parts.join(by)})` : (parts[0] ?? ''));
    return joined(
      terms.map((term) =>
        joined(
          term.map((words) => joined(words.map(word), and)),
          or,
        ),
      ),
      and,
    );
  };
}

/** What one question looks things up in. The ways to take it have much in common: nothing is read twice. */
export class SearchIndex {
  readonly #database: Database;
  readonly #answers = new Map<string, number[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The newest entries that have all these terms in this column. */
  async idsOf(column: Column, terms: Term[]): Promise<readonly number[]> {
    const question = `${column} ${JSON.stringify(terms)}`;
    const find = isPostgres(this.#database) ? idsOnPostgres : idsOnSqlite;
    const ids = this.#answers.get(question) ?? (await find(this.#database, column, allOf(terms)));
    this.#answers.set(question, ids);
    return ids;
  }
}

async function idsOnSqlite(database: Database, column: Column, wanted: Expression): Promise<number[]> {
  const word = (one: string) => (isBeginning(one) ? `"${one}" *` : `"${one}"`);
  const match = `${column} : (${wanted({ word, and: ' AND ', or: ' OR ' })})`;
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
async function idsOnPostgres(database: Database, column: Column, wanted: Expression): Promise<number[]> {
  const most = mostHits + 1;
  const word = (one: string) => (isBeginning(one) ? `'${one}':*` : `'${one}'`);
  const hit = sql`${sql.ref(`${column}_ready`)} @@ ${wanted({ word, and: ' & ', or: ' | ' })}::tsquery`;
  const newest = sql`select id, ${hit} as hit from site_search order by id desc limit ${newestEntries}`;
  const walk = sql`select id from (${newest}) as newest where hit order by id desc limit ${most}`;
  const isEnough = sql`(select count(*) from walked) = ${most}`;
  const asked = sql`select id from site_search where not ${isEnough} and ${hit} order by id + 0 desc limit ${most}`;
  return run(
    database,
    sql`with walked as materialized (${walk}) select id from walked where ${isEnough} union all (${asked})`,
  );
}

async function run(database: Database, query: RawBuilder<{ id: number }>): Promise<number[]> {
  return (await query.execute(database)).rows.map((row) => row.id);
}
