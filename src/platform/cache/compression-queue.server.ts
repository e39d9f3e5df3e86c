import { type CachedResponse, compressBest } from './cached-response.server.ts';

const most = 200;

/** One answer at a time. The queue holds addresses, so that evicted answers can be freed. */
export class CompressionQueue {
  readonly #waiting = new Set<string>();
  readonly #answerAt: (key: string) => CachedResponse | null;
  #running = false;

  constructor(answerAt: (key: string) => CachedResponse | null) {
    this.#answerAt = answerAt;
  }

  add(key: string): void {
    if (this.#waiting.has(key)) return;
    const [oldest] = this.#waiting.size < most ? [] : this.#waiting;
    if (oldest !== undefined) this.#waiting.delete(oldest);
    this.#waiting.add(key);
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (const key of this.#waiting) {
      this.#waiting.delete(key);
      const answer = this.#answerAt(key);
      if (answer) await compressBest(answer).catch(() => undefined);
    }
    this.#running = false;
  }
}
