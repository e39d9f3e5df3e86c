import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

export type SmtpStep = 'greeting' | 'ehlo' | 'mail' | 'rcpt' | 'data' | 'end';

/** What it says, with line ends between several lines; never anything; the line cut; its usual answer, slowly. */
type Saying = string | 'hang' | 'drop' | 'late' | 'drip';

type Script = (step: SmtpStep, to: string) => Saying | undefined;

const usual: Record<SmtpStep, string> = {
  greeting: '220 mail.example ESMTP',
  ehlo: '250-mail.example\r\n250 8BITMIME',
  mail: '250 2.1.0 Sender ok',
  rcpt: '250 2.1.5 Receiver ok',
  data: '354 Go on',
  end: '250 2.0.0 Queued',
};

/** A mail server of few lines on loopback, which says at each step what a test wants, in these very words. */
export class ScriptedSmtp {
  script: Script = () => undefined;
  /** Receivers of the mails that came whole, whatever was answered then. */
  readonly received: string[] = [];
  /** How often each step was reached. */
  readonly steps: SmtpStep[] = [];
  /** Milliseconds before a late answer, and between the bytes of a dripping one. */
  pace = { late: 400, drip: 15 };
  readonly #server = createServer((socket) => void this.#talk(socket).catch(() => undefined));
  readonly #sockets = new Set<Socket>();

  static async open(): Promise<ScriptedSmtp> {
    const server = new ScriptedSmtp();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #talk(socket: Socket): Promise<void> {
    let to = '';
    let isContent = false;
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
    await this.#say(socket, 'greeting', to);
    for await (const line of createInterface(socket)) {
      if (isContent && line !== '.') continue;
      if (isContent) this.received.push(to);
      const step: SmtpStep | undefined = isContent ? 'end' : commands[line.slice(0, 4).toUpperCase()];
      to = /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? to;
      const isUsual: boolean = step ? await this.#say(socket, step, to) : socket.end('221 2.0.0 Bye\r\n').closed;
      isContent = isUsual && step === 'data';
    }
  }

  /** Returns whether the conversation goes on as usual. */
  async #say(socket: Socket, step: SmtpStep, to: string): Promise<boolean> {
    this.steps.push(step);
    const saying = this.script(step, to);
    if (saying === 'drop') socket.destroy();
    if (saying === 'hang' || saying === 'drop') return false;
    const isUsual = saying === undefined || saying === 'late' || saying === 'drip';
    const answer = `${isUsual ? usual[step] : saying}\r\n`;
    if (saying === 'late') await sleep(this.pace.late);
    for (const piece of saying === 'drip' ? answer : [answer]) {
      if (saying === 'drip') await sleep(this.pace.drip);
      if (!socket.destroyed) socket.write(piece);
    }
    // RFC 5321, 4.2: who says 421 closes.
    if (answer.startsWith('421')) socket.end();
    return isUsual;
  }
}

const commands: Partial<Record<string, SmtpStep>> = { EHLO: 'ehlo', MAIL: 'mail', RCPT: 'rcpt', DATA: 'data' };
