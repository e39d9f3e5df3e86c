import type { FastifyRequest } from 'fastify';
import type { PlatformContext } from '../http/context.server.ts';
import { findSession } from './sessions.server.ts';
import { bearerOf } from './token.server.ts';

/** CSRF protection for public writes. A valid bearer token can't come from another site and replaces the token. */
export function refuseForeignPages(context: Pick<PlatformContext, 'database' | 'settings' | 'csrf'>) {
  const { csrf } = context;
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerOf(request);
    if (token && (await findSession(context, token))) csrf.checkSender(request);
    else csrf.check(request, request.headers['x-csrf-token']);
  };
}
