import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { networkOf } from './networks.server.ts';

/** Of each kind, in each span of so many milliseconds: what is planned for bad days is told once, a mistake of a client 20 times. */
const span = 10_000;
const lines = { planned: 1, mistake: 20 };
const planned = new Set([408, 429, 503, 507]);

interface Refused {
  status: number;
  method: string;
  route: string | null;
  id: string;
  [more: string]: unknown;
}

declare module 'fastify' {
  interface FastifyInstance {
    refusalLog: RefusalLog;
  }
}

/** Writes down whatever is answered with a status from 400 on. */
export function logRefusals(http: FastifyInstance): void {
  const refusals = new RefusalLog(http.log);
  http.decorate('refusalLog', refusals);
  http.addHook('onClose', async () => refusals.close());
  http.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400) return;
    refusals.tell({
      status: reply.statusCode,
      method: request.method,
      route: request.routeOptions.url ?? null,
      actor: request.staff?.user.id ?? null,
      network: networkOf(request.ip),
      id: request.id,
      ...(request.failedBy && { reason: request.failedBy }),
    });
  });
}

/**
 * Tells of refusals, so that nobody can flood the log by being refused: the first of a kind (a status of a route) at
 * once, later how many more there were.
 */
class RefusalLog {
  readonly #log: FastifyBaseLogger;
  readonly #told = new Map<string, { facts: Refused; count: number }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  tell(facts: Refused): void {
    const { status, route } = facts;
    const kind = `${status} ${route}`;
    const told = this.#told.get(kind) ?? { count: 0, facts };
    told.count++;
    this.#told.set(kind, told);
    if (told.count <= most(status)) this.#write(facts);
    this.#timer ??= setTimeout(() => this.close(), span).unref();
  }

  /** Tells how many more there were. */
  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const { count, facts } of this.#told.values()) {
      const { status, route } = facts;
      const more = count - most(status);
      if (more > 0) this.#write({ status, route, more, seconds: span / 1_000 });
    }
    this.#told.clear();
  }

  #write(facts: { status: number; route: string | null; [more: string]: unknown }): void {
    if (facts.status >= 500) this.#log.warn({ event: 'refused', ...facts });
    else this.#log.info({ event: 'refused', ...facts });
  }
}

function most(status: number): number {
  return planned.has(status) ? lines.planned : lines.mistake;
}
