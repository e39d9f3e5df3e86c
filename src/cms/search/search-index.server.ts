import type { ContentChanges } from '#platform/cache/changes.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import { foldedWords } from './fold.server.ts';
import { type Term, WordIndex } from './word-index.server.ts';

export interface Searchable {
  /** The collection whose changes concern the entries. Ids of records are unique in it. */
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
  /** Id of a part with a URL of its own, and the title of the record that it is in. */
  partId?: number;
  within?: string;
  version?: string;
  /** `YYYY-MM-DD`; newer entries come first. */
  date?: string;
  title: string;
  text: string;
  byTitleOnly?: boolean;
  url: string;
}

interface IndexedEntry extends Omit<SearchEntry, 'title' | 'within' | 'text' | 'byTitleOnly' | 'url'> {
  of: Searchable;
  rank: number;
}

/** A record, and after it the best of its parts where the whole record is the better hit. */
type Hit<Entry> = Entry[];

interface Hits {
  hits: Hit<IndexedEntry>[];
  more: boolean;
}

/** Nobody reads further. */
const maxHits = 200;
/** Share of the best score below which a hit is irrelevant. */
const tail = 0.4;
/** Share of the query, by rarity, that the best hit has at least. */
const leastCoverage = 0.3;
/** Score of having all terms; one step of rank is worth less. */
const wholeBonus = 0.1;
/** Match of the best hit and share of the query that is known, below which the query is about something else. */
const leastMatch = 0.28;
const leastKnown = 0.55;
/** A word that no entry has is about as rare as one that so many have. */
const foundOfUnknown = 4;
const rankWeight = 0.015;
/** Indexed length of a text in UTF-16 units. */
const maxText = 20_000;
/** Records read at once. */
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

  /** Whether all that was written is in it. */
  get isCurrent(): boolean {
    return this.#reading === null && this.#stale.size === 0;
  }

  /** Reads what was written since. */
  async refresh(): Promise<void> {
    if (this.isCurrent) return;
    this.#reading ??= this.#readStale().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
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
      for (const entry of await searchable.entriesOf(this.#database, missing.slice(from, from + batch))) {
        this.#add(searchable, [entry]);
        // Between any two: each step of a request would wait for the whole batch.
        await yieldToEventLoop();
      }
    }
  }

  #add(of: Searchable, entries: SearchEntry[]): void {
    for (const { title, within = '', text, byTitleOnly, url: _, ...entry } of entries) {
      const number = this.#free.pop() ?? this.#entries.size;
      this.#entries.set(number, { ...entry, of, rank: of.found[entry.kind]?.rank ?? 0 });
      this.words.add(number, foldedWords(title), foldedWords(title, within, byTitleOnly ? '' : text.slice(0, maxText)));
    }
  }

  #remove(entries: [number, IndexedEntry][]): void {
    if (entries.length === 0) return;
    const numbers = new Set(entries.map(([number]) => number));
    for (const number of numbers) this.#entries.delete(number);
    this.words.remove(numbers);
    this.#free.push(...numbers);
  }

  /** Entries by the terms they have, weighted by rarity (IDF) and place; those far below the best are left out. */
  find(terms: Term[]): Hits {
    const matches = terms.map((term) => this.words.matches(term));
    const rarities = matches.map((match) =>
      this.#rarityOf(match.reduce((count, quality) => count + Number(quality > 0), 0)),
    );
    const total = rarities.reduce((sum, rarity) => sum + rarity, 0);
    const scored: { entry: IndexedEntry; score: number; match: number; known: number }[] = [];
    let best = 0;
    for (const [number, entry] of this.#entries) {
      let found = 0;
      let covered = 0;
      for (let at = 0; at < matches.length; at++) {
        const quality = matches[at]?.[number] ?? 0;
        if (quality === 0) continue;
        found += quality * (rarities[at] ?? 0);
        covered += rarities[at] ?? 0;
      }
      if (covered < total * leastCoverage || covered === 0) continue;
      const match = found / total;
      const score = match + (covered === total ? wholeBonus : 0) + entry.rank * rankWeight;
      best = Math.max(best, score);
      scored.push({ entry, score, match, known: covered / total });
    }
    if (!scored.some(({ match, known }) => match >= leastMatch || known >= leastKnown))
      return { hits: [], more: false };
    const relevant = scored.filter(({ score }) => score >= best * tail);
    relevant.sort((one, other) => other.score - one.score || byRank(one.entry, other.entry));
    return hitsOf(relevant.map(({ entry }) => entry));
  }

  #rarityOf(found: number): number {
    return Math.sqrt(Math.log2(1 + this.#entries.size / (found || foundOfUnknown)));
  }

  /** Reads the entries, as only their words are in memory. */
  async read(hits: Hit<IndexedEntry>[]): Promise<Hit<SearchEntry>[]> {
    const entries = hits.flat();
    const read = [...new Set(entries.map(({ of }) => of))].map((searchable) =>
      searchable.entriesOf(
        this.#database,
        entries.filter(({ of }) => of === searchable).map(({ recordId }) => recordId),
      ),
    );
    const byKey = new Map((await Promise.all(read)).flat().map((entry) => [keyOf(entry), entry]));
    return hits.map((hit) => hit.flatMap((entry) => byKey.get(keyOf(entry)) ?? []));
  }
}

function hitsOf(entries: IndexedEntry[]): Hits {
  const records = new Map<string, Hit<IndexedEntry>>();
  for (const entry of entries) {
    const key = `${entry.of.collection} ${entry.recordId}`;
    const hit = records.get(key);
    if (!hit) records.set(key, [entry]);
    else if (hit.length === 1 && !hit[0]?.partId) hit.push(entry);
    if (records.size > maxHits) break;
  }
  const hits = [...records.values()];
  return { hits: hits.slice(0, maxHits), more: hits.length > maxHits };
}

function keyOf({ kind, recordId, partId = 0 }: IndexedEntry | SearchEntry): string {
  return `${kind} ${recordId} ${partId}`;
}

function byRank(one: IndexedEntry, other: IndexedEntry): number {
  const { date = '', partId = 0 } = one;
  const { date: otherDate = '', partId: otherPart = 0 } = other;
  if (one.rank !== other.rank) return other.rank - one.rank;
  if (date !== otherDate) return date < otherDate ? 1 : -1;
  return partId && otherPart ? partId - otherPart : other.recordId - one.recordId;
}
