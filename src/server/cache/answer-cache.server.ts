import { LRUCache } from 'lru-cache';
import { storeFault } from '../errors.server.ts';
import { today } from '../http/csrf.server.ts';
import { CompressionQueue } from './compression-queue.server.ts';
import { compressQuickly, keepable, type ReadyAnswer } from './ready-answer.server.ts';
import { patience, standIn } from './stand-in.server.ts';

interface Entry {
  answer: ReadyAnswer;
  shows: readonly string[];
  /** Day of rendering: pages contain the day's CSRF token. */
  day: number;
  /** The content has changed; the entry is kept for when the database is unavailable. */
  stale: boolean;
  /** Queued for, or done with, compression at the best level. Only answers requested twice are queued. */
  compressed: boolean;
}

/** LRU cache of rendered answers by address. A write names the collections whose entries become stale. */
export class AnswerCache {
  readonly #entries = new LRUCache<string, Entry>({ max: 1_000, maxSize: 96 * 2 ** 20, sizeCalculation: sizeOf });
  readonly #making = new Map<string, Promise<ReadyAnswer>>();
  readonly #versions = new Map<string, number>();
  readonly #isShared: boolean;
  #isSlow = false;
  onMade: (seconds: number) => void = () => undefined;
  readonly #compression = new CompressionQueue((key) => this.#takeToCompress(key));

  /** @param options.isShared CDNs may cache the answers too */
  constructor({ isShared }: { isShared: boolean } = { isShared: false }) {
    this.#isShared = isShared;
  }

  fresh(key: string): ReadyAnswer | null {
    const entry = this.#entries.get(key);
    if (!entry || entry.stale || entry.day !== today()) return null;
    if (!entry.compressed) this.#compression.add(key);
    return entry.answer;
  }

  last(key: string): ReadyAnswer | null {
    return this.#entries.peek(key)?.answer ?? null;
  }

  /** Whether another request renders this address; whoever waits for it does no work. */
  isMaking(key: string): boolean {
    return this.#making.has(key);
  }

  /** Renders once for all concurrent requests; a stale answer is sent while the database is slow or unavailable. */
  async answer(key: string, shows: readonly string[], make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const known = this.fresh(key) ?? this.#making.get(key);
    if (known) return known;
    const last = this.#entries.get(key)?.answer;
    const made = this.#make(key, shows, make).finally(() => {
      if (this.#making.get(key) === answer) this.#making.delete(key);
    });
    const answer = last ? this.#orLast(made, last) : made;
    this.#making.set(key, answer);
    return answer;
  }

  /** After one slow answer the stale one is sent immediately, until rendering is fast again. */
  #orLast(made: Promise<ReadyAnswer>, last: ReadyAnswer): Promise<ReadyAnswer> {
    if (!this.#isSlow)
      return standIn(made, last, () => {
        this.#isSlow = true;
      });
    made.catch(() => undefined);
    return Promise.resolve(last);
  }

  drop(kinds: readonly string[]): void {
    for (const kind of kinds) this.#versions.set(kind, this.version(kind) + 1);
    for (const entry of this.#entries.values()) {
      if (entry.shows.some((kind) => kinds.includes(kind))) entry.stale = true;
    }
    // Later requests must not join a rendering that began before the change.
    this.#making.clear();
  }

  version(kind: string): number {
    return this.#versions.get(kind) ?? 0;
  }

  async #make(key: string, shows: readonly string[], make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const before = shows.map((kind) => this.version(kind)).join();
    const start = performance.now();
    let answer: ReadyAnswer;
    try {
      answer = await make();
      const whole = answer.missing && storeFault(answer.missing) ? this.#entries.get(key) : undefined;
      if (whole) return whole.answer;
      if (this.#isShared) answer = keepable(answer);
      compressQuickly(answer);
      const took = performance.now() - start;
      if (took < patience) this.#isSlow = false;
      this.onMade(took / 1_000);
    } catch (error) {
      const last = this.#entries.get(key);
      if (last && storeFault(error)) return last.answer;
      this.#entries.delete(key);
      throw error;
    }
    const unchanged = before === shows.map((kind) => this.version(kind)).join();
    if (unchanged && !answer.passing && !answer.missing)
      this.#entries.set(key, { answer, shows, day: today(), stale: false, compressed: false });
    return answer;
  }

  #takeToCompress(key: string): ReadyAnswer | null {
    const entry = this.#entries.peek(key);
    if (!entry || entry.stale) return null;
    entry.compressed = true;
    return entry.answer;
  }
}

/** Twice the plain size, as an upper bound that includes the compressed bodies. */
function sizeOf(entry: Entry): number {
  return entry.answer.bodies.identity.bytes.length * 2;
}
