import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/database/open.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { holdSearch } from '#server/site-search/entries.server.ts';
import { readFilling, rememberFilling } from '#server/site-search/upkeep.server.ts';
import { findables } from './findables.server.ts';

/** In this order, which the store remembers. */
const steps = findables.map(({ fill }) => fill);

/** How long the filling takes at a stretch, in milliseconds: nobody notices so short a wait. */
const stretch = 30;
/** Records of a step; fewer would spend the time on steps, not on records. */
const least = 10;
const most = 500;

/** How long a start waits for the search to be filled, in milliseconds: the rest is done beside the first visitors. */
const startTimeout = 1_500;
/** How long a filling that failed waits before it goes on. */
const retryDelay = 5_000;

/** The filling of the search at a start of the program, with which it stops. Answers how to begin it. */
export function searchFilling({ http, database, log }: Foundations): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  http.addHook('preClose', async () => {
    stopping.abort();
    await running;
  });

  return async () => {
    const filling = makeContentFindable(database, signal);
    running = filling.catch(() => undefined);
    const filled = await Promise.race([filling.then(() => true), sleep(startTimeout, false, { ref: false })]);
    if (!filled) running = goOn(filling);
  };

  async function goOn(filling: Promise<void>): Promise<void> {
    for (let next = filling; !signal.aborted; next = makeContentFindable(database, signal)) {
      try {
        return await next;
      } catch (error) {
        log.warn({ event: 'search_unfilled', reason: (error as Error).message });
        await sleep(retryDelay, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

/**
 * Fills the search where it was never filled whole: after the update that brought it, after the sample content, and
 * whenever words are folded in a new way; until then visitors find what was there before. In small steps with pauses, so
 * that everybody else gets a turn. Each step leaves a note of how far it came: a start that was cut off goes on from
 * there, and several instances share the work.
 */
export async function makeContentFindable(database: Database, signal = new AbortController().signal): Promise<void> {
  for (let count = least; !signal.aborted; ) {
    const began = performance.now();
    const filled = await database.transaction().execute((transaction) => fillSome(transaction, count));
    if (filled) return;
    const took = Math.max(1, performance.now() - began);
    count = Math.min(most, Math.max(least, Math.round(count * Math.min(2, stretch / took))));
    await sleep(took / 3, undefined, { signal }).catch(() => undefined);
  }
}

/** Answers whether there was nothing left to do. */
async function fillSome(transaction: Database, count: number): Promise<boolean> {
  await holdSearch(transaction);
  const filling = await readFilling(transaction);
  if (!filling) return true;
  const { step, after } = filling;
  const make = steps[step];
  const last = make ? await make(transaction, { after, count }) : null;
  const next = last === null ? { step: step + 1, after: 0 } : { step, after: last };
  await rememberFilling(transaction, next.step < steps.length ? next : null);
  return false;
}
