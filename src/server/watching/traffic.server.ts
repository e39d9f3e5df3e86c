import type { SecurityEvent } from '../session/security-log.server.ts';

/** What was sent from memory of the ready answers of a route. */
export interface Tally {
  whole: number;
  /** 304: the client had it already. */
  known: number;
}

/**
 * Counts in plain numbers what is answered: a ready page is sent some ten thousand times a second, and counting it is one
 * addition. Who watches reads them from outside, see `metrics.server.ts`.
 */
export class Traffic {
  /** Answers that went through the routing, by route and status. */
  readonly routed = new Map<string, Map<number, number>>();
  /** Answers that were sent before it. */
  readonly ready = new Map<string, Tally>();
  /** What matters to security, such as failed sign-ins. */
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
