import { LRUCache } from 'lru-cache';
import { storeFault } from '../errors.server.ts';
import { yieldToEventLoop } from '../event-loop.server.ts';
import { type CachedResponse, compress, forSharedCaches } from './cached-response.server.ts';

/** How long a visitor waits for a new answer if there is a stale one. */
export const renderTimeout = { milliseconds: 500 };

interface Entry {
  answer: CachedResponse;
  shows: readonly string[];
  /** Day of rendering: pages contain the day's CSRF token. */
  day: number;
  /** The content has changed; the entry is kept for when the database is unavailable. */
  stale: boolean;
}

/** LRU cache of rendered answers by address. A write names the collections whose entries become stale. */
export class AnswerCache {
  readonly #entries = new LRUCache<string, Entry>({ max: 1_000, maxSize: 96 * 2 ** 20, sizeCalculation: sizeOf });
  readonly #making = new Map<string, Promise<CachedResponse>>();
  readonly #versions = new Map<string, number>();
  readonly #isShared: boolean;
  #isSlow = false;
  onRendered: (seconds: number) => void = () => undefined;

  /** @param options.isShared CDNs may cache the answers too */
  constructor({ isShared }: { isShared: boolean } = { isShared: false }) {
    this.#isShared = isShared;
  }

  get(key: string): CachedResponse | null {
    const entry = this.#entries.get(key);
    if (!entry || entry.stale || entry.day !== today()) return null;
    return entry.answer;
  }

  getStale(key: string): CachedResponse | null {
    return this.#entries.peek(key)?.answer ?? null;
  }

  /** Whether another request renders this address; whoever waits for it does no work. */
  isRendering(key: string): boolean {
    return this.#making.has(key);
  }

  /** Renders once for all concurrent requests; a stale answer is sent while the database is slow or unavailable. */
  async answer(key: string, shows: readonly string[], make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const cached = this.get(key) ?? this.#making.get(key);
    if (cached) return cached;
    const last = this.#entries.get(key)?.answer;
    const rendering = this.#make(key, shows, make).finally(() => {
      if (this.#making.get(key) === answer) this.#making.delete(key);
    });
    const answer = last ? this.#orLast(rendering, last) : rendering;
    this.#making.set(key, answer);
    return answer;
  }

  /** After one slow answer the stale one is sent immediately, until rendering is fast again. */
  #orLast(rendering: Promise<CachedResponse>, last: CachedResponse): Promise<CachedResponse> {
    if (!this.#isSlow)
      return staleIfSlow(rendering, last, () => {
        this.#isSlow = true;
      });
    rendering.catch(() => undefined);
    return Promise.resolve(last);
  }

  invalidate(kinds: readonly string[]): void {
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

  async #make(key: string, shows: readonly string[], make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const before = shows.map((kind) => this.version(kind)).join();
    const start = performance.now();
    let answer: CachedResponse;
    try {
      answer = await make();
      const previous = answer.missing && storeFault(answer.missing) ? this.#entries.get(key) : undefined;
      if (previous) return previous.answer;
      if (this.#isShared) answer = forSharedCaches(answer);
      await yieldToEventLoop();
      compress(answer);
      const elapsed = performance.now() - start;
      if (elapsed < renderTimeout.milliseconds) this.#isSlow = false;
      this.onRendered(elapsed / 1_000);
    } catch (error) {
      const last = this.#entries.get(key);
      if (last && storeFault(error)) return last.answer;
      this.#entries.delete(key);
      throw error;
    }
    const unchanged = before === shows.map((kind) => this.version(kind)).join();
    if (unchanged && !answer.uncacheable && !answer.missing)
      this.#entries.set(key, { answer, shows, day: today(), stale: false });
    return answer;
  }
}

/** Twice the plain size, as an upper bound that includes the compressed bodies. */
function sizeOf(entry: Entry): number {
  return entry.answer.bodies.identity.bytes.length * 2;
}

/** Days since 1970, in UTC. */
export function today(): number {
  return Math.floor(Date.now() / 86_400_000);
}

/** Resolves with the stale value if the fresh one takes too long; that one still gets ready. */
export async function staleIfSlow<T>(fresh: Promise<T>, stale: T, onLate: () => void = () => undefined): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => {
    onLate();
    resolve(stale);
  }, renderTimeout.milliseconds);
  return Promise.race([fresh, promise]).finally(() => clearTimeout(timer));
}
