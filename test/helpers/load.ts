import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { calls, pages } from '#paths.ts';

/** What stays ready in the cache as long as nobody changes what it shows. */
export const readyPages = [
  pages.home,
  pages.news,
  pages.packages,
  pages.features,
  pages.clients,
  calls.news,
  calls.clients,
];

export interface LoadOrder {
  url: string;
  /** The second part of the addresses that it comes from. */
  net: number;
  seconds: number;
  /** By name, see `load-worker.ts`: how many a second. */
  streams: Record<string, number>;
  /** Instead, so many clients that each send the next request as soon as the last one is answered. */
  crowd?: number;
  /** Each request comes by a connection of its own. */
  unkept?: boolean;
  csrf: string;
  sessions: string[];
  /** Ids. */
  news: number[];
}

/** `at` and `ms` in milliseconds; the status is 0 where no answer came. */
export interface Sample {
  at: number;
  status: number;
  ms: number;
}

/** Sends this load from a thread of its own, so that who sends much does not keep waiting who measures. */
export async function load(order: LoadOrder): Promise<Record<string, Sample[]>> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), { workerData: order, execArgv: [] });
  const [samples] = (await once(worker, 'message')) as [Record<string, Sample[]>];
  return samples;
}
