import { compressWell, type ReadyAnswer } from './ready-answer.server.ts';

/** Addresses that wait at most: the oldest of them is forgotten, and comes again when it is read again. */
const most = 200;

/**
 * Compresses what is read again as well as it can be: one answer at a time leaves the machine to the visitors. Only
 * addresses wait, so nothing is held for it that the cache let go, and the newest answer of an address is the one taken.
 */
export class CompressionQueue {
  readonly #waiting = new Set<string>();
  readonly #answerAt: (key: string) => ReadyAnswer | null;
  #running = false;

  /** `answerAt` tells the answer that is sent at an address, or null where there is none any more. */
  constructor(answerAt: (key: string) => ReadyAnswer | null) {
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
      // Failing leaves what is there, which is right.
      if (answer) await compressWell(answer).catch(() => undefined);
    }
    this.#running = false;
  }
}
