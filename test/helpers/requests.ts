import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { connect } from 'node:net';
import { localhostCertificate } from './localhost-certificate.ts';

/** An answer as it came over the wire: nothing decoded, nothing followed. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  // The shape is what a test is about to check.
  json: <T = unknown>() => T;
}

export interface Call {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  /** Which address of 127.0.0.0/8 to come from. */
  from?: string;
}

/** Speaks HTTP with one server, without a browser's or fetch's own headers. */
export class Client {
  readonly #url: string;
  readonly #agent: http.Agent;

  constructor(url: string, keepAlive = true) {
    this.#url = url;
    this.#agent = agentFor(url, { keepAlive });
  }

  send = async (path: string, call: Call = {}): Promise<Answer> => {
    const { protocol, hostname, port } = new URL(this.#url);
    const request = http.request({
      agent: this.#agent,
      protocol,
      host: hostname,
      family: 4,
      port,
      path,
      method: call.method ?? 'GET',
      headers: {
        ...(call.body === undefined ? {} : { 'content-length': Buffer.byteLength(call.body) }),
        ...call.headers,
      },
      ...(call.from ? { localAddress: call.from } : {}),
    });
    request.end(call.body);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    // Who has answered may not want the rest of what is sent.
    request.on('error', () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks));
  };

  get = (path: string, headers: Record<string, string> = {}): Promise<Answer> => this.send(path, { headers });

  postJson = (path: string, body: unknown, headers: Record<string, string> = {}, from?: string): Promise<Answer> =>
    this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(from ? { from } : {}),
    });

  close(): void {
    this.#agent.destroy();
  }
}

/** Over TLS it believes the certificate of tests. */
export function agentFor(url: string, options: http.AgentOptions): http.Agent {
  if (!url.startsWith('https:')) return new http.Agent(options);
  return new https.Agent({ ...options, ca: localhostCertificate.cert });
}

/** Writes these bytes to the server and reads until it closes: for requests that no library would send. */
export async function sendRaw(url: string, bytes: string | Uint8Array): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end(bytes);
  let text = '';
  // A reset after the answer is as good as an end.
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text };
}

function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer): Answer {
  const text = bytes.toString();
  return { status, headers, bytes, text, json: () => JSON.parse(text) };
}
