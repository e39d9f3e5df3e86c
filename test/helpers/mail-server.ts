import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

/** A mail as it came over the line. */
export interface ReceivedMail {
  from: string;
  to: string[];
  messageId: string;
  raw: string;
}

type Step = 'connect' | 'mail' | 'rcpt' | 'content' | 'answer';

/**
 * What the server does at a step instead of going on: an answer with this code, no answer ever, or the line cut.
 * At `content` a cut line loses the mail; at `answer` the mail is kept first, and then nobody is told.
 */
type Fault = number | 'hang' | 'drop';

type Plan = (step: Step, to: string) => Fault | null;

/** A real SMTP server on loopback, which does what a test tells it. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** How many conversations there were. */
  conversations = 0;
  plan: Plan = () => null;
  readonly #server: SMTPServer;
  #port = 0;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 1,
      ...options,
      onConnect: (session, next) => {
        this.conversations++;
        this.#do('connect', session, next);
      },
      onMailFrom: (_address, session, next) => this.#do('mail', session, next),
      onRcptTo: ({ address }, session, next) => this.#do('rcpt', session, next, address),
      onData: (stream, session, next) => {
        const chunks: Buffer[] = [];
        // Whoever goes away in the middle has sent nothing.
        stream.on('error', () => undefined);
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          this.#do('content', session, (error) => {
            if (error) return next(error);
            this.#keep(session, Buffer.concat(chunks).toString());
            this.#do('answer', session, next);
          });
        });
      },
    });
    // A client that goes away in the middle is what these tests are about.
    this.#server.on('error', () => undefined);
  }

  static async open(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
    const server = new MailServer(options);
    await server.listen(port);
    return server;
  }

  async listen(port = this.#port): Promise<void> {
    const listener = this.#server.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    this.#port = (listener.address() as AddressInfo).port;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  to(recipient: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to.includes(recipient));
  }

  close = async (): Promise<void> => {
    await new Promise<void>((resolve) => this.#server.close(resolve));
  };

  #do(step: Step, session: SMTPServerSession, next: (error?: Error | null) => void, to = recipientOf(session)): void {
    const fault = this.plan(step, to);
    if (fault === null) next();
    else if (typeof fault === 'number') next(Object.assign(new Error(`Not now (${step})`), { responseCode: fault }));
    else if (fault === 'drop') this.#drop(session.id);
  }

  #drop(id: string): void {
    for (const connection of this.#server.connections) {
      // It can say goodbye, but not be cut off; so this takes its line itself.
      if (connection.id === id) (connection as unknown as { _socket: { destroy: () => void } })._socket.destroy();
    }
  }

  #keep({ envelope }: SMTPServerSession, raw: string): void {
    this.mails.push({
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      to: envelope.rcptTo.map(({ address }) => address),
      messageId: /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? '',
      raw,
    });
  }
}

export function readMail({ raw }: Pick<ReceivedMail, 'raw'>): Promise<Email> {
  return PostalMime.parse(raw);
}

function recipientOf({ envelope }: SMTPServerSession): string {
  return envelope.rcptTo[0]?.address ?? '';
}
