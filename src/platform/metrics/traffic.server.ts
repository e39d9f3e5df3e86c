import type { SecurityEvent } from './security-log.server.ts';

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
