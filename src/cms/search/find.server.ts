import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { isBeginning } from './fold.server.ts';
import { exactTerms, type Term } from './query.server.ts';

/** Limit of hits: counting all hits of a common word costs the most, and nobody reads further. */
const mostHits = 200;

/** Number of entries that PostgreSQL scans fast. */
const newestEntries = 2_000;

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

type Order = (one: number, other: number) => number;
const byPlace: Order = (one, other) => other - one;

/** Words match as prefixes. Order: all terms in the title, words as typed, more terms in the title. */
export async function findHits(index: QueryIndex, terms: Term[], order = byPlace): Promise<Hits> {
  if (terms.length === 0) return { ids: [], more: false };
  const exact = exactTerms(terms.flatMap(([first]) => first ?? []));
  const asTyped = terms.every(({ length }) => length === 1);
  const groups: (readonly number[])[] = [];
  for (const column of ['title_words', 'words'] as const) {
    for (const wanted of asTyped ? [exact] : [exact, terms]) {
      if (new Set(groups.flat()).size <= mostHits) groups.push(await index.idsOf(column, wanted));
    }
  }
  const someFound = groups.some(({ length }) => length > 0);
  const inTitle = terms.length > 1 && someFound ? await countTitles(index, terms) : new Map<number, number>();
  const best: Order = (one, other) => (inTitle.get(other) ?? 0) - (inTitle.get(one) ?? 0) || order(one, other);
  const ids = [...new Set(groups.flatMap((group) => group.toSorted(best)))];
  return { ids: ids.slice(0, mostHits), more: ids.length > mostHits };
}

async function countTitles(index: QueryIndex, terms: Term[]): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const term of terms) {
    for (const id of await index.idsOf('title_words', [term])) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Entries with some of the terms, ranked by number, rarity (IDF) and whether the title has them. */
export async function findPartialHits(index: QueryIndex, terms: Term[], order = byPlace): Promise<Hits> {
  const scores = new Map<number, number>();
  for (const term of terms) {
    const inTitle = await index.idsOf('title_words', [term]);
    const anywhere = await index.idsOf('words', [term]);
    const each = 1 / Math.log2(2 + anywhere.length);
    for (const id of new Set([...inTitle, ...anywhere])) scores.set(id, (scores.get(id) ?? 0) + each);
    for (const id of inTitle) scores.set(id, (scores.get(id) ?? 0) + each);
  }
  const ids = [...scores].sort(([one, a], [other, b]) => b - a || order(one, other)).map(([id]) => id);
  return { ids: ids.slice(0, mostHits), more: ids.length > mostHits };
}

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

/** Runs the queries of one search and caches their results, because several rankings repeat them. */
export class QueryIndex {
  readonly #database: Database;
  readonly #answers = new Map<string, number[]>();

  constructor(database: Database) {
    this.#database = database;
  }

  async idsOf(column: Column, terms: Term[]): Promise<readonly number[]> {
    const question = `${column} ${JSON.stringify(terms)}`;
    const find = isPostgres(this.#database) ? idsOnPostgres : idsOnSqlite;
    const ids = this.#answers.get(question) ?? (await find(this.#database, column, allOf(terms)));
    this.#answers.set(question, ids);
    return ids;
  }
}

async function idsOnSqlite(database: Database, column: Column, expression: Expression): Promise<number[]> {
  const word = (one: string) => (isBeginning(one) ? `"${one}" *` : `"${one}"`);
  const match = `${column} : (${expression({ word, and: ' AND ', or: ' OR ' })})`;
  return run(
    database,
    sql`select rowid as id from site_search_index where site_search_index match ${match}
      order by rowid desc limit ${mostHits + 1}`,
  );
}

/** A GIN index has no order: sorting all hits of a common word is slow, so scan the newest entries first. */
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
