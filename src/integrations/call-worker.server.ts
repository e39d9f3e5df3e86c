import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#platform/database/open.server.ts';
import type { Claim } from '#platform/jobs/queue.server.ts';
import { addJitter, type JobHandler, Worker, type WorkerLimits } from '#platform/jobs/worker.server.ts';
import type { Called } from './call.server.ts';
import { beginCall, endCall, noteInterrupted } from './call-log.server.ts';

/** A job that calls another system. */
export interface CallJob extends Claim {
  /** What the log says that it is about. */
  event: string;
  /** Its line of the log; null where nothing is called any more. */
  callId: number | null;
}

/** What came of an attempt: a result; or that it is tried again in so many seconds; or neither, and it is given up. */
export interface Attempt<Result> {
  called: Called | null;
  result: Result | null;
  inSeconds: number | null;
}

/** What a worker calls, told by those whose jobs they are. */
export interface Calls<Job extends CallJob, Result> {
  /** In the log of the program, in the plural. */
  name: string;
  queue: JobHandler<Job, Attempt<Result>>['queue'];
  /** Reads what was claimed, in the transaction that claims it; `isOver`: it is to be given up without another call. */
  begin: (transaction: Database, claim: Claim) => Promise<Omit<Job, 'callId'> & { isOver?: boolean }>;
  /** Calls, outside any transaction. Without a result it is tried again, or given up. */
  call: (job: Job, signal: AbortSignal) => Promise<{ called: Called; result: Result | null }>;
  /** Seconds before the next attempt; null gives it up. */
  waitAfter: (job: Job) => number | null;
  /** Writes down what came of it. False where another instance took the job over meanwhile. */
  end: (transaction: Database, job: Job, attempt: Attempt<Result>) => Promise<boolean>;
}

/**
 * Calls other systems, as long as the program runs, again and again until one is answered. A job is written in the
 * transaction of what it is about, its end by whoever still holds it: so it is called at least once, whoever is killed
 * when, always by the same id. Every call has its line in the log.
 */
export class CallWorker<Job extends CallJob, Result> extends Worker<Job, Attempt<Result>> {
  constructor(parts: { database: Database; log: FastifyBaseLogger }, calls: Calls<Job, Result>, limits: WorkerLimits) {
    const { name, queue } = calls;
    super(
      parts,
      {
        name,
        queue,
        openSlot: () => ({ run: (job, signal) => attempt(parts.log, calls, job, signal) }),
        begin: async (transaction, claim) => {
          const { isOver = false, ...job } = await calls.begin(transaction, claim);
          const callId = isOver ? null : await beginCall(transaction, job.event, claim.id);
          return { ...job, callId } as Job;
        },
        end: async (transaction, job, attempt) => {
          if (job.callId !== null && attempt.called) await endCall(transaction, job.callId, attempt.called);
          return calls.end(transaction, job, attempt);
        },
        onRequeued: (transaction, ids) => noteInterrupted(transaction, ids),
      },
      limits,
    );
  }
}

async function attempt<Job extends CallJob, Result>(
  log: FastifyBaseLogger,
  { name, call, waitAfter }: Calls<Job, Result>,
  job: Job,
  signal: AbortSignal,
): Promise<Attempt<Result>> {
  const facts = { job: job.id, what: job.event, attempt: job.attempts };
  if (job.callId === null) {
    log.warn({ event: `${name}_given_up`, ...facts });
    return { called: null, result: null, inSeconds: null };
  }
  const { called, result } = await call(job, signal);
  const told = { ...facts, status: called.status, ms: called.ms };
  if (result !== null) {
    log.info({ event: `${name}_answered`, ...told });
    return { called, result, inSeconds: null };
  }
  log.warn({ event: `${name}_failed`, ...told, reason: called.error });
  if (signal.aborted) return { called, result, inSeconds: 0 };
  const wait = waitAfter(job);
  return { called, result, inSeconds: wait === null ? null : addJitter(wait) };
}
