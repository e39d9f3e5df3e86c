import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { calendarFeeds, previews } from '#paths.ts';
import type { Traffic } from './traffic.server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    traffic: Traffic;
  }
}

/** One line of the log for a request that was answered. */
export type LogRequest = (told: { id: string; method: string; url: string; status: number; ms: number }) => void;

/** Counts what is answered through the routing, and writes it down where the settings ask for it. */
export function watchRequests(http: FastifyInstance, traffic: Traffic, logRequest: LogRequest | null): void {
  http.decorate('traffic', traffic);
  http.addHook('onResponse', async ({ id, method, url, routeOptions }, { statusCode: status, elapsedTime }) => {
    traffic.countRouted(routeOptions.url ?? 'none', status);
    logRequest?.({ id, method, url, status, ms: Math.round(elapsedTime) });
  });
}

export function requestLog(log: () => FastifyBaseLogger): LogRequest {
  return ({ url, ...told }) => log().info({ event: 'request', path: tellable(url), ...told });
}

const secretRoutes: string[] = [calendarFeeds.route, previews.route];

/** Of an address the path alone, as a query may hold a token; and of one that is a secret itself the route. */
export function tellable(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  return secretRoutes.find((route) => path.startsWith(route.slice(0, route.indexOf(':')))) ?? path;
}
