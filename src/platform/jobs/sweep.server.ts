import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Must be idempotent and safe on several instances at once. */
export interface SweepJob {
  name: string;
  run: () => Promise<void>;
}

/** Milliseconds. */
const sweepEvery = 10 * 60_000;

/** Runs the jobs periodically, one after the other, until the server closes. A failure doesn't stop the others. */
export function sweepNowAndThen(
  { http, log }: { http: FastifyInstance; log: FastifyBaseLogger },
  jobs: SweepJob[],
): void {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, sweepEvery).unref();
  http.addHook('onClose', async () => clearInterval(timer));

  async function sweep() {
    for (const { name, run } of jobs) {
      await run().catch((error: Error) => log.warn({ event: 'sweep_failed', job: name, reason: error.message }));
    }
  }
}
