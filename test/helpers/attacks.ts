import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

declare module 'vitest' {
  interface TaskMeta {
    attack?: { tries: number; through: number };
  }
}

/** How much of it: a part in every run of `npm run test:attacks`, all of it where `ATTACKS=full`. */
export const many = (usual: number, full: number): number => (process.env.ATTACKS === 'full' ? full : usual);

/** Counts tries, and what got through. */
export class Tries {
  count = 0;
  readonly through: string[] = [];
  readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  /** @param what names what got through; null or '' where nothing did */
  note(what: string | null | false | undefined): void {
    this.count++;
    if (what) this.through.push(what);
  }

  /** So many of them, in any order; each time others. */
  some<T>(all: readonly T[], most: number): T[] {
    const left = [...all];
    const chosen: T[] = [];
    while (left.length > 0 && chosen.length < most)
      chosen.push(...left.splice(Math.floor(this.random() * left.length), 1));
    return chosen;
  }
}

/** One class of attacks: a row of the table that `npm run test:attacks` prints. */
export function attack(name: string, run: (tries: Tries) => Promise<void>): void {
  test(name, async ({ task }) => {
    const tries = new Tries(seededRandom(name));
    try {
      await run(tries);
    } finally {
      task.meta.attack = { tries: tries.count, through: tries.through.length };
    }
    expect(tries.through.slice(0, 20)).toEqual([]);
    expect(tries.count).toBeGreaterThan(0);
  });
}

/** Every one of these with every one of those. */
export function pairs<A, B>(these: readonly A[], those: readonly B[]): [A, B][] {
  return these.flatMap((one) => those.map((other): [A, B] => [one, other]));
}

/** Each character or word between bars. */
export const listOf = (text: string): string[] => text.split('|');
