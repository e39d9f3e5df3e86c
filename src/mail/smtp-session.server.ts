import { once } from 'node:events';
import net from 'node:net';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { t } from '#i18n/text.ts';
import { checkedLookup, literalRefusal, type OutboundRules } from '#platform/outbound.server.ts';
import type { Mailbox, SmtpServer } from '#platform/settings/mail-settings.server.ts';

/** Milliseconds for the greeting, for silence at any later step, and for opening or sending as a whole. */
export interface SmtpLimits {
  greeting: number;
  silence: number;
  whole: number;
}

/**
 * At least what RFC 5321, 4.5.3.2 asks for: who is less patient sends again what a slow server has taken. Nodemailer has
 * one limit for all steps after the greeting, which is that of the final dot.
 */
export const smtpLimits: SmtpLimits = { greeting: 300_000, silence: 600_000, whole: 1_800_000 };

/** Result of sending, with the server's response or the error. */
export interface MailDelivery {
  /**
   * `refused`: permanently; `denied`: the server refuses us, whoever the receiver; `unclear`: the message was transmitted,
   * but no response came.
   */
  outcome: 'sent' | 'refused' | 'denied' | 'failed' | 'unclear';
  answer: string;
  /** What it is if the server takes other mails: then it refused this one. */
  alone?: 'refused' | 'failed';
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
    // After what ended it: 421 closes the connection before it is told.
    connection.on('end', () => setImmediate(reject, new Error(t('The connection ended'))));
    this.#over = promise;
  }

  /**
   * Connects, negotiates TLS and authenticates. With `rules`, which are for a server that was entered in the office, only
   * where they allow it.
   * @throws where the mail server can't be used now; with a cause, if something is there
   */
  static async open(
    server: SmtpServer,
    limits: SmtpLimits,
    { signal, rules }: { signal?: AbortSignal | undefined; rules?: OutboundRules | undefined } = {},
  ): Promise<SmtpSession> {
    const connection = new SMTPConnection({
      ...(rules && { connection: await connectTo(server, rules, limits, signal) }),
      host: server.host,
      port: server.port,
      secure: server.tls === 'implicit',
      requireTLS: server.tls === 'required',
      ignoreTLS: server.tls === 'none',
      // Where plain text would be accepted anyway, an untrusted certificate does no harm.
      tls: { rejectUnauthorized: server.tls !== 'optional', minVersion: 'TLSv1.2' },
      connectionTimeout: limits.whole,
      greetingTimeout: limits.greeting,
      socketTimeout: limits.silence,
      socketCloseTimeout: 1_000,
      maxResponseSize: 64 * 1024,
    });
    const session = new SmtpSession(connection, limits);
    const close = () => connection.close();
    signal?.addEventListener('abort', close);
    try {
      await session.#within(promisify(connection.connect.bind(connection)));
      const { user, password: pass } = server;
      const signIn = promisify(connection.login.bind(connection));
      if (user !== null && connection.allowsAuth) await session.#within(() => signIn({ user, pass }));
      return session;
    } catch (error) {
      close();
      throw new Error(answerIn(error as SmtpError), { cause: error });
    } finally {
      signal?.removeEventListener('abort', close);
    }
  }

  get isOpen(): boolean {
    return !this.#connection.destroyed;
  }

  /** Sends one mail; the session ends after an error. */
  async send({ from, to }: Envelope, message: Buffer): Promise<MailDelivery> {
    const content = Readable.from([message], { objectMode: false });
    const send = promisify(this.#connection.send.bind(this.#connection));
    try {
      const info = await this.#within(() => send({ from, to: [to], size: message.length }, content));
      return { outcome: 'sent', answer: info?.response ?? '' };
    } catch (error) {
      const { _socket: socket } = this.#connection;
      // What our own socket still holds has not left.
      const isHandedOver = content.readableEnded && !(socket && socket.writableLength > 0);
      this.close();
      return deliveryOf(error as SmtpError, isHandedOver);
    }
  }

  close(): void {
    this.#connection.close();
  }

  quit(): void {
    if (this.isOpen) this.#connection.quit();
  }

  /** A server that trickles single bytes is never silent, so there is a limit for the whole. */
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

/** Resolves the name itself: the connection goes to just the addresses that were checked. */
async function connectTo(
  { host, port }: SmtpServer,
  rules: OutboundRules,
  { greeting }: SmtpLimits,
  signal = AbortSignal.any([]),
): Promise<net.Socket> {
  const refusal = literalRefusal({ host, port }, rules);
  if (refusal) throw new Error(refusal);
  const socket = net.connect({ host, port, lookup: checkedLookup({ host, port }, rules) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(greeting)]) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function answerIn({ response, message }: SmtpError): string {
  return (response || message).slice(0, 500);
}

/** Quota, sign-in and relaying: never the fault of one mail. Codes `x.1` and `x.2` are of the receiver's mailbox. */
const ofUs = [
  /^(?:454|53[0458])|^\d{3}[ -][45]\.4\.5\b/,
  /^(?:421|45\d|55[0134])[ -](?![45]\.[12356]\.)(?!.*\bmailbox).*\b(?:relay(?! recipient)|authenticat|quota|limit|exceed|too many)/is,
];

/** Policy and reputation: of us, or of what this mail says. `x.1.7` and `x.1.8` are of the sender. */
const perhapsOfUs =
  /^421|^\d{3}[ -][45]\.(?:7\.|1\.[78]\b)|\bsender\b|^\d{3}[ -](?![45]\.[12356]\.).*\b(?:spam|block|black|reputation|unusual)/is;

function deliveryOf(error: SmtpError, isHandedOver: boolean): MailDelivery {
  const { responseCode, command, permanent } = error;
  const answer = answerIn(error);
  if (!responseCode) return { outcome: isHandedOver ? 'unclear' : 'failed', answer };
  if (command === 'MAIL FROM' || ofUs.some((words) => words.test(answer))) return { outcome: 'denied', answer };
  const alone = permanent ? 'refused' : 'failed';
  return perhapsOfUs.test(answer) ? { outcome: 'denied', alone, answer } : { outcome: alone, answer };
}

/** Content of a mail on the SMTP line. Attachments and file paths are left out on purpose. */
export interface OutgoingMail {
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: string;
}

/** Builds the MIME message; the content is byte-identical at every attempt. */
export function composeMail(mail: OutgoingMail, from: Mailbox): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    // An object is one address whatever it contains; a string could be parsed as a list.
    to: { name: '', address: mail.recipient },
    ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.created_at),
    messageId: `<${mail.message_id}>`,
    // Suppresses out-of-office replies and other auto-responses.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
