import { sql } from 'kysely';
import { health } from '#paths.ts';
import { HttpError } from '../errors.server.ts';
import type { PlatformContext } from './context.server.ts';
import type { Http } from './create.server.ts';

export interface Readiness {
  prepared: boolean;
}

/** Answers 503 during startup: the store may be incomplete, or a restored one with sessions that ended since. */
export function showStartupPage(http: Http, readiness: Readiness): void {
  http.addHook('onRequest', async ({ routeOptions: { url } }) => {
    if (readiness.prepared || url === health.live || url === health.ready) return;
    throw new HttpError(503, 'সাইটটি চালু হচ্ছে। একটু পরে আবার চেষ্টা করুন।', {
      retryAfter: 1,
      isBrief: true,
      english: 'The site is just starting. Try again in a moment.',
    });
  });
}

type Trouble = 'starting' | 'folder' | 'database' | 'disk' | 'full';

export function healthRoutes({ http, dataDirectory, database }: PlatformContext, readiness: Readiness): void {
  let last = { at: -1_000, trouble: Promise.resolve<Trouble | null>(null) };

  http.get(health.live, async () => ({ status: 'ok' }));

  http.get(health.ready, async (_request, reply) => {
    if (http.stopping.begun) return reply.code(503).send({ status: 'stopping' });
    // Load balancers ask often, so the result is cached for a second.
    if (performance.now() - last.at > 1_000) last = { at: performance.now(), trouble: checkStore() };
    const trouble = await last.trouble;
    if (trouble === null) return { status: 'ready' };
    // With a full disk reads still work, so the instance stays ready.
    if (trouble === 'full') return { status: trouble };
    return reply.code(503).header('retry-after', '1').send({ status: trouble });
  });

  async function checkStore(): Promise<Trouble | null> {
    if (!readiness.prepared) return 'starting';
    try {
      if (dataDirectory.hasFailed) return 'disk';
      if (!dataDirectory.isThere()) return 'folder';
      // It locks no row. A database that takes no writes refuses it, and the pool then looks for another host.
      await database.selectFrom('store_facts').select('name').where(sql<boolean>`false`).forUpdate().execute();
      return await dataDirectory.writeFault();
    } catch {
      return 'database';
    }
  }
}
