import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/open.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { mailAfterAsking } from '../give-access.server.tsx';
import { isAnyOpen } from '../personal-accesses.server.ts';
import { activeWebhook } from '../personal-settings.server.ts';
import { askDemoSystem, type MadeAccess, readLead, usualCallLimits } from '../webhook.server.ts';
import { beginCall, endCall, noteInterrupted } from '../webhook-calls.server.ts';
import type { Called, CallLimits } from '../webhook-post.server.ts';
import { askAgainIn, type Claim, claimAccess, giveUpLate, keepMade, takeBackLost } from './claims/data.server.ts';

/** Times in milliseconds; tests shorten them. */
export interface AskerLimits {
  call: CallLimits;
  /** How often it looks whether somebody is to be asked for. */
  look: number;
  /** Whoever asks for longer than this was killed: no call takes so long. */
  lease: number;
  /** Seconds before the second attempt, the third, and so on; the last one again and again until the time is over. */
  waits: readonly [number, ...number[]];
  /** How long a stopping instance waits for calls on their way. */
  stop: number;
}

const usual: AskerLimits = {
  call: usualCallLimits,
  look: 500,
  lease: 30_000,
  waits: [5, 15, 45, 120, 300],
  stop: 5_000,
};

/** Calls on their way at the same moment: one that hangs holds up no other. */
const lanes = 4;

/**
 * Asks the vendor's demo system for the accesses of single requests, as long as the program runs. An answer and the mail
 * that it leads to are written in one transaction, by whoever still holds the question: so there is one mail, whoever is
 * killed when. Until that is written the demo system may be asked again, under the same id.
 */
export class AccessAsker {
  readonly #database: Database;
  readonly #settings: Pick<Settings, 'secret' | 'production'>;
  readonly #log: FastifyBaseLogger;
  readonly #limits: AskerLimits;
  /** This instance, in claims. */
  readonly #name = randomBytes(4).toString('hex');
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #looking = false;

  constructor(
    parts: { database: Database; settings: Pick<Settings, 'secret' | 'production'>; log: FastifyBaseLogger },
    limits: AskerLimits = usual,
  ) {
    this.#database = parts.database;
    this.#settings = parts.settings;
    this.#log = parts.log;
    this.#limits = limits;
  }

  /** Begins, once the tables are there. */
  start(): void {
    if (this.#stopping.signal.aborted) return;
    this.#timer = setInterval(() => this.#look(), this.#limits.look).unref();
    this.#look();
  }

  /** Asks nothing further. */
  stop(): void {
    this.#stopping.abort();
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Stops, and waits for what is on its way. */
  async close(): Promise<void> {
    this.stop();
    const finished = Promise.allSettled(this.#running);
    await Promise.race([finished, sleep(this.#limits.stop, undefined, { ref: false })]);
    this.#cutting.abort();
    await finished;
  }

  #look(): void {
    if (this.#looking || this.#stopping.signal.aborted) return;
    this.#looking = true;
    void this.#workOff()
      .catch((error: Error) => this.#log.debug({ event: 'accesses_unknown', reason: error.message }))
      .finally(() => {
        this.#looking = false;
      });
  }

  async #workOff(): Promise<void> {
    if (!(await isAnyOpen(this.#database))) return;
    await this.#takeBackLost();
    this.#openLane();
  }

  #openLane(): void {
    if (this.#stopping.signal.aborted || this.#running.size >= lanes) return;
    const lane = this.#askAll()
      .catch((error: Error) => this.#log.warn({ event: 'access_lane_ended', reason: error.message }))
      .finally(() => this.#running.delete(lane));
    this.#running.add(lane);
  }

  async #askAll(): Promise<void> {
    while (await this.#fallBackOne());
    while (!this.#stopping.signal.aborted) {
      const claim = await this.#claim();
      if (!claim) return;
      // There may be more than this lane can ask soon.
      this.#openLane();
      await this.#ask(claim);
    }
  }

  #claim(): Promise<(Claim & { callId: number }) | null> {
    return this.#database.transaction().execute(async (transaction) => {
      const claim = await claimAccess(transaction, this.#name);
      return claim && { ...claim, callId: await beginCall(transaction, claim.id) };
    });
  }

  async #ask(claim: Claim & { callId: number }): Promise<void> {
    const request = await readLead(this.#database, claim.requestId);
    const webhook = await activeWebhook(this.#database, this.#settings);
    if (!request || !webhook) return this.#end(claim, switchedOff, null);
    const { called, made } = await askDemoSystem(
      webhook,
      { event: 'request.created', id: claim.webhookId, request },
      { signal: this.#cutting.signal, loopback: !this.#settings.production, limits: this.#limits.call },
    );
    const facts = { access: claim.id, attempt: claim.attempts, status: called.status, ms: called.ms };
    if (made) this.#log.info({ event: 'access_made', ...facts });
    else this.#log.warn({ event: 'access_not_made', ...facts, reason: called.error });
    await this.#end(claim, called, made);
  }

  /** A database that is away for a moment must not cost the answer: it would be asked for again. */
  async #end(claim: Claim & { callId: number }, called: Called, made: MadeAccess | null): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#write(claim, called, made);
      } catch (error) {
        if (tries === 10) throw error;
        await sleep(this.#limits.look * tries, undefined, { ref: false });
      }
    }
  }

  #write(claim: Claim & { callId: number }, called: Called, made: MadeAccess | null): Promise<void> {
    return this.#database.transaction().execute(async (transaction) => {
      await endCall(transaction, claim.callId, called);
      if (!made) return askAgainIn(transaction, claim, this.#waitAfter(claim));
      if (await keepMade(transaction, this.#settings, claim, made)) {
        await mailAfterAsking(transaction, this.#settings, claim.requestId, made);
      }
    });
  }

  #waitAfter({ attempts }: Claim): number {
    if (this.#cutting.signal.aborted) return 0;
    const { waits } = this.#limits;
    const wait = waits[attempts - 1] ?? waits.at(-1) ?? waits[0];
    // Spread by a fifth, so that what failed together is not tried together.
    return Math.round(wait * (0.8 + Math.random() * 0.4));
  }

  async #fallBackOne(): Promise<boolean> {
    if (this.#stopping.signal.aborted) return false;
    const requestId = await this.#database.transaction().execute(async (transaction) => {
      const requestId = await giveUpLate(transaction);
      if (requestId !== null) await mailAfterAsking(transaction, this.#settings, requestId, null);
      return requestId;
    });
    if (requestId !== null) this.#log.warn({ event: 'access_fell_back', request: requestId });
    return requestId !== null;
  }

  async #takeBackLost(): Promise<void> {
    const lost = await this.#database.transaction().execute(async (transaction) => {
      const ids = await takeBackLost(transaction, Math.ceil(this.#limits.lease / 1_000));
      if (ids.length > 0) await noteInterrupted(transaction, ids);
      return ids.length;
    });
    if (lost > 0) this.#log.warn({ event: 'accesses_taken_back', accesses: lost });
  }
}

const switchedOff: Called = { status: null, ms: 0, answer: null, error: 'It was switched off meanwhile.' };
