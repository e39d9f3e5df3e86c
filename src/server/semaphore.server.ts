import { busy } from './errors.server.ts';

interface Limits {
  /** What those that have entered may take together, how many others may wait, and how long (milliseconds). */
  permits: number;
  waiting: number;
  wait: number;
}

interface Waiting {
  permits: number;
  enter: (release: () => void) => void;
  timer: NodeJS.Timeout;
}

/** Bounds what is done at once; first come, first served. Who wants more than there is enters alone. */
export class Semaphore {
  readonly #limits: Limits;
  #taken = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Answers how to give it back. @throws {Refusal} 503 when too many wait, or one too long */
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
