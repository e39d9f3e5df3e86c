import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '#server/mail-settings.server.ts';

/** How long each step with a mail server may take, and a whole attempt, in milliseconds. */
export interface SmtpLimits {
  step: number;
  whole: number;
}

/** What became of a mail that was offered to the mail server, with its answer or what went wrong. */
export interface Delivery {
  /** `refused`: for good; `unclear`: it was handed over whole, and then no answer came. */
  outcome: 'sent' | 'refused' | 'failed' | 'unclear';
  answer: string;
}

interface Envelope {
  from: string;
  to: string;
}

/** What nodemailer adds to errors. */
interface SmtpError extends Error {
  responseCode?: number;
  /** What the server said. */
  response?: string;
  command?: string;
  permanent?: boolean;
}

/** An open conversation with the mail server; several mails may follow each other in it. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #limits: SmtpLimits;
  /** Rejects as soon as the conversation is over, for whatever reason. */
  readonly #over: Promise<never>;

  private constructor(connection: SMTPConnection, limits: SmtpLimits) {
    this.#connection = connection;
    this.#limits = limits;
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    connection.on('error', reject);
    connection.on('end', () => reject(new Error('The connection ended')));
    this.#over = promise;
  }

  /** Connects, secures the line and signs in. @throws where the mail server can't be used now */
  static async open(server: SmtpServer, limits: SmtpLimits): Promise<SmtpSession> {
    const connection = new SMTPConnection({
      host: server.host,
      port: server.port,
      secure: server.tls === 'implicit',
      requireTLS: server.tls === 'required',
      ignoreTLS: server.tls === 'none',
      // Where the line may as well be in the clear, a certificate that nobody vouches for does no harm.
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
      await session.#within(() => session.#connect());
      const { user, password: pass } = server;
      if (user !== null && connection.allowsAuth) await session.#within(() => session.#signIn({ user, pass }));
      return session;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /** Whether another mail can follow. */
  get isOpen(): boolean {
    return !this.#connection.destroyed;
  }

  /** Offers one mail to the server; a conversation in which something went wrong is over. */
  async send(envelope: Envelope, message: Buffer): Promise<Delivery> {
    const handingOver = { done: false };
    try {
      const answer = await this.#within(() => this.#offer(envelope, message, handingOver));
      return { outcome: 'sent', answer };
    } catch (error) {
      this.close();
      const { responseCode, permanent, command, response, message: words } = error as SmtpError;
      const answer = (response || words).slice(0, 500);
      // A refusal of the sender is about our settings, which may be mended; that of a receiver or a content is final.
      if (permanent && command !== 'MAIL FROM') return { outcome: 'refused', answer };
      return { outcome: handingOver.done && !responseCode ? 'unclear' : 'failed', answer };
    }
  }

  close(): void {
    this.#connection.close();
  }

  /** Takes leave politely. */
  quit(): void {
    if (this.isOpen) this.#connection.quit();
  }

  #connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connection.connect((error?: Error | null) => (error ? reject(error) : resolve()));
    });
  }

  #signIn(credentials: { user: string; pass: string }): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#connection.login(credentials, (error?: Error | null) => (error ? reject(error) : resolve()));
    });
  }

  #offer({ from, to }: Envelope, message: Buffer, handingOver: { done: boolean }): Promise<string> {
    const content = Readable.from([message], { objectMode: false });
    content.once('end', () => {
      handingOver.done = true;
    });
    return new Promise((resolve, reject) => {
      this.#connection.send({ from, to: [to], size: message.length }, content, (error, info) => {
        if (error) reject(error);
        else resolve(info?.response ?? '');
      });
    });
  }

  /** A server that sends a byte now and then passes every step's limit, so there is one for all of them. */
  async #within<T>(work: () => Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('The mail server took too long')), this.#limits.whole);
    try {
      return await Promise.race([work(), this.#over, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}
