import { busy } from './errors.server.ts';

interface Limits {
  /** `permits`: total; `waiting`: queue limit; `wait`: milliseconds. */
  permits: number;
  waiting: number;
  wait: number;
}

interface Waiting {
  permits: number;
  key: string | undefined;
  enter: (release: () => void) => void;
  timer: NodeJS.Timeout;
}

/** A wait is counted in so many steps, so that a stall of the process, in which nobody could enter, is one of them at most. */
const steps = 10;

/** FIFO. A request for more than the total runs alone. */
export class Semaphore {
  readonly #limits: Limits;
  #taken = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Resolves to the release function. Requests of one key, such as a network, fill half of the queue at most.
   * @throws {HttpError} 503 if the queue is full or the wait too long
   */
  acquire(permits: number, key?: string): Promise<() => void> {
    return new Promise((enter, refuse) => {
      if (this.#isFull(key)) return refuse(busy());
      let left = steps;
      const timer = setInterval(() => {
        if (--left > 0) return;
        clearInterval(timer);
        this.#waiting.delete(waiting);
        refuse(busy());
        this.#next();
      }, this.#limits.wait / steps);
      const waiting: Waiting = { permits, key, enter, timer };
      this.#waiting.add(waiting);
      this.#next();
    });
  }

  #isFull(key: string | undefined): boolean {
    const most = this.#limits.waiting;
    if (this.#waiting.size >= most) return true;
    if (key === undefined || this.#waiting.size < most / 2) return false;
    return [...this.#waiting].filter((waiting) => waiting.key === key).length >= most / 2;
  }

  #next(): void {
    for (const waiting of this.#waiting) {
      if (this.#taken > 0 && this.#taken + waiting.permits > this.#limits.permits) return;
      clearInterval(waiting.timer);
      this.#waiting.delete(waiting);
      this.#taken += waiting.permits;
      waiting.enter(() => {
        this.#taken -= waiting.permits;
        waiting.permits = 0;
        this.#next();
      });
    }
  }
}
