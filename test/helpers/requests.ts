import { once } from 'node:events';
import http, { type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';

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

/** Speaks plain HTTP with one server, without a browser's or fetch's own headers. */
export class Client {
  readonly #url: string;
  readonly #agent = new http.Agent({ keepAlive: true });

  constructor(url: string) {
    this.#url = url;
  }

  send = async (path: string, call: Call = {}): Promise<Answer> => {
    const url = new URL(this.#url);
    const request = http.request({
      agent: this.#agent,
      host: url.hostname,
      port: url.port,
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
