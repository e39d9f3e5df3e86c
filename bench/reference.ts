import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { get } from './get.ts';
import type { Row } from './table.ts';

/** What an answer of the reference takes on the machine for which the budgets are given, in milliseconds. */
const work = 20;
const maxSets = 3;
let address: Promise<string> | undefined;

/**
 * Milliseconds of an answer of a bare Node server, in a process of its own, that does a fixed piece of work. It is slow
 * where the machine is slow or busy, as the product is: a call is judged by the ratio of both.
 */
async function referenceTime(): Promise<number> {
  address ??= startServer();
  return (await get(await address)).ms;
}

/** Milliseconds of so many answers, one after the other. */
export async function referenceTimes(count: number): Promise<number> {
  let sum = 0;
  for (let times = 0; times < count; times++) sum += await referenceTime();
  return sum;
}

/**
 * `measure` gives milliseconds, of which the quickest counts: whatever else the machine does only adds. What misses its budget
 * is measured again, as a busy minute may have hit one of the two.
 */
export async function judged(what: string, measure: () => Promise<number[]>, budget: number): Promise<Row> {
  let [quickest, reference, ratio] = [Infinity, Infinity, Infinity];
  const most = budget / work;
  for (let set = 0; set < maxSets && ratio > most; set++) {
    quickest = Math.min(quickest, ...(await measure()));
    for (let times = 0; times < 14; times++) reference = Math.min(reference, await referenceTime());
    ratio = quickest / reference;
  }
  return {
    what,
    value: `${quickest.toFixed(1)} ms (× ${ratio.toFixed(1)} of ${reference.toFixed(1)} ms)`,
    target: `≤ × ${most} (${budget} of ${work} ms)`,
    good: ratio <= most,
  };
}

async function startServer(): Promise<string> {
  const server = fork(path.join(import.meta.dirname, 'reference-server.ts'), { env: { PATH: process.env.PATH } });
  process.once('exit', () => server.kill());
  const [url] = (await once(server, 'message')) as [string];
  server.unref();
  server.channel?.unref();
  // Until its code is compiled.
  for (let times = 0; times < 100; times++) await get(url);
  return url;
}
