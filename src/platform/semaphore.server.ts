import { busy } from './errors.server.ts';

interface Limits {
  /** `permits`: total; `waiting`: queue limit; `wait`: milliseconds. */
  permits: number;
  waiting: number;
  wait: number;
}

interface Waiting {
  permits: number;
  enter: (release: () => void) => void;
  timer: NodeJS.Timeout;
}

/** FIFO. A request for more than the total runs alone. */
export class Semaphore {
  readonly #limits: Limits;
  #taken = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Resolves to the release function. @throws {HttpError} 503 if the queue is full or the wait too long */
  acquire(permits: number): Promise<() => void> {
    return new Promise((enter, refuse) => {
      if (this.#waiting.size >= this.#limits.waiting) return refuse(busy());
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        refuse(busy());
        this.#next();
      }, this.#limits.wait);
      const waiting: Waiting = { permits, enter, timer };
      this.#waiting.add(waiting);
      this.#next();
    });
  }

  #next(): void {
    for (const waiting of this.#waiting) {
      if (this.#taken > 0 && this.#taken + waiting.permits > this.#limits.permits) return;
      clearTimeout(waiting.timer);
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
