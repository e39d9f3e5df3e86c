import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { t } from '#i18n/text.ts';
import { deleteFact, readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { addJitter, Worker, type WorkerLimits, type WorkerSlot } from '#platform/jobs/worker.server.ts';
import type { OutboundRules } from '#platform/outbound.server.ts';
import type { SmtpServer } from '#platform/settings/mail-settings.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import {
  beginMailAttempt,
  endAttempt,
  expireMails,
  type JobResult,
  type MailClaim,
  mailQueue,
  retryInterrupted,
} from './attempts.server.ts';
import { decryptMail, type FillMail } from './queue.server.ts';
import { createRestoreDetection, type OnRestore, readMailTrouble } from './sending-state.server.ts';
import { loadMailServer, rulesFor } from './server-settings.server.ts';
import { composeMail, type MailDelivery, type SmtpLimits, SmtpSession, smtpLimits } from './smtp-session.server.ts';
import { isUndelivered } from './states.ts';

/** Times in milliseconds; tests shorten them. */
export interface SenderLimits extends WorkerLimits {
  smtp: SmtpLimits;
  /** Pauses after a failure of the mail server: initial and maximum. */
  backoff: { first: number; most: number };
}

/** Runs in the transaction that marks mails as bounced or dead. */
export type OnUndelivered = (transaction: Database, mailIds: number[]) => Promise<void>;

interface Parts {
  database: Database;
  settings: Pick<Settings, 'mail' | 'dataDir' | 'secret'> & OutboundRules;
  log: FastifyBaseLogger;
  onRestore: OnRestore;
  onUndelivered: OnUndelivered;
  fill: FillMail;
}

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
export class MailSender extends Worker<MailClaim, MailDelivery> {
  readonly restoreDetection: ReturnType<typeof createRestoreDetection>;
  readonly #parts: Parts;
  readonly #settings: Settings['mail'];
  readonly #limits: SenderLimits;
  /** Both by `performance.now()`, which is monotonic: if the system clock were set back, mails would wait that long. */
  #nextSlot = 0;
  #retryAt = 0;
  #failures = 0;

  constructor(parts: Parts, limits: SenderLimits = defaultLimits) {
    super(
      parts,
      {
        name: 'mails',
        queue: mailQueue,
        openSlot: () => this.#openLane(),
        begin: (transaction, claim) => beginMailAttempt(transaction, claim, this.#settings.from.address),
        end: (transaction, mail, delivery) => this.#end(transaction, mail, delivery),
        onRequeued: async (transaction, ids) => {
          const dead = await retryInterrupted(transaction, ids, this.#settings.waits.length + 1);
          if (dead.length > 0) await parts.onUndelivered(transaction, dead);
        },
        expire: () => expireMails(parts.database),
      },
      limits,
    );
    const { database, settings, onRestore } = parts;
    this.#parts = parts;
    this.#settings = settings.mail;
    this.#limits = limits;
    this.restoreDetection = createRestoreDetection(database, settings.dataDir, onRestore);
  }

  /** Takes up the stored mail server, and pauses sending where a backup was restored. */
  async prepare(): Promise<void> {
    await loadMailServer(this.#parts);
    const reason = await this.restoreDetection.check();
    if (reason) this.#parts.log.warn({ event: 'mail_paused', reason });
  }

  /** Sends mails one after the other in one SMTP session while it works. */
  #openLane(): WorkerSlot<MailClaim, MailDelivery> {
    let session: SmtpSession | null = null;
    let server: SmtpServer | null = null;
    const open = async () => {
      if (session?.isOpen && server === this.#settings.server) return session;
      session?.quit();
      server = this.#settings.server;
      session = await this.#connect();
      return session;
    };
    return {
      ready: async () => (await this.#waitForSlot()) && (await open()) !== null,
      run: async (mail, signal) => {
        // The mail server may have been changed since `ready`: from then on nothing leaves by the one before.
        const opened = await open();
        if (!opened) return { outcome: 'denied', answer: t('The mail server can’t be reached') };
        const cut = () => opened.close();
        signal.addEventListener('abort', cut);
        try {
          await this.restoreDetection.recordSending();
          return await this.#deliver(opened, mail);
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
      const opened = { ...mail, ...decryptMail(this.#parts.settings, mail) };
      const message = await composeMail({ ...opened, ...(await this.#parts.fill(opened)) }, from);
      return await session.send({ from: from.address, to: mail.recipient }, message);
    } catch (error) {
      return { outcome: 'failed', answer: (error as Error).message.slice(0, 500) };
    }
  }

  async #end(transaction: Database, mail: MailClaim, { alone, answer, ...delivery }: MailDelivery) {
    const { id, message_id, attempts, last_error } = mail;
    const trouble = await readFact(transaction, 'mail_trouble');
    // It was tried before, and since the last mail that went out no other was denied.
    const isOfMail = last_error !== null && (!trouble || trouble.mail === id);
    const outcome = (isOfMail && !trouble && alone) || delivery.outcome;
    const next = this.#nextOf(attempts, outcome, isOfMail);
    if (!(await endAttempt(transaction, mail, { outcome, answer, next }))) return false;
    const isDenied = outcome === 'denied' && next.state === 'queued';
    const isOver = trouble && next.state !== 'queued' && (outcome === 'sent' || trouble.mail === id);
    if (isDenied) await this.#recordTrouble(transaction, answer, id);
    if (isOver) await deleteFact(transaction, 'mail_trouble');
    if (isUndelivered(next.state)) await this.#parts.onUndelivered(transaction, [id]);
    return () => {
      const facts = { mail: id, messageId: message_id, attempt: attempts, answer };
      this.#parts.log[outcome === 'sent' ? 'info' : 'warn']({ event: `mail_${outcome}`, next: next.state, ...facts });
      if (isDenied) this.#startPause(answer);
      // It deals with our mails, whatever became of this one.
      else [this.#failures, this.#retryAt] = [0, 0];
    };
  }

  #nextOf(attempts: number, outcome: MailDelivery['outcome'], isOfMail: boolean): JobResult['next'] {
    if (outcome === 'sent' || outcome === 'unclear') return { state: outcome };
    if (outcome === 'refused') return { state: 'bounced' };
    // Not counted, and later than the end of the pause, so that another mail is tried first.
    if (outcome === 'denied' && !isOfMail)
      return { state: 'queued', inSeconds: this.#pause / 500, attempts: attempts - 1 };
    const wait = this.#settings.waits[attempts - 1];
    return wait === undefined ? { state: 'dead' } : { state: 'queued', inSeconds: addJitter(wait), attempts };
  }

  async #connect(): Promise<SmtpSession | null> {
    const { server } = this.#settings;
    const { stopping } = this;
    if (!server) return null;
    try {
      return await SmtpSession.open(server, this.#limits.smtp, {
        signal: stopping,
        rules: rulesFor(this.#parts.settings),
      });
    } catch (error) {
      if (stopping.aborted) return null;
      const { message } = error as Error;
      this.#startPause(message);
      await this.#recordTrouble(this.#parts.database, message, null);
      return null;
    }
  }

  #startPause(reason: string): void {
    this.#retryAt = performance.now() + this.#pause;
    this.#failures++;
    this.#parts.log.warn({ event: 'mail_server_away', reason });
  }

  async #recordTrouble(database: Database, reason: string, mail: number | null): Promise<void> {
    const before = await readMailTrouble(database, this.#settings);
    const since = before?.since ?? new Date().toISOString();
    await setFact(database, 'mail_trouble', { since, reason, mail: before && before.mail !== mail ? null : mail });
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
    const { stopping } = this;
    const at = Math.max(performance.now(), this.#nextSlot);
    this.#nextSlot = at + 60_000 / this.#settings.rate;
    if (at > performance.now())
      await sleep(at - performance.now(), undefined, { signal: stopping, ref: false }).catch(() => undefined);
    if (stopping.aborted || performance.now() < this.#retryAt) return false;
    if (this.#failures > 0) this.#retryAt = performance.now() + this.#pause;
    return true;
  }
}
