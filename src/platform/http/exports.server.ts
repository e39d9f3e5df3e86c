import type { FastifyReply } from 'fastify';
import { Semaphore } from '../semaphore.server.ts';

const slots = new Semaphore({ permits: 2, waiting: 20, wait: 45_000 });

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

export function setAttachment(reply: FastifyReply, name: string, type = 'text/csv; charset=utf-8'): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
}
