import type { FastifyInstance } from 'fastify';
import type { Connections } from './limits/connections.server.ts';

/** Milliseconds in which a kept connection gets a last answer, with `connection: close`. */
const idleGrace = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    stopping: { begun: boolean };
  }
}

/** Finishes every request, but doesn't wait for idle keep-alive or preconnected sockets. */
export function stopWithoutWaiting(http: FastifyInstance, connections: Connections): void {
  const { server, stopping } = http;
  http.addHook('onSend', async (_request, reply) => {
    if (stopping.begun) reply.header('connection', 'close');
  });
  http.addHook('preClose', async () => {
    stopping.begun = true;
    // Commands ask without listening.
    if (!server.listening) return;
    // Closing them at once would cut off a request that is just being sent.
    server.closeIdleConnections = () => undefined;
    // After the poll phase: what has arrived on a connection until then is a request that runs.
    const sweep = setInterval(() => setImmediate(() => connections.endIdle()), idleGrace);
    server.once('close', () => clearInterval(sweep));
  });
}
