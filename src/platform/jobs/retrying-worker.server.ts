import { timestampIn } from '../database/dialect.server.ts';
import { type Claim, JobQueue, type JobTable, selectDue } from './queue.server.ts';
import { addJitter, Worker } from './worker.server.ts';

/** Over a weekend. */
export const usualRetries = {
  pollInterval: 500,
  lease: 60_000,
  stop: 5_000,
  /** Seconds before each further attempt; after the last of them a job is given up. */
  waits: [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400],
};

/** Runs jobs that are `done`, or tried again until they are `dead`. What `attempt` throws is the reason, in words. */
export function createRetryingWorker(
  parts: ConstructorParameters<typeof Worker>[0],
  table: JobTable,
  attempt: (id: number, signal: AbortSignal) => Promise<void>,
  limits = usualRetries,
) {
  const queue = new JobQueue({ table, running: 'running', due: (database) => selectDue(database, table) });
  return new Worker<Claim, string | null>(
    parts,
    {
      name: table,
      queue,
      openSlot: () => ({
        run: async ({ id }, signal) => {
          try {
            await attempt(id, signal);
            return null;
          } catch (error) {
            const { message } = error as Error;
            parts.log.warn({ event: `${table}_failed`, job: id, reason: message });
            return message;
          }
        },
      }),
      begin: async (_transaction, claim) => claim,
      end: (transaction, claim, last_error) => {
        const wait = limits.waits[claim.attempts - 1];
        const isLast = last_error === null || wait === undefined;
        return queue.end(transaction, claim, {
          state: last_error === null ? 'done' : isLast ? 'dead' : 'queued',
          last_error,
          ...(!isLast && { next_attempt_at: timestampIn(transaction, addJitter(wait)) }),
        });
      },
    },
    limits,
  );
}
