import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Connections } from './connections.server.ts';

/** Milliseconds for incomplete requests after the listener has closed. */
const idleGrace = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    stopping: { begun: boolean };
  }
}

/** Finishes every request, but doesn't wait for idle keep-alive or preconnected sockets. */
export function stopWithoutWaiting(http: FastifyInstance, connections: Connections, delay: number): void {
  const { server, stopping } = http;
  const close = server.close.bind(server);
  const closeIdle = server.closeIdleConnections.bind(server);
  http.addHook('onSend', async (_request, reply) => {
    if (stopping.begun) reply.header('connection', 'close');
  });
  http.addHook('preClose', async () => {
    stopping.begun = true;
    // The delay is for proxies, which may send while a connection closes: each gets a last answer with `close`.
    if (delay > 0) server.closeIdleConnections = () => undefined;
    server.close = (callback) => {
      void drainAcceptQueue().then(() => close(callback));
      return server;
    };
    const end = performance.now() + idleGrace;
    const sweep = setInterval(async () => {
      await drainAcceptQueue();
      if (performance.now() > end) connections.endIdle();
      else if (delay === 0) {
        closeIdle();
        connections.endSilent();
      }
    }, 50).unref();
    server.once('close', () => clearInterval(sweep));
  });
}

/** Waits until the accept queue is empty (an event-loop iteration under 1 ms), or its connections are reset. */
async function drainAcceptQueue(): Promise<void> {
  for (let turns = 0; turns < 100; turns++) {
    const startedAt = performance.now();
    await nextTurn();
    if (performance.now() - startedAt < 1) return;
  }
}
