import { sql } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { anyList, type ListTable, listed } from '../lists/listed-table.server.ts';
import type { FoundEntry } from './find.server.ts';
import { foldedWords } from './fold.server.ts';
import { keepWords } from './vocabulary.server.ts';

declare module '../database/tables.server.ts' {
  interface Tables {
    site_search: SiteSearchTable;
  }
}

interface SiteSearchTable {
  /** The place among the hits: the highest comes first. See `placeOf`. */
  id: number;
  kind: string;
  record_id: number;
  /** Of the part of a record that has a place of its own on the page; 0 for the record itself. */
  part_id: number;
  title: string;
  text: string;
  title_words: string;
  words: string;
}

/** What the search finds of a kind of content, and how it is kept. */
export interface Findable {
  /** By the name under which it is kept; `label` is Bengali. */
  found: Record<string, FoundKind>;
  /** Brings the search up to date with a record, all its parts too. Run it in the transaction that writes it, after all else. */
  keep: (transaction: Database, id: number) => Promise<void>;
  /** Makes some of its records findable, while the search is held; answers the last one's id, null at the end. */
  fill: (transaction: Database, some: Some) => Promise<number | null>;
  /** Where visitors see these entries, in their order. */
  addressesOf: (database: Database, entries: FoundEntry[]) => Promise<string[]>;
}

interface FoundKind {
  /**
   * One of its own below 16, for good: entries of earlier versions stay until the search is filled anew. So 4, 8 and 12 are
   * left out, which version 0.1 had.
   */
  number: number;
  /** The higher, the earlier it stands among the hits; else its number. */
  rank?: number;
  label: string;
}

/** A few records: the first ones after an id. */
interface Some {
  after: number;
  count: number;
}

interface FindableRecords extends Pick<Findable, 'found' | 'addressesOf'> {
  /** Null: there is one record, always, with the id 1. */
  table: ListTable | null;
  /** What visitors may find of these records, and nothing else. */
  entriesOf: (database: Database, ids: number[]) => Promise<SearchEntry[]>;
  /** How many entries a record has, about. */
  entriesEach?: number;
}

/** Records of a table that are found, each by the entries that are read for its id. */
export function findableRecords({ table, found, entriesOf, addressesOf, entriesEach = 1 }: FindableRecords): Findable {
  const kinds = Object.keys(found);
  const rowsOf = async (database: Database, ids: number[]) =>
    (await entriesOf(database, ids)).map((entry) => rowOf(entry, found[entry.kind]?.number ?? 0));
  return {
    found,
    addressesOf,
    async keep(transaction, id) {
      const recordId = table ? id : 1;
      await holdSearch(transaction);
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
      // An empty list of ids is no SQL.
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

/** A thing that visitors may see and find. */
export interface SearchEntry {
  kind: string;
  recordId: number;
  partId?: number;
  /** Its number in its own table. */
  number: number;
  /** `YYYY-MM-DD` where newer ones come first. */
  date?: string;
  title: string;
  /** Plain text. */
  text: string;
  /** The text is shown, and not looked in. */
  byTitleOnly?: boolean;
}

/** How much of a text is found, in UTF-16 units: a very long one at its beginning. */
const longestText = 20_000;

/**
 * Lets no other transaction make anything findable until this one ends. Who writes a category at the same moment
 * writes its features too: the second of the two has to see the first. SQLite has one writer at a time anyway.
 */
export async function holdSearch(transaction: Database): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(hashtext('site_search'))`.execute(transaction);
}

/** The ids of some records in whatever state: a query for published ones only would be led astray by their index. */
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

/** Adds entries of records that have none. */
async function addRows(transaction: Database, rows: SiteSearchTable[]): Promise<void> {
  // A statement takes a bounded number of values.
  for (let from = 0; from < rows.length; from += 500) {
    await transaction
      .insertInto('site_search')
      .values(rows.slice(from, from + 500))
      .execute();
  }
  await keepWords(
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

/** Kind (4 bits), then day (18, the first one in 1696), then number (31): a whole number below 2 to the 53rd. */
function placeOf({ date, number }: SearchEntry, of: number): number {
  const day = date ? Math.floor(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / 86_400_000) + 100_000 : 0;
  const bounded = Number.isFinite(day) ? Math.min(Math.max(day, 0), 2 ** 18 - 1) : 0;
  return of * 2 ** 49 + bounded * 2 ** 31 + number;
}

/** Of which kind the entry at a place is, by the kind's number. */
export function kindAt(place: number): number {
  return Math.floor(place / 2 ** 49);
}
