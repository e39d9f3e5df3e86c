import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a large file: it may take as long as the server lets any request take. */
    slowBody?: boolean;
  }
}

/** How long a body may take that is no large file, in milliseconds. */
const longest = 30_000;

/** Cuts off who sends a body too slowly, with 408: slow senders must not hold what others need. */
export function limitBodyTime(http: FastifyInstance): void {
  http.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (!hasBody(raw) || request.routeOptions.config?.slowBody) return;
    const timer = setTimeout(() => cutOff(request), longest);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** As Node itself answers where its own limit is reached. */
function cutOff({ raw, log, id }: FastifyRequest): void {
  if (raw.complete) return;
  log.info({ event: 'refused', status: 408, method: raw.method, id });
  raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy());
}
