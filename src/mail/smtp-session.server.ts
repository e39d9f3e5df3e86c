import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { t } from '#i18n/text.ts';
import type { SmtpServer } from '#platform/settings/mail-settings.server.ts';

/** Timeouts of each SMTP step and of a whole attempt, in milliseconds. */
export interface SmtpLimits {
  step: number;
  whole: number;
}

/** Result of sending, with the server's response or the error. */
export interface MailDelivery {
  /** `refused`: permanently; `unclear`: the message was transmitted, but no response came. */
  outcome: 'sent' | 'refused' | 'failed' | 'unclear';
  answer: string;
}

interface Envelope {
  from: string;
  to: string;
}

interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
  permanent?: boolean;
}

/** An open SMTP session; may send several mails. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #limits: SmtpLimits;
  /** Rejects as soon as the connection ends, for whatever reason. */
  readonly #over: Promise<never>;

  private constructor(connection: SMTPConnection, limits: SmtpLimits) {
    this.#connection = connection;
    this.#limits = limits;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    connection.on('error', reject);
    connection.on('end', () => reject(new Error(t('The connection ended'))));
    this.#over = promise;
  }

  /**
   * Connects, negotiates TLS and authenticates.
   * @throws where the mail server can't be used now
   */
  static async open(server: SmtpServer, limits: SmtpLimits): Promise<SmtpSession> {
    const connection = new SMTPConnection({
      host: server.host,
      port: server.port,
      secure: server.tls === 'implicit',
      requireTLS: server.tls === 'required',
      ignoreTLS: server.tls === 'none',
      // Where plain text would be accepted anyway, an untrusted certificate does no harm.
      tls: { rejectUnauthorized: server.tls !== 'optional', minVersion: 'TLSv1.2' },
      connectionTimeout: limits.step,
      greetingTimeout: limits.step,
      socketTimeout: limits.step,
      dnsTimeout: limits.step,
      socketCloseTimeout: 1_000,
      maxResponseSize: 64 * 1024,
    });
    const session = new SmtpSession(connection, limits);
    try {
      await session.#within(promisify(connection.connect.bind(connection)));
      const { user, password: pass } = server;
      const signIn = promisify(connection.login.bind(connection));
      if (user !== null && connection.allowsAuth) await session.#within(() => signIn({ user, pass }));
      return session;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return !this.#connection.destroyed;
  }

  /** Sends one mail; the session ends after an error. */
  async send(envelope: Envelope, message: Buffer): Promise<MailDelivery> {
    const handingOver = { done: false };
    try {
      const answer = await this.#within(() => this.#offer(envelope, message, handingOver));
      return { outcome: 'sent', answer };
    } catch (error) {
      this.close();
      const { responseCode, permanent, command, response, message: words } = error as SmtpError;
      const answer = (response || words).slice(0, 500);
      // A rejected sender is a configuration error and can be fixed; a rejected recipient or content is permanent.
      if (permanent && command !== 'MAIL FROM') return { outcome: 'refused', answer };
      return { outcome: handingOver.done && !responseCode ? 'unclear' : 'failed', answer };
    }
  }

  close(): void {
    this.#connection.close();
  }

  quit(): void {
    if (this.isOpen) this.#connection.quit();
  }

  async #offer({ from, to }: Envelope, message: Buffer, handingOver: { done: boolean }): Promise<string> {
    const content = Readable.from([message], { objectMode: false });
    content.once('end', () => {
      handingOver.done = true;
    });
    const send = promisify(this.#connection.send.bind(this.#connection));
    const info = await send({ from, to: [to], size: message.length }, content);
    return info?.response ?? '';
  }

  /** A server that trickles single bytes never hits the per-step timeout, so there is one for the whole attempt. */
  async #within<T>(work: () => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(t('The mail server took too long'))), this.#limits.whole);
    try {
      return await Promise.race([work(), this.#over, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
