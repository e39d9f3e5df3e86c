import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/open.server.ts';
import type { Settings } from '../settings.server.ts';
import { composeMail } from './compose.server.ts';
import {
  type Claim,
  claimMail,
  type Ending,
  endAttempt,
  giveUpExpired,
  isAnyDue,
  keepClaims,
  takeBackLost,
} from './queue.server.ts';
import { dropFact, readFact, setFact } from './sending-facts.server.ts';
import { type Delivery, type SmtpLimits, SmtpSession } from './smtp-session.server.ts';
import { StoreMark } from './store-mark.server.ts';

/** Times in milliseconds; tests shorten them. */
export interface SenderLimits {
  smtp: SmtpLimits;
  /** How often it looks for mails that others queued. */
  look: number;
  /** How often an instance says that it lives; who was silent for four times as long is taken for dead. */
  pulse: number;
  /** How long it stays away from a mail server that can't be used: at first, and at most. */
  away: { first: number; most: number };
  /** How long a stopping instance waits for mails on their way. */
  stop: number;
}

const usual: SenderLimits = {
  smtp: { step: 10_000, whole: 60_000 },
  look: 500,
  pulse: 5_000,
  away: { first: 1_000, most: 30_000 },
  stop: 10_000,
};

/** Mails on their way at the same moment: one that hangs holds up no other. */
const lanes = 4;

/**
 * Sends what is due, as long as the program runs. A mail is claimed only in an open conversation with the mail server:
 * while that can't be used, mails wait untouched, and lose none of their attempts.
 */
export class MailSender {
  readonly mark: StoreMark;
  readonly #database: Database;
  readonly #settings: Settings['mail'];
  readonly #log: FastifyBaseLogger;
  readonly #limits: SenderLimits;
  /** This instance, in claims and in the history. */
  readonly #name = randomBytes(4).toString('hex');
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #sessions = new Set<SmtpSession>();
  readonly #claimed = new Set<number>();
  readonly #timers: NodeJS.Timeout[] = [];
  #nextTurn = 0;
  #awayUntil = 0;
  #failures = 0;
  #looking = false;
  #knownWell = false;

  constructor(
    parts: { database: Database; settings: Pick<Settings, 'mail' | 'dataDir'>; log: FastifyBaseLogger },
    limits: SenderLimits = usual,
  ) {
    this.#database = parts.database;
    this.#settings = parts.settings.mail;
    this.#log = parts.log;
    this.#limits = limits;
    this.mark = new StoreMark(parts.database, parts.settings.dataDir);
  }

  /** Begins, once the tables are there. */
  async start(): Promise<void> {
    const reason = await this.mark.check();
    if (reason) this.#log.warn({ event: 'mail_paused', reason });
    if (this.#stopping.signal.aborted) return;
    await this.#pulse();
    this.#timers.push(setInterval(() => void this.#pulse(), this.#limits.pulse).unref());
    if (!this.#settings.server) return;
    this.#timers.push(setInterval(() => this.wake(), this.#limits.look).unref());
    this.wake();
  }

  /** Looks at once whether there is something to send. */
  wake(): void {
    const full = this.#running.size >= lanes;
    if (this.#looking || full || this.#stopping.signal.aborted || Date.now() < this.#awayUntil) return;
    this.#looking = true;
    void isAnyDue(this.#database)
      .then((any) => any && this.#openLane())
      .catch((error: Error) => this.#log.debug({ event: 'mails_unknown', reason: error.message }))
      .finally(() => {
        this.#looking = false;
      });
  }

  /** Takes no further mail. */
  stop(): void {
    this.#stopping.abort();
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Stops, and waits for what is on its way. */
  async close(): Promise<void> {
    this.stop();
    const finished = Promise.allSettled(this.#running);
    await Promise.race([finished, sleep(this.#limits.stop, undefined, { ref: false })]);
    for (const session of this.#sessions) session.close();
    await finished;
  }

  #openLane(): void {
    if (!this.#settings.server || this.#stopping.signal.aborted || this.#running.size >= lanes) return;
    const lane = this.#sendAll()
      .catch((error: Error) => this.#log.warn({ event: 'mail_lane_ended', reason: error.message }))
      .finally(() => this.#running.delete(lane));
    this.#running.add(lane);
  }

  /** One mail after the other, in one conversation as long as that goes well. */
  async #sendAll(): Promise<void> {
    let session: SmtpSession | null = null;
    try {
      while (await this.#turn()) {
        if (!session?.isOpen) session = await this.#connect();
        if (!session || this.#stopping.signal.aborted) return;
        const claim = await claimMail(this.#database, this.#name, this.#host());
        if (!claim) return;
        this.#claimed.add(claim.id);
        try {
          // There may be more than this lane can take.
          this.wake();
          await this.mark.remember();
          await this.#send(session, claim);
        } finally {
          this.#claimed.delete(claim.id);
        }
      }
    } finally {
      if (session) this.#sessions.delete(session);
      session?.quit();
    }
  }

  async #send(session: SmtpSession, claim: Claim): Promise<void> {
    const delivery = await this.#deliver(session, claim);
    const ending = this.#endingOf(claim, delivery);
    const facts = { mail: claim.id, messageId: claim.messageId, attempt: claim.attempts, answer: delivery.answer };
    if (delivery.outcome === 'sent') this.#log.info({ event: 'mail_sent', ...facts });
    else this.#log.warn({ event: `mail_${delivery.outcome}`, next: ending.next.state, ...facts });
    await this.#write(claim, ending);
  }

  async #deliver(session: SmtpSession, claim: Claim): Promise<Delivery> {
    const { from } = this.#settings;
    try {
      return await session.send({ from: from.address, to: claim.recipient }, await composeMail(claim, from));
    } catch (error) {
      return { outcome: 'failed', answer: (error as Error).message.slice(0, 500) };
    }
  }

  #endingOf({ attempts }: Claim, { outcome, answer }: Delivery): Ending {
    if (outcome === 'sent') return { outcome, answer, next: { state: 'sent' } };
    if (outcome === 'refused') return { outcome, answer, next: { state: 'bounced' } };
    const wait = this.#settings.waits[attempts - 1];
    if (wait === undefined) return { outcome, answer, next: { state: 'dead' } };
    // Spread by a fifth, so that what failed together is not tried together.
    const inSeconds = Math.round(wait * (0.8 + Math.random() * 0.4));
    return { outcome, answer, next: { state: 'queued', inSeconds } };
  }

  /** A database that is away for a moment must not make a mail go out twice. */
  async #write(claim: Claim, ending: Ending): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const ours = await endAttempt(this.#database, claim, ending);
        if (!ours) this.#log.warn({ event: 'mail_taken_over', mail: claim.id, messageId: claim.messageId });
        return;
      } catch (error) {
        if (tries === 10) throw error;
        await sleep(this.#limits.look * tries, undefined, { ref: false });
      }
    }
  }

  async #connect(): Promise<SmtpSession | null> {
    const { server } = this.#settings;
    if (!server) return null;
    try {
      const session = await SmtpSession.open(server, this.#limits.smtp);
      this.#sessions.add(session);
      await this.#noteWell();
      return session;
    } catch (error) {
      if (!this.#stopping.signal.aborted) await this.#noteTrouble((error as Error).message.slice(0, 500));
      return null;
    }
  }

  async #noteWell(): Promise<void> {
    this.#failures = 0;
    if (this.#knownWell) return;
    this.#knownWell = true;
    if (await dropFact(this.#database, 'mail_trouble')) this.#log.info({ event: 'mail_server_back' });
  }

  async #noteTrouble(reason: string): Promise<void> {
    const { first, most } = this.#limits.away;
    this.#awayUntil = Date.now() + Math.min(most, first * 2 ** this.#failures++);
    this.#knownWell = false;
    this.#log.warn({ event: 'mail_server_away', reason });
    const since = (await readFact(this.#database, 'mail_trouble'))?.since ?? new Date().toISOString();
    await setFact(this.#database, 'mail_trouble', { since, reason });
  }

  /** Waits for this lane's turn, so that all together keep the rate. False where there is none any more. */
  async #turn(): Promise<boolean> {
    const { signal } = this.#stopping;
    const at = Math.max(Date.now(), this.#nextTurn);
    this.#nextTurn = at + 60_000 / this.#settings.rate;
    if (at > Date.now()) await sleep(at - Date.now(), undefined, { signal, ref: false }).catch(() => undefined);
    return !signal.aborted && Date.now() >= this.#awayUntil;
  }

  async #pulse(): Promise<void> {
    try {
      // Another instance may have noted trouble and ended.
      this.#knownWell = false;
      await keepClaims(this.#database, this.#name, [...this.#claimed]);
      const lease = Math.ceil((this.#limits.pulse * 4) / 1_000);
      const lost = await takeBackLost(this.#database, lease, this.#settings.waits.length + 1);
      if (lost > 0) this.#log.warn({ event: 'mails_taken_back', mails: lost });
      await giveUpExpired(this.#database);
    } catch (error) {
      this.#log.debug({ event: 'mails_unknown', reason: (error as Error).message });
    }
  }

  #host(): string {
    return this.#settings.from.address.split('@')[1] ?? 'localhost';
  }
}
