import { statSync } from 'node:fs';
import { Refusal } from './errors.server.ts';

/**
 * A file or folder that the running program stands on. Who removes it, or puts another in its place (a backup, a
 * volume), leaves the program with one that has no name any more: whatever it wrote there would be lost.
 */
export class OpenedPlace {
  readonly #place: string;
  readonly #identity: string | null;
  readonly #onLost: (reason: string) => void;
  #isLost = false;

  /** `onLost` is told each time that it goes. */
  constructor(place: string, onLost: (reason: string) => void) {
    this.#place = place;
    this.#identity = identityOf(place);
    this.#onLost = onLost;
  }

  /** Whether what stands there now is what was opened. */
  isThere(): boolean {
    const wasLost = this.#isLost;
    this.#isLost = identityOf(this.#place) !== this.#identity;
    if (this.#isLost && !wasLost)
      this.#onLost(`${this.#place} was removed or replaced: put it back, or start again with what is there`);
    return !this.#isLost;
  }

  /** @throws {Refusal} 503 where it is not */
  check(): void {
    if (this.isThere()) return;
    throw new Refusal(503, 'এই মুহূর্তে কিছু রাখা যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।', {
      retryAfter: 5,
      english: 'The data folder of the server was removed or replaced, so nothing can be saved right now.',
    });
  }
}

function identityOf(place: string): string | null {
  const found = statSync(place, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : null;
}
