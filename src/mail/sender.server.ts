import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { deleteFact, readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { addJitter, Worker, type WorkerLimits, type WorkerSlot } from '#platform/jobs/worker.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import {
  beginMailAttempt,
  endAttempt,
  expireMails,
  type JobResult,
  type MailClaim,
  mailQueue,
  retryInterrupted,
} from './attempts.server.ts';
import { composeMail } from './compose.server.ts';
import type { FillMail } from './queue.server.ts';
import { decryptMail } from './secret-mails.server.ts';
import { type OnRestore, RestoreDetection } from './sending-state.server.ts';
import { loadMailServer } from './server-settings.server.ts';
import { type MailDelivery, type SmtpLimits, SmtpSession, smtpLimits } from './smtp-session.server.ts';
import { isUndelivered } from './states.ts';

/** Times in milliseconds; tests shorten them. */
export interface SenderLimits extends WorkerLimits {
  smtp: SmtpLimits;
  /** Pauses after a failure of the mail server: initial and maximum. */
  backoff: { first: number; most: number };
}

/** Runs in the transaction that marks mails as bounced or dead. */
export type OnUndelivered = (transaction: Database, mailIds: number[]) => Promise<void>;

const defaultLimits: SenderLimits = {
  smtp: smtpLimits,
  pollInterval: 500,
  lease: 20_000,
  backoff: { first: 1_000, most: 120_000 },
  stop: 10_000,
};

/**
 * Sends due mails while the program runs. A mail is claimed only once an SMTP session is open. While the server is
 * unreachable or refuses us, mails wait and use up no attempts.
 */
export class MailSender {
  readonly restoreDetection: RestoreDetection;
  readonly #database: Database;
  readonly #settings: Settings['mail'];
  readonly #keys: Keys;
  readonly #fill: FillMail;
  readonly #log: FastifyBaseLogger;
  readonly #limits: SenderLimits;
  readonly #onUndelivered: OnUndelivered;
  readonly #worker: Worker<MailClaim, MailDelivery>;
  /** Both by `performance.now()`, which is monotonic: if the system clock were set back, mails would wait that long. */
  #nextSlot = 0;
  #retryAt = 0;
  #failures = 0;

  constructor(
    parts: {
      database: Database;
      settings: Pick<Settings, 'mail' | 'dataDir' | 'secret'>;
      log: FastifyBaseLogger;
      onRestore: OnRestore;
      onUndelivered: OnUndelivered;
      fill: FillMail;
    },
    limits: SenderLimits = defaultLimits,
  ) {
    this.#database = parts.database;
    this.#settings = parts.settings.mail;
    this.#keys = parts.settings;
    this.#fill = parts.fill;
    this.#log = parts.log;
    this.#limits = limits;
    this.#onUndelivered = parts.onUndelivered;
    this.restoreDetection = new RestoreDetection(parts.database, parts.settings.dataDir, parts.onRestore);
    this.#worker = new Worker(
      parts,
      {
        name: 'mails',
        queue: mailQueue,
        openSlot: () => this.#openLane(),
        begin: (transaction, claim) => beginMailAttempt(transaction, claim, this.#host()),
        end: (transaction, mail, delivery) => this.#end(transaction, mail, delivery),
        onRequeued: async (transaction, ids) => {
          const dead = await retryInterrupted(transaction, ids, this.#settings.waits.length + 1);
          if (dead.length > 0) await this.#onUndelivered(transaction, dead);
        },
        expire: () => expireMails(this.#database),
      },
      limits,
    );
  }

  /** Takes up the stored mail server, and pauses sending where a backup was restored. */
  async prepare(): Promise<void> {
    const [database, mail] = [this.#database, this.#settings];
    await loadMailServer({ database, settings: { mail, secret: this.#keys.secret } });
    const reason = await this.restoreDetection.check();
    if (reason) this.#log.warn({ event: 'mail_paused', reason });
  }

  start = () => this.#worker.start();

  stop = () => this.#worker.stop();

  close = () => this.#worker.close();

  /** Sends mails one after the other in one SMTP session while it works. */
  #openLane(): WorkerSlot<MailClaim, MailDelivery> {
    let session: SmtpSession | null = null;
    return {
      ready: async () => {
        if (!(await this.#waitForSlot())) return false;
        if (session?.isOpen) return true;
        session = await this.#connect();
        return session !== null;
      },
      run: async (mail, signal) => {
        if (!session) throw new Error('There is no conversation');
        const cut = () => session?.close();
        signal.addEventListener('abort', cut);
        try {
          await this.restoreDetection.recordSending();
          return await this.#deliver(session, mail);
        } finally {
          signal.removeEventListener('abort', cut);
        }
      },
      close: () => session?.quit(),
    };
  }

  async #deliver(session: SmtpSession, mail: MailClaim): Promise<MailDelivery> {
    const { from } = this.#settings;
    try {
      const opened = { ...mail, ...decryptMail(this.#keys, mail) };
      const message = await composeMail({ ...opened, ...(await this.#fill(opened)) }, from);
      return await session.send({ from: from.address, to: mail.recipient }, message);
    } catch (error) {
      return { outcome: 'failed', answer: (error as Error).message.slice(0, 500) };
    }
  }

  async #end(transaction: Database, mail: MailClaim, { alone, answer, ...delivery }: MailDelivery): Promise<boolean> {
    const { id, message_id, attempts, last_error } = mail;
    // It was tried before, and others have gone out since.
    const isOfMail = alone && last_error && !(await readFact(transaction, 'mail_trouble'));
    const outcome = isOfMail ? alone : delivery.outcome;
    const next = this.#nextOf(attempts, outcome);
    if (!(await endAttempt(transaction, mail, { outcome, answer, next }))) return false;
    const facts = { mail: id, messageId: message_id, attempt: attempts, answer };
    this.#log[outcome === 'sent' ? 'info' : 'warn']({ event: `mail_${outcome}`, next: next.state, ...facts });
    if (outcome === 'sent') await this.#clearTrouble(transaction);
    if (outcome === 'denied') await this.#recordTrouble(transaction, answer);
    // It deals with our mails, whatever became of this one.
    else [this.#failures, this.#retryAt] = [0, 0];
    if (isUndelivered(next.state)) await this.#onUndelivered(transaction, [id]);
    return true;
  }

  #nextOf(attempts: number, outcome: MailDelivery['outcome']): JobResult['next'] {
    if (outcome === 'sent' || outcome === 'unclear') return { state: outcome };
    if (outcome === 'refused') return { state: 'bounced' };
    // Later than the end of the pause, so that another mail is tried first.
    if (outcome === 'denied') return { state: 'queued', inSeconds: Math.ceil(this.#pause / 500) };
    const wait = this.#settings.waits[attempts - 1];
    return wait === undefined ? { state: 'dead' } : { state: 'queued', inSeconds: addJitter(wait) };
  }

  async #connect(): Promise<SmtpSession | null> {
    const { server } = this.#settings;
    const { stopping } = this.#worker;
    if (!server) return null;
    try {
      return await SmtpSession.open(server, this.#limits.smtp, stopping);
    } catch (error) {
      if (!stopping.aborted) await this.#recordTrouble(this.#database, (error as Error).message);
      return null;
    }
  }

  async #clearTrouble(transaction: Database): Promise<void> {
    // Read first: the row rarely exists, and a delete would wait for another transaction's lock each time.
    if (!(await readFact(transaction, 'mail_trouble'))) return;
    if (await deleteFact(transaction, 'mail_trouble')) this.#log.info({ event: 'mail_server_back' });
  }

  async #recordTrouble(database: Database, reason: string): Promise<void> {
    this.#retryAt = performance.now() + this.#pause;
    this.#failures++;
    this.#log.warn({ event: 'mail_server_away', reason });
    const since = (await readFact(database, 'mail_trouble'))?.since ?? new Date().toISOString();
    await setFact(database, 'mail_trouble', { since, reason });
  }

  get #pause(): number {
    const { first, most } = this.#limits.backoff;
    return Math.min(most, first * 2 ** this.#failures);
  }

  /**
   * Waits for the next send slot, so that all sessions together keep the rate limit. False during shutdown and a pause,
   * after which one mail at a time is tried.
   */
  async #waitForSlot(): Promise<boolean> {
    if (performance.now() < this.#retryAt) return false;
    const { stopping } = this.#worker;
    const at = Math.max(performance.now(), this.#nextSlot);
    this.#nextSlot = at + 60_000 / this.#settings.rate;
    if (at > performance.now())
      await sleep(at - performance.now(), undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted || performance.now() < this.#retryAt) return false;
    if (this.#failures > 0) this.#retryAt = performance.now() + this.#pause;
    return true;
  }

  #host(): string {
    return this.#settings.from.address.split('@')[1] ?? 'localhost';
  }
}
