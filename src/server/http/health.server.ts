import { sql } from 'kysely';
import { health } from '#paths.ts';
import type { Foundations } from '../foundations.server.ts';

/** Whether the store is migrated and answers. `prepared` turns true once, when the start has done its work. */
export interface Readiness {
  prepared: boolean;
}

/** For supervisors: the process lives; the process can serve. A status word only. */
export function healthRoutes({ http, ground, database }: Foundations, readiness: Readiness): void {
  let last = { at: -1_000, trouble: Promise.resolve<string | null>(null) };

  http.get(health.live, async () => ({ status: 'ok' }));

  http.get(health.ready, async (_request, reply) => {
    // Asked often by load balancers: one look a second serves them all.
    if (performance.now() - last.at > 1_000) last = { at: performance.now(), trouble: look() };
    const trouble = await last.trouble;
    if (trouble === null) return { status: 'ready' };
    return reply.code(503).header('retry-after', '1').send({ status: trouble });
  });

  /** What stands in the way, in a word. */
  async function look(): Promise<string | null> {
    if (!readiness.prepared) return 'starting';
    try {
      if (!ground.isThere()) return 'folder';
      await sql`select 1`.execute(database);
      return null;
    } catch {
      return 'database';
    }
  }
}
