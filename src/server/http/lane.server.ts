/** How much of a new measurement goes into the average time between two ends of work. */
const weight = 0.1;

/** Turns in a row that are left to new connections. */
const mostSkipped = 50;

interface Waiting {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Bounds how many requests of one sort are worked on at once. The others wait, a queue for each `key` (a network, a
 * session), and the queues take turns: who sends much waits behind the own requests, not others behind them.
 */
export class Lane {
  readonly #longestWait: number;
  readonly #queues = new Map<string, Waiting[]>();
  #free: number;
  readonly #connectionCount: () => number;
  #isScheduled = false;
  /** Milliseconds between two ends of work while others wait, on average, and when the last one was. */
  #pace = 1;
  #lastEnd = 0;

  /**
   * @param limits.wait milliseconds: who would have to wait longer is refused at once
   * @param connectionCount how many connections have ever come
   */
  constructor(limits: { places: number; wait: number }, connectionCount: () => number) {
    this.#free = limits.places;
    this.#longestWait = limits.wait;
    this.#connectionCount = connectionCount;
  }

  /** Waits for a place, to be given back by `leave`. Answers whether there was one in time. */
  async enter(key: string): Promise<boolean> {
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

  leave(): void {
    this.#free++;
    if (this.#queues.size === 0) return;
    const now = performance.now();
    this.#pace += (now - this.#lastEnd - this.#pace) * weight;
    this.#lastEnd = now;
    this.#schedule();
  }

  /**
   * One request begins in each turn of the event loop. Node accepts one connection in each turn, so turns that bring one
   * are left to the next: a new visitor would wait as long as all work together takes.
   */
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

  /** Of one more request of `key`: the others of it stand before it, and as many of each other queue. */
  #expectedWait(key: string): number {
    const own = (this.#queues.get(key)?.length ?? 0) + 1;
    let before = own;
    for (const [other, { length }] of this.#queues) if (other !== key) before += Math.min(length, own);
    // Where nothing has ended for long, the average is of better days.
    return before * Math.max(this.#pace, performance.now() - this.#lastEnd - this.#longestWait);
  }

  #remove(key: string, waiting: Waiting): void {
    const left = this.#queues.get(key)?.filter((other) => other !== waiting) ?? [];
    if (left.length > 0) this.#queues.set(key, left);
    else this.#queues.delete(key);
  }
}
