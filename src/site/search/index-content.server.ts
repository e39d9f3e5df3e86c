import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '#cms/context.server.ts';
import { lockSearch } from '#cms/search/entries.server.ts';
import { readFilling, rememberFilling } from '#cms/search/upkeep.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { searchableContent } from './searchable-content.server.ts';

/** The database stores how far this list was processed, so its order is fixed. */
const steps = searchableContent.map(({ fill }) => fill);

/** Target duration of one step in milliseconds, short enough to be unnoticeable. */
const stretch = 30;
/** Records per step; with fewer, most time goes into the overhead. */
const least = 10;
const most = 500;

/** Milliseconds that a start waits for the search index; the rest is built in the background. */
const startTimeout = 1_500;
/** Milliseconds before a failed step is retried. */
const retryDelay = 5_000;

/** Builds the search index after start and stops at shutdown. Returns the function that begins it. */
export function searchIndexer({ http, database, log }: AppContext): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  http.addHook('preClose', async () => {
    stopping.abort();
    await running;
  });

  return async () => {
    const filling = indexContent(database, signal);
    running = filling.catch(() => undefined);
    const filled = await Promise.race([filling.then(() => true), sleep(startTimeout, false, { ref: false })]);
    if (!filled) running = goOn(filling);
  };

  async function goOn(filling: Promise<void>): Promise<void> {
    for (let next = filling; !signal.aborted; next = indexContent(database, signal)) {
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
 * Builds the search index where it is incomplete: after an upgrade, after the sample content, and when word folding has
 * changed. Until then the old index is used. Works in small steps with pauses; each step records its progress, so that
 * restarts continue and several instances share the work.
 */
export async function indexContent(database: Database, signal = new AbortController().signal): Promise<void> {
  for (let count = least; !signal.aborted; ) {
    const began = performance.now();
    const filled = await database.transaction().execute((transaction) => indexSome(transaction, count));
    if (filled) return;
    const took = Math.max(1, performance.now() - began);
    count = Math.min(most, Math.max(least, Math.round(count * Math.min(2, stretch / took))));
    await sleep(took / 3, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns whether the index is complete. */
async function indexSome(transaction: Database, count: number): Promise<boolean> {
  await lockSearch(transaction);
  const filling = await readFilling(transaction);
  if (!filling) return true;
  const { step, after } = filling;
  const make = steps[step];
  const last = make ? await make(transaction, { after, count }) : null;
  const next = last === null ? { step: step + 1, after: 0 } : { step, after: last };
  await rememberFilling(transaction, next.step < steps.length ? next : null);
  return false;
}
