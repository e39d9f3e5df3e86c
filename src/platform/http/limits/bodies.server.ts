import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify';
import { busy, HttpError } from '../../errors.server.ts';
import { logHttpError } from '../../metrics/log.server.ts';
import { Semaphore } from '../../semaphore.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A streamed upload, which may take as long as `requestTimeout`. */
    slowBody?: boolean;
  }
}

/** Milliseconds for all other bodies. */
const longest = 30_000;

const large = { bytes: 256 * 1024, arriving: 60 };

/**
 * Closes slow uploads with 408. Large bodies are buffered in unlinked files until there is memory for them, because
 * parsing takes many times their size.
 */
export function limitBodies(http: FastifyInstance, dataDir: string): void {
  const room = new Semaphore({ permits: 16 * 2 ** 20, waiting: large.arriving, wait: 45_000 });
  let arriving = 0;
  http.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (!hasBody(raw) || request.routeOptions.config?.slowBody) return;
    const timer = setTimeout(() => closeSlow(request), longest);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
  // After the guards, so that unauthorised bodies are never buffered.
  http.addHook('preParsing', async (request, reply, payload) => {
    const most = request.routeOptions.bodyLimit;
    const bytes = sizeOf(request);
    // Fastify rejects a larger Content-Length without reading the body.
    if (bytes <= large.bytes || bytes > most || request.routeOptions.config?.slowBody) return payload;
    if (arriving >= large.arriving) throw busy();
    arriving++;
    const file = await bufferInFile(dataDir, piecesOf(payload, most)).finally(() => arriving--);
    try {
      const release = await room.acquire(bytes);
      if (reply.raw.closed) release();
      else reply.raw.once('close', release);
    } catch (error) {
      await file.close();
      throw error;
    }
    const body = file.createReadStream({ start: 0 });
    // Also if nobody reads the stream to its end.
    reply.raw.once('close', () => body.destroy());
    return body;
  });
}

/** The file is unlinked at once, so that nothing remains of it even after a crash. */
async function bufferInFile(folder: string, pieces: AsyncIterable<Buffer>): Promise<FileHandle> {
  const name = path.join(folder, `.${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600).catch((error: NodeJS.ErrnoException) => {
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

/** Yields at most one chunk more than the limit, so that Fastify still notices and answers 413. */
async function* piecesOf(payload: RequestPayload, most: number): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      yield piece;
      size += piece.length;
      if (size > most) return;
    }
  } catch {
    throw new HttpError(400, 'The body did not arrive whole. Please send it again.');
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function sizeOf({ headers, routeOptions }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : routeOptions.bodyLimit;
}

function closeSlow(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete) return;
  logHttpError(request, 408);
  raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy());
}
