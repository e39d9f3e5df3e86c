import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SampledLog } from '../sampled-log.server.ts';
import { networkOf } from './networks.server.ts';

/** Statuses that occur by the thousand in an outage; of other errors more lines are logged. */
const planned = new Set([408, 429, 503, 507]);
const linesOfMistakes = 20;

declare module 'fastify' {
  interface FastifyInstance {
    sampledLog: SampledLog;
  }
  interface FastifyRequest {
    failedBy: string | null;
  }
}

export function logRefusals(http: FastifyInstance): void {
  const log = new SampledLog(http.log);
  http.decorate('sampledLog', log);
  http.decorateRequest('failedBy', null);
  http.addHook('onClose', async () => log.close());
  http.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400) logRefusal(request, reply.statusCode);
  });
}

export function logRefusal(request: FastifyRequest, status: number): void {
  request.server.sampledLog.tell(
    status >= 500 ? 'warn' : 'info',
    { event: 'refused', status, route: request.routeOptions.url ?? null },
    {
      method: request.method,
      actor: request.staff?.user.id ?? null,
      network: networkOf(request.ip),
      id: request.id,
      ...(request.failedBy && { reason: request.failedBy }),
    },
    planned.has(status) || request.failedBy ? 1 : linesOfMistakes,
  );
}
