import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SampledLog } from '../metrics/sampled-log.server.ts';
import { networkOf } from '../networks.server.ts';

/** Statuses that occur by the thousand in an outage; of other errors more lines are logged. */
const expectedStatuses = new Set([408, 429, 503, 507]);
const linesOfMistakes = 20;

declare module 'fastify' {
  interface FastifyInstance {
    sampledLog: SampledLog;
  }
  interface FastifyRequest {
    failedBy: string | null;
  }
}

export function logHttpErrors(http: FastifyInstance): void {
  const log = new SampledLog(http.log);
  http.decorate('sampledLog', log);
  http.decorateRequest('failedBy', null);
  http.addHook('onClose', async () => log.close());
  http.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400) logHttpError(request, reply.statusCode);
  });
}

export function logHttpError(request: FastifyRequest, status: number): void {
  const { staff } = request as { staff?: { user: { id: number } } };
  request.server.sampledLog.write(
    status >= 500 ? 'warn' : 'info',
    { event: 'refused', status, route: request.routeOptions.url ?? null },
    {
      method: request.method,
      actor: staff?.user.id ?? null,
      network: networkOf(request.ip),
      id: request.id,
      ...(request.failedBy && { reason: request.failedBy }),
    },
    expectedStatuses.has(status) || request.failedBy ? 1 : linesOfMistakes,
  );
}
