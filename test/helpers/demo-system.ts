import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it came over the line. */
export interface ReceivedCall {
  event: string;
  id: string;
  request: { id: number; name: string; institute_name: string; number: string; email: string };
  expires_in_days: number;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** What it does: answers this as JSON, or these bytes, never answers or not to the end, or cuts the line. */
type Answer =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | 'hang'
  | 'stall'
  | 'drop';

/** The demo system of a vendor: a real server on loopback, which does what a test tells it. */
export class DemoSystem {
  readonly calls: ReceivedCall[] = [];
  plan: (call: ReceivedCall, count: number) => Answer | Promise<Answer> = (call) => ({ json: accessFor(call) });
  readonly #server = http.createServer((request, response) => void this.#take(request, response));

  static async open(): Promise<DemoSystem> {
    const system = new DemoSystem();
    system.#server.listen(0, '127.0.0.1');
    await once(system.#server, 'listening');
    return system;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/prangon`;
  }

  to(email: string): ReceivedCall[] {
    return this.calls.filter(({ request }) => request.email === email);
  }

  close = async (): Promise<void> => {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  };

  async #take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // Whoever goes away in the middle has asked nothing.
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const call: ReceivedCall = { ...JSON.parse(body), headers: request.headers, body };
    this.calls.push(call);
    const answer = await this.plan(call, this.calls.length);
    if (answer === 'hang') return;
    if (answer === 'stall') {
      response.writeHead(200).write('{');
      return;
    }
    if (answer === 'drop') {
      request.socket.destroy();
      return;
    }
    const { status = 200, json, text, headers = {} } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text ?? JSON.stringify(json));
  }
}

/** An access that nobody else has. */
export function accessFor({ request }: Pick<ReceivedCall, 'request'>): { link: string; password: string } {
  return { link: `https://demo.prangon.example/own/${request.id}`, password: `own-${request.id}` };
}

/** As a receiver checks it who has read the Standard Webhooks, and none of our code. */
export function isSigned({ headers, body }: ReceivedCall, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const age = Math.abs(Date.now() / 1_000 - Number(headers['webhook-timestamp']));
  return age < 300 && String(headers['webhook-signature']).split(' ').includes(right);
}
