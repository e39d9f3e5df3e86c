import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it came over the line. */
export interface Received {
  method: string;
  url: URL;
  headers: http.IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
}

/** What it does: answers this as JSON, or these bytes, never answers or not to the end, or cuts the line. */
export type ReceiverAnswer =
  | { status?: number; json?: unknown; text?: string | Buffer; headers?: Record<string, string> }
  | 'hang'
  | 'stall'
  | 'drop';

/** Another system that ours calls: a real server on loopback, which does what a test tells it. */
export class Receiver {
  readonly calls: Received[] = [];
  plan: (call: Received, count: number) => ReceiverAnswer | Promise<ReceiverAnswer> = () => ({ text: '' });
  readonly #server = http.createServer((request, response) => void this.#take(request, response));

  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/prangon`;
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
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '/', this.url);
    const bytes = Buffer.concat(chunks);
    const call = { method, url, headers, body: bytes.toString(), bytes };
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
    const { status = 200, json, text, headers: more = {} } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text ?? JSON.stringify(json));
  }
}

/** As a receiver checks it who has read the Standard Webhooks, and none of our code. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  const age = Math.abs(Date.now() / 1_000 - Number(headers['webhook-timestamp']));
  return age < 300 && String(headers['webhook-signature']).split(' ').includes(right);
}
