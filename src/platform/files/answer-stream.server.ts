import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

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
