import { setTimeout as sleep } from 'node:timers/promises';
import type { TestContext } from 'vitest';

/** One line of the table that `npm run torment` prints. */
export interface TormentRow {
  what: string;
  measured: string;
  goal: string;
}

declare module 'vitest' {
  interface TaskMeta {
    rows?: TormentRow[];
  }
}

/** True while `npm run torment` runs, which takes hours where `npm test` takes minutes. */
export const isChaos = process.env.TORMENT !== undefined;

/** How much of it: a small part in every run of the tests, all of it in `npm run torment`. */
export const amount = (inTests: number, inTorment: number): number => (isChaos ? inTorment : inTests);

/** Puts what a test measured into the table. Call it before the expectations, so that a broken promise shows its figures. */
export function tell({ task }: TestContext, ...rows: TormentRow[]): void {
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
