import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../database/open.server.ts';
import { retry } from '../retry.server.ts';
import type { Claim, JobQueue } from './queue.server.ts';

/** In milliseconds; tests shorten them. */
export interface WorkerLimits {
  pollInterval: number;
  /** Age of the heartbeat after which a claim expires; workers renew it four times as often. */
  lease: number;
  stop: number;
}

export interface JobHandler<Job extends Claim, Result> {
  /** Plural for the log, such as `mails`. */
  name: string;
  queue: Pick<JobQueue, 'isAnyDue' | 'claim' | 'keep' | 'claimsOf' | 'takeBack' | 'requeueExpired'>;
  openSlot: () => WorkerSlot<Job, Result>;
  begin: (transaction: Database, claim: Claim) => Promise<Job>;
  /**
   * Writes the result and returns what `JobQueue.end` returned, or what to do after the commit. Repeated if the database
   * is unavailable.
   */
  end: (transaction: Database, job: Job, result: Result) => Promise<boolean | (() => void)>;
  onRequeued?: (transaction: Database, ids: number[]) => Promise<void>;
  expire?: () => Promise<void>;
}

export interface WorkerSlot<Job, Result> {
  /** Prepares for the next job before the claim. False if no job can be run now. */
  ready?: () => Promise<boolean>;
  run: (job: Job, signal: AbortSignal) => Promise<Result>;
  close?: () => void;
}

/** Several, so that a hanging job doesn't block the others: those that take longer than a lease hold no slot. */
const [maxQuick, maxSlots] = [4, 16];

export class Worker<Job extends Claim, Result> {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #work: JobHandler<Job, Result>;
  readonly #limits: WorkerLimits;
  readonly #name = randomBytes(4).toString('hex');
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  readonly #slots = new Set<Promise<void>>();
  readonly #held = new Map<number, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  #polling = false;
  #claiming = 0;
  /** A commit failed with an unknown outcome: the table may have a claim of ours that nobody works on. */
  #isUnsure = false;

  constructor(
    parts: { database: Database; log: FastifyBaseLogger },
    work: JobHandler<Job, Result>,
    limits: WorkerLimits,
  ) {
    this.#database = parts.database;
    this.#log = parts.log;
    this.#work = work;
    this.#limits = limits;
  }

  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  async start(): Promise<void> {
    await this.#heartbeat();
    if (this.stopping.aborted) return;
    const { pollInterval, lease } = this.#limits;
    this.#timers.push(
      setInterval(() => void this.#heartbeat(), lease / 4).unref(),
      setInterval(() => this.#poll(), pollInterval).unref(),
    );
    this.#poll();
  }

  stop(): void {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Stops and waits for running jobs; after `limits.stop` they are aborted. */
  async close(): Promise<void> {
    this.stop();
    const finished = Promise.allSettled(this.#slots);
    await Promise.race([finished, sleep(this.#limits.stop, undefined, { ref: false })]);
    this.#cutting.abort();
    await finished;
  }

  #poll() {
    const isSlow = (since: number) => performance.now() - since > this.#limits.lease;
    const slow = [...this.#held.values()].filter(isSlow).length;
    if (this.#polling || this.stopping.aborted || this.#slots.size >= Math.min(maxQuick + slow, maxSlots)) return;
    this.#polling = true;
    void this.#requeueUnknown()
      .then(() => this.#work.queue.isAnyDue(this.#database))
      .then((any) => any && this.#openSlot())
      .catch((error: Error) => this.#log.debug({ event: `${this.#work.name}_unknown`, reason: error.message }))
      .finally(() => {
        this.#polling = false;
      });
  }

  #openSlot() {
    if (this.stopping.aborted) return;
    const slot = this.#drain(this.#work.openSlot())
      .catch((error: Error) => {
        if (error === this.stopping.reason) return;
        this.#log.warn({ event: `${this.#work.name}_lane_ended`, reason: error.message });
      })
      .finally(() => this.#slots.delete(slot));
    this.#slots.add(slot);
  }

  async #drain(slot: WorkerSlot<Job, Result>) {
    try {
      while ((await slot.ready?.()) !== false && !this.stopping.aborted) {
        const job = await this.#claim();
        if (!job) return;
        this.#held.set(job.id, performance.now());
        this.#poll();
        try {
          await this.#end(job, await slot.run(job, this.#cutting.signal));
        } finally {
          this.#held.delete(job.id);
        }
      }
    } finally {
      slot.close?.();
    }
  }

  async #claim(): Promise<Job | null> {
    this.#claiming++;
    try {
      return await this.#database.transaction().execute(async (transaction) => {
        const claim = await this.#work.queue.claim(transaction, this.#name);
        // Stopped meanwhile: the rollback leaves the job to others.
        this.stopping.throwIfAborted();
        return claim && this.#work.begin(transaction, claim);
      });
    } catch (error) {
      this.#isUnsure = true;
      throw error;
    } finally {
      this.#claiming--;
    }
  }

  async #requeueUnknown() {
    if (!this.#isUnsure) return;
    const { queue } = this.#work;
    const claims = await queue.claimsOf(this.#database, this.#name);
    // A claim that is just being committed may be among them.
    if (this.#claiming > 0) return;
    const unknown = claims.filter(({ id }) => !this.#held.has(id));
    await this.#requeue(async (transaction) => {
      const ids: number[] = [];
      for (const claim of unknown) if (await queue.takeBack(transaction, claim)) ids.push(claim.id);
      return ids;
    });
    this.#isUnsure = false;
  }

  /** Retries while the database is unavailable, because a lost result would mean doing the job again. */
  async #end(job: Job, result: Result) {
    const waits = Array.from({ length: 9 }, (_, at) => this.#limits.pollInterval * (at + 1));
    const isOurs = await retry(
      () => this.#database.transaction().execute((transaction) => this.#work.end(transaction, job, result)),
      waits,
    );
    if (typeof isOurs === 'function') isOurs();
    else if (!isOurs) this.#log.warn({ event: `${this.#work.name}_gone`, job: job.id });
  }

  async #heartbeat() {
    const { name, queue, expire } = this.#work;
    try {
      await queue.keep(this.#database, this.#name, [...this.#held.keys()]);
      await this.#requeue((transaction) => queue.requeueExpired(transaction, Math.ceil(this.#limits.lease / 1_000)));
      await expire?.();
    } catch (error) {
      this.#log.debug({ event: `${name}_unknown`, reason: (error as Error).message });
    }
  }

  async #requeue(find: (transaction: Database) => Promise<number[]>) {
    const { name, onRequeued } = this.#work;
    const requeued = await this.#database.transaction().execute(async (transaction) => {
      const ids = await find(transaction);
      if (ids.length > 0) await onRequeued?.(transaction, ids);
      return ids.length;
    });
    if (requeued > 0) this.#log.warn({ event: `${name}_taken_back`, [name]: requeued });
  }
}

/** Adds jitter of ±20 %, so that jobs that failed together aren't retried together. */
export function addJitter(seconds: number): number {
  return seconds * (0.8 + Math.random() * 0.4);
}

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
