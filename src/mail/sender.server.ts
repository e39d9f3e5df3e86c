import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/open.server.ts';
import { type Lane, spread, Worker, type WorkerLimits } from '#server/jobs/worker.server.ts';
import type { Settings } from '#server/settings.server.ts';
import {
  beginAttempt,
  type Ending,
  endAttempt,
  giveUpExpired,
  type MailClaim,
  mailQueue,
  noteLost,
} from './attempts.server.ts';
import { composeMail } from './compose.server.ts';
import type { FillMail } from './queue.server.ts';
import { openMail } from './secret-mails.server.ts';
import { dropFact, type OnOtherStore, readFact, StoreMark, setFact } from './sending-state.server.ts';
import { type Delivery, type SmtpLimits, SmtpSession } from './smtp-session.server.ts';
import { isLost } from './states.ts';

/** Times in milliseconds; tests shorten them. */
export interface SenderLimits extends WorkerLimits {
  smtp: SmtpLimits;
  /** Backoff after a failure of the mail server: initial and maximum. */
  away: { first: number; most: number };
}

/** Runs in the transaction that marks mails as bounced or dead. */
export type OnLost = (transaction: Database, mailIds: number[]) => Promise<void>;

const usual: SenderLimits = {
  smtp: { step: 10_000, whole: 60_000 },
  look: 500,
  lease: 20_000,
  away: { first: 1_000, most: 30_000 },
  stop: 10_000,
};

/**
 * Sends due mails while the program runs. A mail is claimed only once an SMTP session is open: while the server is
 * unreachable, mails wait and use up no attempts.
 */
export class MailSender {
  readonly mark: StoreMark;
  readonly #database: Database;
  readonly #settings: Settings['mail'];
  readonly #keys: Pick<Settings, 'secret'>;
  readonly #fill: FillMail;
  readonly #log: FastifyBaseLogger;
  readonly #limits: SenderLimits;
  readonly #worker: Worker<MailClaim, Ending>;
  /** Both by `performance.now()`, which is monotonic: if the system clock were set back, mails would wait that long. */
  #nextTurn = 0;
  #awayUntil = 0;
  #failures = 0;

  constructor(
    parts: {
      database: Database;
      settings: Pick<Settings, 'mail' | 'dataDir' | 'secret'>;
      log: FastifyBaseLogger;
      onOtherStore?: OnOtherStore;
      onLost?: OnLost;
      fill?: FillMail;
    },
    limits: SenderLimits = usual,
  ) {
    this.#database = parts.database;
    this.#settings = parts.settings.mail;
    this.#keys = parts.settings;
    this.#fill = parts.fill ?? (async (mail) => mail);
    this.#log = parts.log;
    this.#limits = limits;
    const { onLost = async () => undefined } = parts;
    this.mark = new StoreMark(parts.database, parts.settings.dataDir, parts.onOtherStore);
    this.#worker = new Worker(
      parts,
      {
        name: 'mails',
        queue: mailQueue,
        openLane: () => this.#openLane(),
        begin: (transaction, claim) => beginAttempt(transaction, claim, this.#host()),
        end: async (transaction, attempt, ending) => {
          const ours = await endAttempt(transaction, attempt, ending);
          if (ours && isLost(ending.next.state)) await onLost(transaction, [attempt.id]);
          return ours;
        },
        noteLost: async (transaction, ids) => {
          const givenUp = await noteLost(transaction, ids, this.#settings.waits.length + 1);
          if (givenUp.length > 0) await onLost(transaction, givenUp);
        },
        giveUp: () => giveUpExpired(this.#database),
      },
      limits,
    );
  }

  /** Runs before anything is sent, after the migrations: pauses sending where a backup was restored. */
  async checkStore(): Promise<void> {
    const reason = await this.mark.check();
    if (reason) this.#log.warn({ event: 'mail_paused', reason });
  }

  start = () => this.#worker.start();

  stop = () => this.#worker.stop();

  close = () => this.#worker.close();

  /** Sends mails one after the other in one SMTP session while it works. */
  #openLane(): Lane<MailClaim, Ending> {
    let session: SmtpSession | null = null;
    return {
      ready: async () => {
        if (!(await this.#turn())) return false;
        if (session?.isOpen) return true;
        session = await this.#connect();
        if (session) await this.#noteWell();
        return session !== null;
      },
      run: async (mail, signal) => {
        if (!session) throw new Error('There is no conversation');
        const cut = () => session?.close();
        signal.addEventListener('abort', cut);
        try {
          await this.mark.remember();
          return this.#endingOf(mail, await this.#deliver(session, mail));
        } finally {
          signal.removeEventListener('abort', cut);
        }
      },
      close: () => session?.quit(),
    };
  }

  async #deliver(session: SmtpSession, mail: MailClaim): Promise<Delivery> {
    const { from } = this.#settings;
    try {
      const opened = { ...mail, ...openMail(this.#keys, mail) };
      const message = await composeMail({ ...opened, ...(await this.#fill(opened)) }, from);
      return await session.send({ from: from.address, to: mail.recipient }, message);
    } catch (error) {
      return { outcome: 'failed', answer: (error as Error).message.slice(0, 500) };
    }
  }

  #endingOf({ id, message_id, attempts }: MailClaim, { outcome, answer }: Delivery): Ending {
    const next = this.#nextOf(attempts, outcome);
    const facts = { mail: id, messageId: message_id, attempt: attempts, answer };
    if (outcome === 'sent') this.#log.info({ event: 'mail_sent', ...facts });
    else this.#log.warn({ event: `mail_${outcome}`, next: next.state, ...facts });
    return { outcome, answer, next };
  }

  #nextOf(attempts: number, outcome: Delivery['outcome']): Ending['next'] {
    if (outcome === 'sent') return { state: 'sent' };
    if (outcome === 'refused') return { state: 'bounced' };
    const wait = this.#settings.waits[attempts - 1];
    return wait === undefined ? { state: 'dead' } : { state: 'queued', inSeconds: spread(wait) };
  }

  async #connect(): Promise<SmtpSession | null> {
    const { server } = this.#settings;
    if (!server) return null;
    try {
      return await SmtpSession.open(server, this.#limits.smtp);
    } catch (error) {
      if (!this.#worker.stopping.aborted) await this.#noteTrouble((error as Error).message.slice(0, 500));
      return null;
    }
  }

  async #noteWell(): Promise<void> {
    this.#failures = 0;
    // Read first: the row rarely exists, and a delete would wait for SQLite's write lock each time.
    if (!(await readFact(this.#database, 'mail_trouble'))) return;
    if (await dropFact(this.#database, 'mail_trouble')) this.#log.info({ event: 'mail_server_back' });
  }

  async #noteTrouble(reason: string): Promise<void> {
    const { first, most } = this.#limits.away;
    this.#awayUntil = performance.now() + Math.min(most, first * 2 ** this.#failures++);
    this.#log.warn({ event: 'mail_server_away', reason });
    const since = (await readFact(this.#database, 'mail_trouble'))?.since ?? new Date().toISOString();
    await setFact(this.#database, 'mail_trouble', { since, reason });
  }

  /**
   * Waits for the next send slot, so that all sessions together keep the rate limit. False after a failure or during
   * shutdown.
   */
  async #turn(): Promise<boolean> {
    if (performance.now() < this.#awayUntil) return false;
    const { stopping } = this.#worker;
    const at = Math.max(performance.now(), this.#nextTurn);
    this.#nextTurn = at + 60_000 / this.#settings.rate;
    if (at > performance.now())
      await sleep(at - performance.now(), undefined, { signal: stopping, ref: false }).catch(() => undefined);
    return !stopping.aborted && performance.now() >= this.#awayUntil;
  }

  #host(): string {
    return this.#settings.from.address.split('@')[1] ?? 'localhost';
  }
}
