import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { logRefusal } from './refusals.server.ts';
import { RoomForBodies } from './room-for-bodies.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a large file, which is streamed: it may take as long as the server lets any request take. */
    slowBody?: boolean;
  }
  interface FastifyRequest {
    bodyTimer: NodeJS.Timeout | null;
  }
}

/** How long a body may take that is no large file, in milliseconds. */
const longest = 30_000;

/** Bytes from which on a body waits until there is room for it. */
const large = 256 * 1024;

/**
 * Cuts off who sends a body too slowly, with 408: slow senders must not hold what others need. Large bodies wait unread
 * for their turn, as each takes many times its size while it is worked on.
 */
export function limitBodies(http: FastifyInstance): void {
  const room = new RoomForBodies();
  http.decorateRequest('bodyTimer', null);
  http.addHook('onRequest', async (request) => {
    const { raw } = request;
    if (!hasBody(raw) || request.routeOptions.config?.slowBody) return;
    const timer = setTimeout(() => cutOff(request), longest);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
    request.bodyTimer = timer;
  });
  // Behind the guards: who may not send it at all takes no room.
  http.addHook('preParsing', async (request, reply) => {
    const bytes = sizeOf(request);
    if (bytes <= large || request.routeOptions.config?.slowBody) return;
    const give = await room.take(bytes);
    if (reply.raw.closed) give();
    else reply.raw.once('close', give);
    request.bodyTimer?.refresh();
  });
}

/** Whether a request brings a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** How large its body is, or may become. */
function sizeOf({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit;
  return headers['transfer-encoding'] === undefined ? Math.min(Number(headers['content-length'] ?? 0), most) : most;
}

/** As Node itself answers where its own limit is reached. */
function cutOff(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete) return;
  logRefusal(request, 408);
  raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => raw.socket.destroy());
}
