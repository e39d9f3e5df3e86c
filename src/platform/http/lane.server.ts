const weight = 0.1;

const mostSkipped = 50;

interface Waiting {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/** Limits concurrent requests of one class. Waiting ones are queued by network or session, served round-robin. */
export class FairScheduler {
  readonly #longestWait: number;
  readonly #queues = new Map<string, Waiting[]>();
  #free: number;
  readonly #connectionCount: () => number;
  #isScheduled = false;
  /** Moving average of milliseconds between two completions, and the time of the last one. */
  #pace = 1;
  #lastEnd = 0;

  /**
   * @param limits.wait milliseconds; requests expected to wait longer are rejected at once
   * @param connectionCount connections accepted since the start
   */
  constructor(limits: { places: number; wait: number }, connectionCount: () => number) {
    this.#free = limits.places;
    this.#longestWait = limits.wait;
    this.#connectionCount = connectionCount;
  }

  /** Waits for a slot. Resolves to false on timeout. */
  async acquire(key: string): Promise<boolean> {
    if (this.#free > 0 && !this.#isScheduled) {
      this.#free--;
      this.#schedule();
      return true;
    }
    if (this.#queues.size === 0) this.#lastEnd = performance.now();
    if (this.#expectedWait(key) > this.#longestWait) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiting = {
      begin: () => resolve(true),
      timer: setTimeout(() => {
        this.#remove(key, waiting);
        resolve(false);
      }, 2 * this.#longestWait),
    };
    const queue = this.#queues.get(key);
    if (queue) queue.push(waiting);
    else this.#queues.set(key, [waiting]);
    return promise;
  }

  release(): void {
    this.#free++;
    if (this.#queues.size === 0) return;
    const now = performance.now();
    this.#pace += (now - this.#lastEnd - this.#pace) * weight;
    this.#lastEnd = now;
    this.#schedule();
  }

  /** Node accepts one connection per event-loop iteration: skip those, or new visitors wait for all queued work. */
  #schedule(skipped = 0): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const count = this.#connectionCount();
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#free === 0 || this.#queues.size === 0) return;
      const letsPass = this.#connectionCount() > count && skipped < mostSkipped;
      if (!letsPass) this.#beginNext();
      this.#schedule(letsPass ? skipped + 1 : 0);
    });
  }

  #beginNext(): void {
    const [first] = this.#queues;
    if (!first) return;
    const [key, [next, ...others]] = first;
    this.#queues.delete(key);
    if (others.length > 0) this.#queues.set(key, others);
    clearTimeout(next?.timer);
    this.#free--;
    next?.begin();
  }

  /** Round-robin: before this request come its own queue, and as many of each other queue. */
  #expectedWait(key: string): number {
    const own = (this.#queues.get(key)?.length ?? 0) + 1;
    let before = own;
    for (const [other, { length }] of this.#queues) if (other !== key) before += Math.min(length, own);
    // After a long stall the average is too optimistic.
    return before * Math.max(this.#pace, performance.now() - this.#lastEnd - this.#longestWait);
  }

  #remove(key: string, waiting: Waiting): void {
    const left = this.#queues.get(key)?.filter((other) => other !== waiting) ?? [];
    if (left.length > 0) this.#queues.set(key, left);
    else this.#queues.delete(key);
  }
}
