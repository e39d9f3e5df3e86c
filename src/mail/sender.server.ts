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
import { type MailDelivery, type SmtpLimits, SmtpSession } from './smtp-session.server.ts';
import { isUndelivered } from './states.ts';

/** Times in milliseconds; tests shorten them. */
export interface SenderLimits extends WorkerLimits {
  smtp: SmtpLimits;
  /** Backoff after a failure of the mail server: initial and maximum. */
  backoff: { first: number; most: number };
}

/** Runs in the transaction that marks mails as bounced or dead. */
export type OnUndelivered = (transaction: Database, mailIds: number[]) => Promise<void>;

const defaultLimits: SenderLimits = {
  smtp: { step: 10_000, whole: 60_000 },
  pollInterval: 500,
  lease: 20_000,
  backoff: { first: 1_000, most: 30_000 },
  stop: 10_000,
};

/**
 * Sends due mails while the program runs. A mail is claimed only once an SMTP session is open: while the server is
 * unreachable, mails wait and use up no attempts.
 */
export class MailSender {
  readonly restoreDetection: RestoreDetection;
  readonly #database: Database;
  readonly #settings: Settings['mail'];
  readonly #keys: Keys;
  readonly #fill: FillMail;
  readonly #log: FastifyBaseLogger;
  readonly #limits: SenderLimits;
  readonly #worker: Worker<MailClaim, JobResult>;
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
    const { onUndelivered } = parts;
    this.restoreDetection = new RestoreDetection(parts.database, parts.settings.dataDir, parts.onRestore);
    this.#worker = new Worker(
      parts,
      {
        name: 'mails',
        queue: mailQueue,
        openSlot: () => this.#openLane(),
        begin: (transaction, claim) => beginMailAttempt(transaction, claim, this.#host()),
        end: async (transaction, attempt, ending) => {
          const isOwner = await endAttempt(transaction, attempt, ending);
          if (isOwner && isUndelivered(ending.next.state)) await onUndelivered(transaction, [attempt.id]);
          return isOwner;
        },
        onRequeued: async (transaction, ids) => {
          const dead = await retryInterrupted(transaction, ids, this.#settings.waits.length + 1);
          if (dead.length > 0) await onUndelivered(transaction, dead);
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
  #openLane(): WorkerSlot<MailClaim, JobResult> {
    let session: SmtpSession | null = null;
    return {
      ready: async () => {
        if (!(await this.#waitForSlot())) return false;
        if (session?.isOpen) return true;
        session = await this.#connect();
        if (session) await this.#clearTrouble();
        return session !== null;
      },
      run: async (mail, signal) => {
        if (!session) throw new Error('There is no conversation');
        const cut = () => session?.close();
        signal.addEventListener('abort', cut);
        try {
          await this.restoreDetection.recordSending();
          return this.#resultOf(mail, await this.#deliver(session, mail));
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

  #resultOf({ id, message_id, attempts }: MailClaim, { outcome, answer }: MailDelivery): JobResult {
    const next = this.#nextOf(attempts, outcome);
    const facts = { mail: id, messageId: message_id, attempt: attempts, answer };
    if (outcome === 'sent') this.#log.info({ event: 'mail_sent', ...facts });
    else this.#log.warn({ event: `mail_${outcome}`, next: next.state, ...facts });
    return { outcome, answer, next };
  }

  #nextOf(attempts: number, outcome: MailDelivery['outcome']): JobResult['next'] {
    if (outcome === 'sent') return { state: 'sent' };
    if (outcome === 'refused') return { state: 'bounced' };
    const wait = this.#settings.waits[attempts - 1];
    return wait === undefined ? { state: 'dead' } : { state: 'queued', inSeconds: addJitter(wait) };
  }

  async #connect(): Promise<SmtpSession | null> {
    const { server } = this.#settings;
    if (!server) return null;
    try {
      return await SmtpSession.open(server, this.#limits.smtp);
    } catch (error) {
      if (!this.#worker.stopping.aborted) await this.#recordTrouble((error as Error).message.slice(0, 500));
      return null;
    }
  }

  async #clearTrouble(): Promise<void> {
    this.#failures = 0;
    // Read first: the row rarely exists, and a delete would wait for SQLite's write lock each time.
    if (!(await readFact(this.#database, 'mail_trouble'))) return;
    if (await deleteFact(this.#database, 'mail_trouble')) this.#log.info({ event: 'mail_server_back' });
  }

  async #recordTrouble(reason: string): Promise<void> {
    const { first, most } = this.#limits.backoff;
    this.#retryAt = performance.now() + Math.min(most, first * 2 ** this.#failures++);
    this.#log.warn({ event: 'mail_server_away', reason });
    const since = (await readFact(this.#database, 'mail_trouble'))?.since ?? new Date().toISOString();
    await setFact(this.#database, 'mail_trouble', { since, reason });
  }

  /**
   * Waits for the next send slot, so that all sessions together keep the rate limit. False after a failure or during
   * shutdown.
   */
  async #waitForSlot(): Promise<boolean> {
    if (performance.now() < this.#retryAt) return false;
    const { stopping } = this.#worker;
    const at = Math.max(performance.now(), this.#nextSlot);
    this.#nextSlot = at + 60_000 / this.#settings.rate;
    if (at > performance.now())
      await sleep(at - performance.now(), undefined, { signal: stopping, ref: false }).catch(() => undefined);
    return !stopping.aborted && performance.now() >= this.#retryAt;
  }

  #host(): string {
    return this.#settings.from.address.split('@')[1] ?? 'localhost';
  }
}
