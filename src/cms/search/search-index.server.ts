import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentChanges } from '#platform/cache/changes.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { foldedWords } from './fold.server.ts';
import { exactTerms, type Term, WordIndex } from './word-index.server.ts';

export interface Searchable {
  /** The collection whose changes concern the entries. */
  collection: string;
  found: Record<string, { rank: number; label: string }>;
  /** For a long list: the published records, of which only those with another version are read again. */
  versions?: (database: Database) => Promise<{ id: number; version: string }[]>;
  /** Entries of published records. Without ids, those of all. */
  entriesOf: (database: Database, ids?: number[]) => Promise<SearchEntry[]>;
}

export interface SearchEntry {
  kind: string;
  recordId: number;
  /** Id of a part with a URL of its own. */
  partId?: number;
  version?: string;
  /** `YYYY-MM-DD`; newer entries come first. */
  date?: string;
  title: string;
  text: string;
  byTitleOnly?: boolean;
  url: string;
}

interface IndexedEntry extends Omit<SearchEntry, 'title' | 'text' | 'byTitleOnly' | 'url'> {
  of: Searchable;
  rank: number;
}

export interface Hits {
  entries: IndexedEntry[];
  more: boolean;
}

/** Nobody reads further. */
const maxHits = 200;
/** Indexed length of a text in UTF-16 units. */
const maxText = 20_000;
/** Records read at once, few enough that others don't notice. */
const batch = 20;

/** All that visitors can search, in memory: built at start, and kept up to date by the change feed. */
export class SearchIndex {
  readonly words = new WordIndex();
  readonly #database: Database;
  readonly #entries = new Map<number, IndexedEntry>();
  readonly #free: number[] = [];
  readonly #followed: Searchable[] = [];
  readonly #stale = new Set<Searchable>();
  #reading: Promise<void> | null = null;
  #closed = false;

  constructor({ database, changes }: { database: Database; changes: ContentChanges }) {
    this.#database = database;
    changes.onChange((collections) => {
      for (const each of this.#followed) if (collections.includes(each.collection)) this.#stale.add(each);
    });
  }

  follow(searchables: Searchable[]): void {
    for (const each of searchables) this.#stale.add(each);
    this.#followed.push(...searchables);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#reading?.catch(() => undefined);
  }

  /** Reads what was written since. */
  refresh(): Promise<void> {
    this.#reading ??= this.#readStale().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readStale(): Promise<void> {
    for (const searchable of this.#stale) {
      this.#stale.delete(searchable);
      await this.#read(searchable).catch((error: unknown) => {
        this.#stale.add(searchable);
        throw error;
      });
    }
  }

  async #read(searchable: Searchable): Promise<void> {
    const own = [...this.#entries].filter(([, { of }]) => of === searchable);
    if (!searchable.versions) {
      const entries = await searchable.entriesOf(this.#database);
      this.#remove(own);
      return this.#add(searchable, entries);
    }
    const published = new Map((await searchable.versions(this.#database)).map(({ id, version }) => [id, version]));
    this.#remove(own.filter(([, { recordId, version }]) => published.get(recordId) !== version));
    for (const { of, recordId } of this.#entries.values()) if (of === searchable) published.delete(recordId);
    const missing = [...published.keys()];
    for (let from = 0; from < missing.length && !this.#closed; from += batch) {
      this.#add(searchable, await searchable.entriesOf(this.#database, missing.slice(from, from + batch)));
      await nextTurn();
    }
  }

  #add(of: Searchable, entries: SearchEntry[]): void {
    for (const { title, text, byTitleOnly, url: _, ...entry } of entries) {
      const number = this.#free.pop() ?? this.#entries.size;
      this.#entries.set(number, { ...entry, of, rank: of.found[entry.kind]?.rank ?? 0 });
      this.words.add(number, foldedWords(title), foldedWords(title, byTitleOnly ? '' : text.slice(0, maxText)));
    }
  }

  #remove(entries: [number, IndexedEntry][]): void {
    if (entries.length === 0) return;
    const numbers = new Set(entries.map(([number]) => number));
    for (const number of numbers) this.#entries.delete(number);
    this.words.remove(numbers);
    this.#free.push(...numbers);
  }

  /** Entries with all terms. Order: all in the title as typed, all in the title, all as typed, more in the title. */
  find(terms: Term[]): Hits {
    if (terms.length === 0) return { entries: [], more: false };
    const matches = terms.map((term) => this.words.matches(term));
    const typed = exactTerms(terms.flatMap(([first]) => first ?? [])).map((term) => this.words.matches(term));
    const hits = [...this.#entries.keys()].filter((entry) => matches.every(({ anywhere }) => anywhere[entry]));
    return this.#ranked(
      hits.map((entry) => {
        const inTitle = matches.filter((match) => match.inTitle[entry]).length;
        if (typed.every((match) => match.inTitle[entry])) return [entry, inTitle + 3_000];
        if (inTitle === terms.length) return [entry, inTitle + 2_000];
        return [entry, typed.every(({ anywhere }) => anywhere[entry]) ? inTitle + 1_000 : inTitle];
      }),
    );
  }

  /** Entries with some of the terms, ranked by their number, rarity (IDF) and whether the title has them. */
  findPartial(terms: Term[]): Hits {
    const scores = new Map<number, number>();
    for (const { inTitle, anywhere } of terms.map((term) => this.words.matches(term))) {
      const weight = 1 / Math.log2(2 + anywhere.filter(Boolean).length);
      for (const entry of this.#entries.keys()) {
        const found = (anywhere[entry] ?? 0) + (inTitle[entry] ?? 0);
        if (found > 0) scores.set(entry, (scores.get(entry) ?? 0) + found * weight);
      }
    }
    return this.#ranked([...scores]);
  }

  #ranked(scores: [number, number][]): Hits {
    const hits = scores.flatMap(([number, score]) => {
      const entry = this.#entries.get(number);
      return entry ? [{ entry, score }] : [];
    });
    hits.sort((one, other) => other.score - one.score || byRank(one.entry, other.entry));
    return { entries: hits.slice(0, maxHits).map(({ entry }) => entry), more: hits.length > maxHits };
  }

  /** Reads the entries, as only their words are in memory. */
  async read(entries: IndexedEntry[]): Promise<SearchEntry[]> {
    const read = [...new Set(entries.map(({ of }) => of))].map((searchable) =>
      searchable.entriesOf(
        this.#database,
        entries.filter(({ of }) => of === searchable).map(({ recordId }) => recordId),
      ),
    );
    const byKey = new Map((await Promise.all(read)).flat().map((entry) => [keyOf(entry), entry]));
    return entries.flatMap((entry) => byKey.get(keyOf(entry)) ?? []);
  }
}

function keyOf({ kind, recordId, partId = 0 }: IndexedEntry | SearchEntry): string {
  return `${kind} ${recordId} ${partId}`;
}

function byRank(one: IndexedEntry, other: IndexedEntry): number {
  const { date = '', partId = 0 } = one;
  const { date: otherDate = '', partId: otherPart = 0 } = other;
  if (one.rank !== other.rank) return other.rank - one.rank;
  if (date !== otherDate) return date < otherDate ? 1 : -1;
  return (otherPart || other.recordId) - (partId || one.recordId);
}
