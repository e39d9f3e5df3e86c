import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { HttpError } from '#platform/errors.server.ts';

/** Argon2id as OWASP recommends it: 19 MiB, 2 passes, 1 lane. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(asTyped(password), hashing);
}

/** Verifies a password. A null hash stands for a missing account: it takes the same time and returns false. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? nobodysHash, asTyped(password));
  return right && passwordHash !== null;
}

/** A hash without a password, with the same parameters, for equal timing. */
const nobodysHash = [
  '$argon2id$v=19',
  `m=${hashing.memoryCost},t=${hashing.timeCost},p=${hashing.parallelism}`,
  unpadded(randomBytes(16)),
  unpadded(randomBytes(32)),
].join('$');

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Keyboards encode the same letter in different ways. */
function asTyped(password: string): string {
  return password.normalize('NFKC');
}

/** As `abcd-efgh-jkmn-pqrs`, without letters that look alike: 19.8 bits a group, easy to type from a terminal. */
export function readablePassword(groups = 4): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Hashing is expensive: two run at once, and 32 requests may wait in each of the two queues. */
const hashingLimits = { atOnce: 2, waiting: 32 };

/** `known` has a session, a valid link, or a browser that signed in to this account before. */
type Caller = 'known' | 'stranger';

interface Waiting {
  key: string;
  start: () => void;
}

/**
 * Limits concurrent password hashing. Tasks with the same key run one after the other, so that each sees the attempts
 * counted before. Known clients come first and have their own queue, so strangers cannot fill it.
 */
class HashLimiter {
  readonly #running = new Set<string>();
  readonly #waiting: Record<Caller, Waiting[]> = { known: [], stranger: [] };

  /** @throws {HttpError} 503 when the queue is full */
  async run<T>(caller: Caller, key: string, work: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting[caller];
    if (waiting.length >= hashingLimits.waiting) {
      throw new HttpError(503, 'Too many people are signing in. Try again in 2 seconds.', { retryAfter: 2 });
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

  #take(caller: Caller): Waiting | undefined {
    const waiting = this.#waiting[caller];
    const first = waiting.findIndex(({ key }) => !this.#running.has(key));
    return first < 0 ? undefined : waiting.splice(first, 1)[0];
  }
}

/** One for the process, whose thread pool it protects. */
export const hashes = new HashLimiter();
