import { busy } from '../errors.server.ts';

/** Bytes of bodies at once, how many others may wait for them, and how long (milliseconds). */
const limits = { bytes: 32 * 2 ** 20, waiting: 60, wait: 20_000 };

interface Waiting {
  bytes: number;
  enter: (give: () => void) => void;
  timer: NodeJS.Timeout;
}

/** Bounds what large bodies take of the memory together; first come, first served. */
export class RoomForBodies {
  #taken = 0;
  readonly #waiting = new Set<Waiting>();

  /** Waits for room; answers how to give it back. @throws {Refusal} 503 when too many wait, or one too long */
  take(bytes: number): Promise<() => void> {
    return new Promise((enter, refuse) => {
      if (this.#waiting.size >= limits.waiting) return refuse(busy());
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        refuse(busy());
        this.#next();
      }, limits.wait);
      const waiting: Waiting = { bytes, enter, timer };
      this.#waiting.add(waiting);
      this.#next();
    });
  }

  #next(): void {
    for (const waiting of this.#waiting) {
      if (this.#taken > 0 && this.#taken + waiting.bytes > limits.bytes) return;
      clearTimeout(waiting.timer);
      this.#waiting.delete(waiting);
      this.#taken += waiting.bytes;
      waiting.enter(() => {
        this.#taken -= waiting.bytes;
        this.#next();
      });
    }
  }
}
