import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { busy } from '../errors.server.ts';
import { hasBody } from './bodies.server.ts';
import type { Connections } from './connections.server.ts';
import { isFree } from './read-limit.server.ts';
import { Turns } from './turns.server.ts';

/** Requests that are worked on or wait for it: those that only read, and those that bring something. */
const most = 200;

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives its place among the work back. What is sent past Fastify calls it; for the rest it is called. */
    endWork: () => void;
  }
}

/** Bounds the uncached work that is in flight; who comes beyond that is told at once to come again. */
export function limitWork(http: FastifyInstance, connections: Connections): void {
  const turns = new Turns();
  const inFlight = { reads: 0, writes: 0 };
  http.server.on('connection', () => turns.connected());
  http.decorateRequest('endWork', () => undefined);
  http.addHook('onRequest', async (request, reply) => {
    if (!isFree(request)) await begin(request, reply);
  });
  // While a body is on its way, there is nothing to do.
  http.addHook('preParsing', async (request) => {
    if (hasBody(request.raw)) request.endWork();
  });
  http.addHook('preValidation', async (request, reply) => {
    if (hasBody(request.raw)) await begin(request, reply);
  });
  http.addHook('onSend', async (request) => request.endWork());

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const kind = hasBody(request.raw) ? 'writes' : 'reads';
    if (inFlight[kind] >= most) {
      connections.letRest(request.raw.socket);
      throw busy();
    }
    inFlight[kind]++;
    let ended = false;
    request.endWork = () => {
      if (!ended) inFlight[kind]--;
      ended = true;
    };
    reply.raw.once('close', request.endWork);
    await turns.next();
    // Whoever left meanwhile needs no answer.
    if (request.raw.socket.destroyed) reply.hijack();
  }
}
