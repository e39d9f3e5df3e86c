import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'vitest';

/** One line of the table that `npm run test:chaos` prints. */
export interface ChaosRow {
  what: string;
  measured: string;
  goal: string;
}

declare module 'vitest' {
  interface TaskMeta {
    rows?: ChaosRow[];
  }
}

/** True while `npm run test:chaos` runs, which takes hours where `npm test` takes minutes. */
export const isChaos = process.env.CHAOS !== undefined;

/** How much of it: a small part in every run of the tests, all of it in `npm run test:chaos`. */
export const scale = (inTests: number, inChaos: number): number => (isChaos ? inChaos : inTests);

/** On which databases: in every run of the tests on the one that is likelier to fail, in `npm run test:chaos` on both. */
export const databases = (inTests: 'sqlite' | 'postgres') => (isChaos ? (['sqlite', 'postgres'] as const) : [inTests]);

/** Puts what a test measured into the table. Call it before the expectations, so that a broken promise shows its figures. */
export function report({ task }: TestContext, ...rows: ChaosRow[]): void {
  task.meta.rows = [...(task.meta.rows ?? []), ...rows];
}

/** Whether it becomes so within these milliseconds; where it does not, the table can still tell. */
export async function within(milliseconds: number, isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    if (await isSo()) return true;
    await sleep(5);
  }
  return false;
}
