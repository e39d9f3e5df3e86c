import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Semaphore } from '../jobs/semaphore.server.ts';

const slots = new Semaphore({ permits: 2, waiting: 20, wait: 45_000 });

/** How long a client may take for one piece of an export, in milliseconds. */
const chunkTimeout = 60_000;

/** For routes that answer with such a stream: Fastify's own limit would cut off a slow client that reads on. */
export const streamLimits = { handlerTimeout: 6 * 3_600_000 };

/**
 * Waits until an export may begin: two run at once, as each takes of the time and memory that everybody shares. It ends with
 * its answer. @throws {HttpError} 503 where too many wait, or one too long
 */
export async function beginExport(reply: FastifyReply): Promise<void> {
  // Who waits takes no place from others of the staff.
  reply.request.endWork();
  const release = await slots.acquire(1);
  if (reply.raw.closed) release();
  else reply.raw.once('close', release);
}

/** An export as it is written. Who stops reading it is cut off: others wait. */
export function exportStream(reply: FastifyReply, pieces: AsyncIterable<string | Buffer>): Readable {
  return Readable.from(promptly(), { objectMode: false });

  async function* promptly(): AsyncGenerator<string | Buffer> {
    for await (const piece of pieces) {
      const timer = setTimeout(() => reply.raw.destroy(), chunkTimeout);
      yield piece;
      clearTimeout(timer);
      // Lets other requests run between two pieces.
      await new Promise(setImmediate);
    }
  }
}

export function setAttachment(reply: FastifyReply, name: string, type = 'text/csv; charset=utf-8'): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
}
