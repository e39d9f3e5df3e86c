import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/open.server.ts';
import type { Claim, JobQueue } from './queue.server.ts';

/** Times in milliseconds; tests shorten them. */
export interface WorkerLimits {
  /** How often it looks whether something is due. */
  look: number;
  /** Who was silent for so long is taken for dead, and what it held is taken back; the living say so four times as often. */
  lease: number;
  /** How long a stopping instance waits for what is on its way. */
  stop: number;
}

/** What a worker does, told by those whose work it is. */
export interface Work<Job extends Claim, Result> {
  /** In the log, in the plural, such as `mails`. */
  name: string;
  queue: Pick<JobQueue, 'isAnyDue' | 'claim' | 'keep' | 'claimsOf' | 'takeBack' | 'takeBackLost'>;
  openLane: () => Lane<Job, Result>;
  /** Reads what was claimed and begins its line in the history, in the transaction that claims it. */
  begin: (transaction: Database, claim: Claim) => Promise<Job>;
  /** Writes down what came of it, with `JobQueue.end`, whose answer it gives. It is called again where the database was away. */
  end: (transaction: Database, job: Job, result: Result) => Promise<boolean>;
  /** Notes what was taken back from instances that were killed: whether it was done is not known. */
  noteLost: (transaction: Database, ids: number[]) => Promise<void>;
  /** Gives up what is of no use any more. */
  giveUp?: () => Promise<void>;
}

/** One job after the other. */
export interface Lane<Job, Result> {
  /** Gets ready for the next job, before that is claimed. False: nothing can be done now. */
  ready?: () => Promise<boolean>;
  /** Does it, outside any transaction. The signal ends it before its time. */
  run: (job: Job, signal: AbortSignal) => Promise<Result>;
  close?: () => void;
}

/** Jobs on their way at the same moment: one that hangs holds up no other. */
const mostLanes = 4;

/** Works a queue off as long as the program runs, beside as many others as there are instances. */
export class Worker<Job extends Claim, Result> {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #work: Work<Job, Result>;
  readonly #limits: WorkerLimits;
  /** This instance, in claims and histories. */
  readonly #name = randomBytes(4).toString('hex');
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  readonly #lanes = new Set<Promise<void>>();
  readonly #held = new Set<number>();
  readonly #timers: NodeJS.Timeout[] = [];
  #looking = false;
  /** Claims whose commit was not answered yet. */
  #claiming = 0;
  /** A commit was not answered at all: the table may name us for a job that nobody works on. */
  #isUnsure = false;

  constructor(parts: { database: Database; log: FastifyBaseLogger }, work: Work<Job, Result>, limits: WorkerLimits) {
    this.#database = parts.database;
    this.#log = parts.log;
    this.#work = work;
    this.#limits = limits;
  }

  /** Aborts when nothing further is begun. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Begins, once the tables are there. */
  async start(): Promise<void> {
    await this.#beat();
    if (this.stopping.aborted) return;
    const { look, lease } = this.#limits;
    this.#timers.push(
      setInterval(() => void this.#beat(), lease / 4).unref(),
      setInterval(() => this.#look(), look).unref(),
    );
    this.#look();
  }

  /** Begins nothing further. */
  stop(): void {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Stops, and waits for what is on its way; after a while it is cut off. */
  async close(): Promise<void> {
    this.stop();
    const finished = Promise.allSettled(this.#lanes);
    await Promise.race([finished, sleep(this.#limits.stop, undefined, { ref: false })]);
    this.#cutting.abort();
    await finished;
  }

  #look(): void {
    if (this.#looking || this.stopping.aborted || this.#lanes.size >= mostLanes) return;
    this.#looking = true;
    void this.#takeBackUnknown()
      .then(() => this.#work.queue.isAnyDue(this.#database))
      .then((any) => any && this.#openLane())
      .catch((error: Error) => this.#log.debug({ event: `${this.#work.name}_unknown`, reason: error.message }))
      .finally(() => {
        this.#looking = false;
      });
  }

  #openLane(): void {
    if (this.stopping.aborted) return;
    const lane = this.#workOff(this.#work.openLane())
      .catch((error: Error) => {
        if (error === this.stopping.reason) return;
        this.#log.warn({ event: `${this.#work.name}_lane_ended`, reason: error.message });
      })
      .finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #workOff(lane: Lane<Job, Result>): Promise<void> {
    try {
      while ((await lane.ready?.()) !== false && !this.stopping.aborted) {
        const job = await this.#claim();
        if (!job) return;
        this.#held.add(job.id);
        // There may be more than this lane can do soon.
        this.#look();
        try {
          await this.#end(job, await lane.run(job, this.#cutting.signal));
        } finally {
          this.#held.delete(job.id);
        }
      }
    } finally {
      lane.close?.();
    }
  }

  async #claim(): Promise<Job | null> {
    this.#claiming++;
    try {
      return await this.#database.transaction().execute(async (transaction) => {
        const claim = await this.#work.queue.claim(transaction, this.#name);
        // Stopped meanwhile: it remains for others.
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

  async #takeBackUnknown(): Promise<void> {
    if (!this.#isUnsure) return;
    const { queue } = this.#work;
    const claims = await queue.claimsOf(this.#database, this.#name);
    // One that is just being answered may be among them.
    if (this.#claiming > 0) return;
    const unknown = claims.filter(({ id }) => !this.#held.has(id));
    await this.#takeBack(async (transaction) => {
      const ids: number[] = [];
      for (const claim of unknown) if (await queue.takeBack(transaction, claim)) ids.push(claim.id);
      return ids;
    });
    this.#isUnsure = false;
  }

  /** A database that is away for a moment must not cost what was done: it would be done again. */
  async #end(job: Job, result: Result): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const ours = await this.#database
          .transaction()
          .execute((transaction) => this.#work.end(transaction, job, result));
        // Taken over by another instance, or erased.
        if (!ours) this.#log.warn({ event: `${this.#work.name}_gone`, job: job.id });
        return;
      } catch (error) {
        if (tries === 10) throw error;
        await sleep(this.#limits.look * tries, undefined, { ref: false });
      }
    }
  }

  async #beat(): Promise<void> {
    const { name, queue, giveUp } = this.#work;
    try {
      await queue.keep(this.#database, this.#name, [...this.#held]);
      await this.#takeBack((transaction) => queue.takeBackLost(transaction, Math.ceil(this.#limits.lease / 1_000)));
      await giveUp?.();
    } catch (error) {
      this.#log.debug({ event: `${name}_unknown`, reason: (error as Error).message });
    }
  }

  async #takeBack(find: (transaction: Database) => Promise<number[]>): Promise<void> {
    const { name, noteLost } = this.#work;
    const lost = await this.#database.transaction().execute(async (transaction) => {
      const ids = await find(transaction);
      if (ids.length > 0) await noteLost(transaction, ids);
      return ids.length;
    });
    if (lost > 0) this.#log.warn({ event: `${name}_taken_back`, [name]: lost });
  }
}

/** Spreads a wait by a fifth, so that what failed together is not tried together. */
export function spread(seconds: number): number {
  return Math.round(seconds * (0.8 + Math.random() * 0.4));
}
