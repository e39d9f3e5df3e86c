import { Refusal } from '#server/errors.server.ts';

/** Hashing is made to be costly: two at once, 32 more may wait. */
const limits = { atOnce: 2, waiting: 32 };

/** Bounds the work with passwords. Work under the same key runs one after the other, so that it sees what was counted. */
export class HashQueue {
  readonly #running = new Set<string>();
  readonly #waiting: { key: string; start: () => void }[] = [];

  /** @throws {Refusal} 503 when too many wait */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= limits.waiting) {
      throw new Refusal(503, 'Too many people are signing in. Try again in 2 seconds.', { retryAfter: 2 });
    }
    await new Promise<void>((start) => {
      this.#waiting.push({ key, start });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#running.delete(key);
      this.#next();
    }
  }

  #next(): void {
    while (this.#running.size < limits.atOnce) {
      const first = this.#waiting.findIndex(({ key }) => !this.#running.has(key));
      const [next] = first < 0 ? [] : this.#waiting.splice(first, 1);
      if (!next) return;
      this.#running.add(next.key);
      next.start();
    }
  }
}
