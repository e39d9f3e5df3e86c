import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '#server/errors.server.ts';

/** Argon2id as OWASP recommends it: 19 MiB, 2 passes, 1 lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(asTyped(password), hashing);
}

/** Whether a password is the one behind a hash. Null stands for an account that does not exist: false, after the same work. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? nobodysHash, asTyped(password));
  return right && passwordHash !== null;
}

/** The hash of no password, with the parameters of the others. */
const nobodysHash = [
  '$argon2id$v=19',
  `m=${hashing.memoryCost},t=${hashing.timeCost},p=${hashing.parallelism}`,
  unpadded(randomBytes(16)),
  unpadded(randomBytes(32)),
].join('$');

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Keyboards write the same letter in different ways. */
function asTyped(password: string): string {
  return password.normalize('NFKC');
}

/** Hashing is made to be costly: two at once, 32 strangers more may wait, and as many who are known. */
const hashingLimits = { atOnce: 2, waiting: 32 };

/** Known is who has proved something: a session, a link of ours, or a browser that signed in to this account before. */
type Asker = 'known' | 'stranger';

interface Waiting {
  key: string;
  start: () => void;
}

/**
 * Bounds the work with passwords. Work under the same key runs one after the other, so that it sees what was counted.
 * Who is known comes first, and however many strangers ask, they fill their own places only.
 */
export class HashLimiter {
  readonly #running = new Set<string>();
  readonly #waiting: Record<Asker, Waiting[]> = { known: [], stranger: [] };

  /** @throws {Refusal} 503 when too many wait */
  async run<T>(asker: Asker, key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting[asker];
    if (waiting.length >= hashingLimits.waiting) {
      throw new Refusal(503, 'Too many people are signing in. Try again in 2 seconds.', { retryAfter: 2 });
    }
    await new Promise<void>((start) => {
      waiting.push({ key, start });
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
    while (this.#running.size < hashingLimits.atOnce) {
      const next = this.#take('known') ?? this.#take('stranger');
      if (!next) return;
      this.#running.add(next.key);
      next.start();
    }
  }

  #take(asker: Asker): Waiting | undefined {
    const waiting = this.#waiting[asker];
    const first = waiting.findIndex(({ key }) => !this.#running.has(key));
    return first < 0 ? undefined : waiting.splice(first, 1)[0];
  }
}
