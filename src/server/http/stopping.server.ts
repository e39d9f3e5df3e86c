import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.server.ts';

/** How long a connection may bring nothing whole, once no new ones are taken (milliseconds). */
const patience = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** From the moment it has begun, each answer ends its connection. */
    stopping: { begun: boolean };
  }
}

/**
 * A server that stops lets every request finish, but waits for no connection that has nothing to do: browsers keep
 * connections open after an answer, and open some in advance.
 */
export function stopWithoutWaiting(http: FastifyInstance, connections: Connections, lead: number): void {
  const { server, stopping } = http;
  const close = server.close.bind(server);
  const closeIdle = server.closeIdleConnections.bind(server);
  http.addHook('onSend', async (_request, reply) => {
    if (stopping.begun) reply.header('connection', 'close');
  });
  http.addHook('preClose', async () => {
    stopping.begun = true;
    // A lead is for proxies. They keep connections too, and may send in the moment in which one is ended, so each gets
    // the chance of a last answer. Node and Fastify would end them at once.
    if (lead > 0) server.closeIdleConnections = () => undefined;
    server.close = (callback) => {
      void nothingWaits().then(() => close(callback));
      return server;
    };
    const end = performance.now() + patience;
    const sweep = setInterval(async () => {
      await nothingWaits();
      if (performance.now() > end) connections.endIdle();
      else if (lead === 0) {
        closeIdle();
        connections.endSilent();
      }
    }, 50);
    server.once('close', () => clearInterval(sweep));
  });
}

/**
 * Until all that has come in, connections and requests, was taken in: a turn of the event loop took next to no time. Who
 * is still in the system's queue would be cut off.
 */
async function nothingWaits(): Promise<void> {
  for (let turns = 0; turns < 100; turns++) {
    const begun = performance.now();
    await nextTurn();
    if (performance.now() - begun < 1) return;
  }
}
