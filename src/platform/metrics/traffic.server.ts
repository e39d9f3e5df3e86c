import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../networks.server.ts';
import { redactPath } from './log.server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    traffic: Traffic;
  }
}

export interface Tally {
  whole: number;
  known: number;
}

/** Plain counters, because cached answers are sent some ten thousand times a second. */
export class Traffic {
  readonly routed = new Map<string, Map<number, number>>();
  readonly ready = new Map<string, Tally>();
  readonly events = new Map<SecurityEvent, number>();

  tallyOf(route: string): Tally {
    const known = this.ready.get(route) ?? { whole: 0, known: 0 };
    this.ready.set(route, known);
    return known;
  }

  countRouted(route: string, status: number): void {
    const statuses = this.routed.get(route) ?? new Map<number, number>();
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.routed.set(route, statuses);
  }

  countEvent(event: SecurityEvent): void {
    this.events.set(event, (this.events.get(event) ?? 0) + 1);
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

export type SecurityEvent =
  | 'demo_password_shown'
  | 'email_changed'
  | 'login_ok'
  | 'login_failed'
  | 'logout'
  | 'limited'
  | 'mass_assignment'
  | 'passkey_refused'
  | 'password_changed'
  | 'password_refused'
  | 'password_reset'
  | 'refused_by_role'
  | 'reset_refused'
  | 'reset_requested'
  | 'second_factor_changed'
  | 'second_factor_taken_off'
  | 'second_step_failed'
  | 'second_step_opened'
  | 'sessions_ended'
  | 'token_made'
  | 'token_withdrawn'
  | 'user_invited'
  | 'invitation_accepted'
  | 'webhook_secret_changed'
  | 'webhook_secret_shown';

/** One line per security event. Never log a password, token or user input. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent, facts: Record<string, unknown> = {}): void {
  request.server.traffic.countEvent(event);
  request.log.info({ event, network: networkOf(request.ip), id: request.id, ...facts });
}
