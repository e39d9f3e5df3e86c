import { setTimeout as sleep } from 'node:timers/promises';
import { calls, health, pages } from '#paths.ts';
import { isChaos } from './chaos.ts';
import { loadNow, quantile } from './figures.ts';
import { Client } from './requests.ts';

/** What no story of the writers changes, and what they change all the time. */
const ready = [calls.clients, calls.statistics];
const changing = [pages.home, pages.news];

/**
 * Once every page is ready, visitors read while something is wrong, and a supervisor asks whether the process lives. Call
 * what this returns to end it: it tells how it was, and what was not as promised.
 */
export async function startReading(url: string) {
  const client = new Client(url);
  for (const page of [...ready, ...changing]) await client.get(page);
  const failed: string[] = [];
  let ended = false;
  const read = async (page: string, index: number): Promise<number[]> => {
    const took: number[] = [];
    for (; !ended; await sleep(page === health.live ? 100 : 20)) {
      // A supervisor asks each time by a connection of its own.
      const asking = page === health.live ? new Client(url, false) : client;
      const begun = performance.now();
      const status = await asking.send(page, { from: `127.4.0.${1 + index}` }).then(
        (answer) => answer.status,
        () => 0,
      );
      took.push(performance.now() - begun);
      if (status !== 200) failed.push(`${status} ${page}`);
    }
    return took;
  };
  const reading = Promise.all([...ready, ...changing, health.live].map(read));
  return async () => {
    ended = true;
    const took = await reading;
    client.close();
    const told = [
      { what: 'ready pages, p99', took: quantile(took.slice(0, 2).flat(), 0.99), most: 250 },
      { what: 'changing ones, p99', took: quantile(took.slice(2, 4).flat(), 0.99), most: 750 },
      { what: '/healthz at most', took: quantile(took.slice(4).flat(), 1), most: 1_000 },
    ].map((one) => ({ ...one, words: `${one.what} ${one.took} ms` }));
    // A busy machine is slow, not wrong: times are promised where nothing else runs.
    const late = told.filter(({ took, most }) => isChaos && !(took < most));
    return {
      words: `${told.map(({ words }) => words).join(', ')}, ${failed.length} failed${loadNow()}`,
      broken: [...new Set(failed), ...late.map(({ words }) => words)],
    };
  };
}
