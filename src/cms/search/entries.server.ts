import { sql } from 'kysely';
import { isPostgres } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { anyList, type ListTable, listed } from '../collections/listed-table.server.ts';
import type { FoundEntry } from './find.server.ts';
import { foldedWords } from './fold.server.ts';
import { indexWords } from './vocabulary.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    site_search: SiteSearchTable;
  }
}

interface SiteSearchTable {
  /** The rank as a number: the highest comes first. See `placeOf`. */
  id: number;
  kind: string;
  record_id: number;
  /** Id of a part with an address of its own; 0 for the record itself. */
  part_id: number;
  title: string;
  text: string;
  title_words: string;
  words: string;
}

export interface Findable {
  found: Record<string, FoundKind>;
  /** Reindexes a record with its parts, at the end of the transaction that writes it. */
  keep: (transaction: Database, id: number) => Promise<void>;
  /** Indexes a batch while the search is locked; returns the last id, or null at the end. */
  fill: (transaction: Database, some: Some) => Promise<number | null>;
  addressesOf: (database: Database, entries: FoundEntry[]) => Promise<string[]>;
}

interface FoundKind {
  /** Unique, below 16, never reused: old entries stay until the reindex. Version 0.1 had 4, 8 and 12. */
  number: number;
  rank?: number;
  label: string;
}

interface Some {
  after: number;
  count: number;
}

interface FindableRecords extends Pick<Findable, 'found' | 'addressesOf'> {
  /** Null for a singleton with the id 1. */
  table: ListTable | null;
  entriesOf: (database: Database, ids: number[]) => Promise<SearchEntry[]>;
  entriesEach?: number;
}

export function findableRecords({ table, found, entriesOf, addressesOf, entriesEach = 1 }: FindableRecords): Findable {
  const kinds = Object.keys(found);
  const rowsOf = async (database: Database, ids: number[]) =>
    (await entriesOf(database, ids)).map((entry) => rowOf(entry, found[entry.kind]?.number ?? 0));
  return {
    found,
    addressesOf,
    async keep(transaction, id) {
      const recordId = table ? id : 1;
      await lockSearch(transaction);
      const rows = await rowsOf(transaction, [recordId]);
      await transaction
        .deleteFrom('site_search')
        .where('kind', 'in', kinds)
        .where('record_id', '=', recordId)
        .execute();
      await addRows(transaction, rows);
    },
    async fill(transaction, { after, count }) {
      const some = { after, count: Math.ceil(count / entriesEach) };
      const ids = table ? await idsAfter(transaction, table, some) : after === 0 ? [1] : [];
      const upTo = ids.at(-1) ?? null;
      const rows = upTo === null ? [] : await rowsOf(transaction, ids);
      await transaction
        .deleteFrom('site_search')
        .where('kind', 'in', kinds)
        .where('record_id', '>', after)
        .$if(upTo !== null, (entries) => entries.where('record_id', '<=', upTo ?? 0))
        .execute();
      await addRows(transaction, rows);
      return upTo;
    },
  };
}

export interface SearchEntry {
  kind: string;
  recordId: number;
  partId?: number;
  number: number;
  /** `YYYY-MM-DD`; newer entries come first. */
  date?: string;
  title: string;
  text: string;
  byTitleOnly?: boolean;
}

/** Indexed length of a text in UTF-16 units. */
const longestText = 20_000;

/** A concurrent write of a category reindexes its features too: the second has to see the first. */
export async function lockSearch(transaction: Database): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(hashtext('site_search'))`.execute(transaction);
}

/** A condition on the status would make PostgreSQL choose a slower index. */
async function idsAfter(transaction: Database, table: ListTable, { after, count }: Some): Promise<number[]> {
  const rows = await anyList(transaction)
    .selectFrom(listed(table))
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map((row) => row.id);
}

async function addRows(transaction: Database, rows: SiteSearchTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += 500) {
    await transaction
      .insertInto('site_search')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  await indexWords(
    transaction,
    rows.flatMap(({ words }) => words.split(' ')),
  );
}

function rowOf(entry: SearchEntry, of: number): SiteSearchTable {
  const title = entry.title.normalize('NFC');
  const text = entry.text.normalize('NFC').slice(0, longestText);
  return {
    id: placeOf(entry, of),
    kind: entry.kind,
    record_id: entry.recordId,
    part_id: entry.partId ?? 0,
    title,
    text,
    title_words: foldedWords(title).join(' '),
    words: foldedWords(title, entry.byTitleOnly ? '' : text).join(' '),
  };
}

/** 4 bits of kind, 18 of the day (day 0 is in 1696) and 31 of the number: an integer below 2^53. */
function placeOf({ date, number }: SearchEntry, of: number): number {
  const day = date ? Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000) + 100_000 : 0;
  const bounded = Number.isFinite(day) ? Math.min(Math.max(day, 0), 2 ** 18 - 1) : 0;
  return of * 2 ** 49 + bounded * 2 ** 31 + number;
}

export function kindAt(place: number): number {
  return Math.floor(place / 2 ** 49);
}
