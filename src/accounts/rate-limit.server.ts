import type { FastifyRequest } from 'fastify';
import { Refusal } from '#server/errors.server.ts';
import { logSecurity } from '#server/session/security-log.server.ts';

/** Refuses with 429 where a limit says to wait so many seconds; 0 passes. */
export function refuseWhileLimited(request: FastifyRequest, limit: string, seconds: number): void {
  if (seconds > 0) refuseLimited(request, limit, seconds);
}

export function refuseLimited(request: FastifyRequest, limit: string, seconds: number): never {
  logSecurity(request, 'limited', { limit, seconds });
  throw new Refusal(429, `Too many attempts. Try again in ${inWords(seconds)}.`, { retryAfter: seconds });
}

function inWords(seconds: number): string {
  if (seconds < 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
