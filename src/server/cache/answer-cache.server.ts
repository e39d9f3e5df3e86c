import { LRUCache } from 'lru-cache';
import { storeFault } from '../errors.server.ts';
import { today } from '../http/csrf.server.ts';
import { compressInTurn, compressQuickly, type ReadyAnswer } from './ready-answer.server.ts';

interface Entry {
  answer: ReadyAnswer;
  shows: readonly string[];
  /** The day it was made: pages carry the day's CSRF token. */
  day: number;
  /** What it shows has changed; kept for the case that the database is away. */
  stale: boolean;
}

/**
 * Ready answers by address. A write names the kinds it changed; what shows them is made again at the next request.
 * Bounded: the least used fall out.
 */
export class AnswerCache {
  readonly #entries = new LRUCache<string, Entry>({ max: 1_000, maxSize: 96 * 2 ** 20, sizeCalculation: sizeOf });
  readonly #making = new Map<string, Promise<ReadyAnswer>>();
  readonly #versions = new Map<string, number>();

  /** The fresh answer for an address, if there is one. This is the whole work of a cached page. */
  fresh(key: string): ReadyAnswer | null {
    const entry = this.#entries.get(key);
    return entry && !entry.stale && entry.day === today() ? entry.answer : null;
  }

  /**
   * The answer for an address, made where it is missing: once, however many ask at the same moment.
   * While the database is away, the last good answer stands in.
   */
  async answer(key: string, shows: readonly string[], make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const known = this.fresh(key) ?? this.#making.get(key);
    if (known) return known;
    const making = this.#make(key, shows, make).finally(() => {
      if (this.#making.get(key) === making) this.#making.delete(key);
    });
    this.#making.set(key, making);
    return making;
  }

  /** Says that these kinds changed. */
  drop(kinds: readonly string[]): void {
    for (const kind of kinds) this.#versions.set(kind, this.version(kind) + 1);
    for (const entry of this.#entries.values()) {
      if (entry.shows.some((kind) => kinds.includes(kind))) entry.stale = true;
    }
    // Whoever asks from now on must not share an answer that began before the change.
    this.#making.clear();
  }

  /** Rises with every change of a kind. */
  version(kind: string): number {
    return this.#versions.get(kind) ?? 0;
  }

  async #make(key: string, shows: readonly string[], make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const before = shows.map((kind) => this.version(kind)).join();
    let answer: ReadyAnswer;
    try {
      answer = await make();
      compressQuickly(answer);
    } catch (error) {
      const last = this.#entries.get(key);
      if (last && storeFault(error)) return last.answer;
      throw error;
    }
    const unchanged = before === shows.map((kind) => this.version(kind)).join();
    if (unchanged && answer.status === 200 && !answer.passing)
      this.#keep(key, { answer, shows, day: today(), stale: false });
    return answer;
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    compressInTurn(entry.answer);
  }
}

function sizeOf(entry: Entry): number {
  return entry.answer.bodies.identity.bytes.length * 2;
}
