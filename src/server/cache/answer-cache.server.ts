import { LRUCache } from 'lru-cache';
import { storeFault } from '../errors.server.ts';
import { today } from '../http/csrf.server.ts';
import { CompressionQueue } from './compression-queue.server.ts';
import { compressQuickly, keepable, type ReadyAnswer } from './ready-answer.server.ts';
import { patience, standIn } from './stand-in.server.ts';

interface Entry {
  answer: ReadyAnswer;
  shows: readonly string[];
  /** The day it was made: pages carry the day's CSRF token. */
  day: number;
  /** What it shows has changed; kept for the case that the database is away. */
  stale: boolean;
  /** In its smallest form, or about to be: what is read once does not earn that. */
  compressed: boolean;
}

/**
 * Ready answers by address. A write names the kinds it changed; what shows them is made again at the next request.
 * Bounded: the least used fall out.
 */
export class AnswerCache {
  readonly #entries = new LRUCache<string, Entry>({ max: 1_000, maxSize: 96 * 2 ** 20, sizeCalculation: sizeOf });
  readonly #making = new Map<string, Promise<ReadyAnswer>>();
  readonly #versions = new Map<string, number>();
  readonly #isShared: boolean;
  /** The database takes longer than a visitor waits. */
  #isSlow = false;
  /** Told how long each answer took that was made, in seconds. */
  onMade: (seconds: number) => void = () => undefined;
  readonly #compression = new CompressionQueue((key) => this.#takeToCompress(key));

  /** @param options.isShared caches between visitors and us may keep the answers too */
  constructor({ isShared }: { isShared: boolean } = { isShared: false }) {
    this.#isShared = isShared;
  }

  /** The fresh answer for an address, if there is one. This is the whole work of a cached page. */
  fresh(key: string): ReadyAnswer | null {
    const entry = this.#entries.get(key);
    if (!entry || entry.stale || entry.day !== today()) return null;
    if (!entry.compressed) this.#compression.add(key);
    return entry.answer;
  }

  /** The answer that was kept last for an address, also where what it shows may have changed since. */
  last(key: string): ReadyAnswer | null {
    return this.#entries.peek(key)?.answer ?? null;
  }

  /** Whether somebody else makes the answer of an address at this moment: who waits for it has no work done. */
  isMaking(key: string): boolean {
    return this.#making.has(key);
  }

  /**
   * The answer for an address, made where it is missing: once, however many ask at the same moment.
   * While the database is away or does not answer, the last good answer stands in.
   */
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

  /** What is being made. Once that took too long, the last answer comes at once, until something is made in time again. */
  #orLast(made: Promise<ReadyAnswer>, last: ReadyAnswer): Promise<ReadyAnswer> {
    if (!this.#isSlow)
      return standIn(made, last, () => {
        this.#isSlow = true;
      });
    made.catch(() => undefined);
    return Promise.resolve(last);
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

/** The compressed forms, which come later, are together smaller than the plain one. */
function sizeOf(entry: Entry): number {
  return entry.answer.bodies.identity.bytes.length * 2;
}
