import type { Foundations } from './foundations.server.ts';

/** Work that is done now and then: it removes what ended. Doing it twice, or on two instances at once, does no harm. */
export interface SweepJob {
  name: string;
  run: () => Promise<void>;
}

/** How often, in milliseconds. */
const sweepEvery = 10 * 60_000;

/** Runs the jobs one after the other, now and then, until the server closes. One that fails does not stop the others. */
export function sweepNowAndThen({ http, log }: Pick<Foundations, 'http' | 'log'>, jobs: SweepJob[]): void {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, sweepEvery).unref();
  http.addHook('onClose', async () => clearInterval(timer));

  async function sweep(): Promise<void> {
    for (const { name, run } of jobs) {
      await run().catch((error: Error) => log.warn({ event: 'sweep_failed', job: name, reason: error.message }));
    }
  }
}
