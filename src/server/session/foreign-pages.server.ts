import type { FastifyRequest } from 'fastify';
import type { Foundations } from '../foundations.server.ts';
import { findSession } from './sessions.server.ts';
import { bearerOf } from './token.server.ts';

/**
 * A hook for public calls that change something: another site must not send them through a visitor's browser. Who sends
 * a live bearer token was not led here, so that needs no CSRF token.
 */
export function refuseForeignPages(foundations: Pick<Foundations, 'database' | 'settings' | 'csrf'>) {
  const { csrf } = foundations;
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerOf(request);
    if (token && (await findSession(foundations, token))) csrf.checkSender(request);
    else csrf.check(request, request.headers['x-csrf-token']);
  };
}
