import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { Semaphore } from '../semaphore.server.ts';

const slots = new Semaphore({ permits: 2, waiting: 20, wait: 45_000 });

/**
 * Waits until an export may begin: two run at once, as each takes of the time and memory that everybody shares. It ends with
 * its answer. @throws {HttpError} 503 where too many wait, or one too long
 */
export async function beginExport(reply: FastifyReply): Promise<void> {
  // Waiting exports do not use a slot of staff.
  reply.request.releaseSlot();
  const release = await slots.acquire(1);
  if (reply.raw.closed) release();
  else reply.raw.once('close', release);
}

export function setAttachment(reply: FastifyReply, name: string, type = 'text/csv; charset=utf-8'): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
}

export type CsvRows = (string | number)[][];

/**
 * Begins with a byte order mark, which makes spreadsheet programs read the file as UTF-8. Cells that they would run as a
 * formula get an apostrophe in front.
 */
export async function* csvOf(
  heads: string[],
  pieces: Iterable<CsvRows> | AsyncIterable<CsvRows>,
): AsyncGenerator<string> {
  const write = (rows: CsvRows) => stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });
  yield `\uFEFF${write([heads])}`;
  for await (const rows of pieces) yield write(rows);
}

/** How long a client may take for one piece of an answer, in milliseconds. */
const chunkTimeout = 60_000;

/** For routes that answer with such a stream: Fastify's own limit would cut off a slow client that reads on. */
export const streamLimits = { handlerTimeout: 6 * 3_600_000 };

/** An answer as it is read or written. Who stops reading it is cut off. */
export function answerStream(reply: FastifyReply, pieces: AsyncIterable<string | Uint8Array>): Readable {
  return Readable.from(promptly(), { objectMode: false });

  async function* promptly(): AsyncGenerator<string | Uint8Array> {
    for await (const piece of pieces) {
      const timer = setTimeout(() => reply.raw.destroy(), chunkTimeout);
      yield piece;
      clearTimeout(timer);
      // Lets other requests run between two pieces.
      await new Promise(setImmediate);
    }
  }
}
