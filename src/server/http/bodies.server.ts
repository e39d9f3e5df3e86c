import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { busy, Refusal } from '../errors.server.ts';
import { Semaphore } from '../semaphore.server.ts';
import { logRefusal } from './refusals.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a large file, which is streamed: it may take as long as the server lets any request take. */
    slowBody?: boolean;
  }
}

/** How long a body may take that is no large file, in milliseconds. */
const longest = 30_000;

/** Bytes from which on a body waits in a file until there is room for it, and how many may arrive at once. */
const large = { bytes: 256 * 1024, arriving: 60 };

/**
 * Cuts off who sends a body too slowly, with 408: slow senders must not hold what others need. Large bodies wait for their
 * turn in files without a name, as each takes many times its size in memory while it is worked on.
 */
export function limitBodies(http: FastifyInstance, dataDir: string): void {
  const room = new Semaphore({ permits: 16 * 2 ** 20, waiting: large.arriving, wait: 45_000 });
  let arriving = 0;
  http.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (!hasBody(raw) || request.routeOptions.config?.slowBody) return;
    const timer = setTimeout(() => cutOff(request), longest);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
  // Behind the guards: who may not send it at all takes no room.
  http.addHook('preParsing', async (request, reply, payload) => {
    const most = request.routeOptions.bodyLimit;
    const bytes = sizeOf(request);
    // What is too large by its own words is refused without being read.
    if (bytes <= large.bytes || bytes > most || request.routeOptions.config?.slowBody) return payload;
    if (arriving >= large.arriving) throw busy();
    arriving++;
    const file = await store(dataDir, piecesOf(payload, most)).finally(() => arriving--);
    try {
      const give = await room.acquire(bytes);
      if (reply.raw.closed) give();
      else reply.raw.once('close', give);
    } catch (error) {
      await file.close();
      throw error;
    }
    const body = file.createReadStream({ start: 0 });
    // Also where nobody reads it to its end.
    reply.raw.once('close', () => body.destroy());
    return body;
  });
}

/** In a file without a name: nothing is left of it when it is closed, or the program ends, however that is. */
async function store(folder: string, pieces: AsyncIterable<Buffer>): Promise<FileHandle> {
  const name = path.join(folder, `.${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600).catch((error: NodeJS.ErrnoException) => {
    // The folder went: others say so.
    throw error.code === 'ENOENT' ? busy() : error;
  });
  try {
    await rm(name);
    await writeFile(file, pieces);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** What comes of a body, up to one piece more than it may have: whoever reads it then says so. */
async function* piecesOf(payload: RequestPayload, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      yield piece;
      size += piece.length;
      if (size > most) return;
    }
  } catch {
    throw new Refusal(400, 'The body did not arrive whole. Please send it again.');
  }
}

/** Whether a request brings a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** How large its body is, or may become. */
function sizeOf({ headers, routeOptions }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : routeOptions.bodyLimit;
}

/** As Node itself answers where its own limit is reached. */
function cutOff(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete) return;
  logRefusal(request, 408);
  raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy());
}
