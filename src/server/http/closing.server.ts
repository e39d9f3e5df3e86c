import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * A server that stops lets every request finish, but waits for no connection that has nothing to do: browsers keep
 * connections open after an answer, and open some in advance.
 */
export function closeWithoutWaiting(http: FastifyInstance): void {
  const { server } = http;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  http.addHook('preClose', async () => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
    server.once('close', () => clearInterval(sweep));
  });
}
