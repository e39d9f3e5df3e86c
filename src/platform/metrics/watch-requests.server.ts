import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { redactPath } from './redact-path.server.ts';
import type { Traffic } from './traffic.server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    traffic: Traffic;
  }
}

export type LogRequest = (entry: { id: string; method: string; url: string; status: number; ms: number }) => void;

export function watchRequests(http: FastifyInstance, traffic: Traffic, logRequest: LogRequest | null): void {
  http.decorate('traffic', traffic);
  http.addHook('onResponse', async ({ id, method, url, routeOptions }, { statusCode: status, elapsedTime }) => {
    traffic.countRouted(routeOptions.url ?? 'none', status);
    logRequest?.({ id, method, url, status, ms: Math.round(elapsedTime) });
  });
}

export function requestLog(log: () => FastifyBaseLogger): LogRequest {
  return ({ url, ...entry }) => log().info({ event: 'request', path: redactPath(url), ...entry });
}
