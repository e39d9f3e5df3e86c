import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { HttpError, tooMany } from '#platform/errors.server.ts';
import { TokenBuckets } from '#platform/http/limits/rate-limits.server.ts';
import { networkOf } from '#platform/networks.server.ts';
import { addCounts, countKey, type VisitCount } from '../lead/funnel.server.ts';
import { foldSource, foldVisit, type ReportedVisit } from '../lead/visit.server.ts';

/** Query string and referrer of the first page of the visit, from sessionStorage. */
const body = z.array(z.string().max(4_000)).max(2);
const query = z.object({
  event: z.enum(['view', 'opened']).default('view').describe('A page was seen, or its form opened'),
});

const rateLimit = { perSecond: 5, burst: 120 };

/**
 * Counts page views and opened forms, anonymously and not at all for browsers that send DNT or GPC. The `Origin` header
 * must be one of our own pages.
 */
export function countVisitApi({ http, csrf, database, settings, log }: AppContext): void {
  const buckets = new TokenBuckets(rateLimit);
  const counter = createVisitCounter(database, log);
  http.addHook('onClose', counter.close);

  http.post(
    calls.countVisit,
    { schema: { summary: 'Count a visit', body, querystring: query, response: { 204: z.null() } } },
    async (request, reply) => {
      csrf.checkSender(request);
      if (request.headers.origin === undefined)
        throw new HttpError(403, 'Only a page of this site may count its visits.');
      const wait = buckets.take(networkOf(request.ip));
      if (wait > 0) throw tooMany(wait);
      if (!isCountable(request)) return reply.code(204).send(null);
      const ownHosts = [settings.publicUrl, `http://${request.headers.host}`];
      const visit = foldVisit(reportedBy(request.headers.referer, request.body), ownHosts);
      counter.add({ day: dayInDhaka(new Date()), event: request.query.event, ...visit, count: 1 });
      return reply.code(204).send(null);
    },
  );
}

function reportedBy(page: string | undefined, [search = '', referrer = '']: string[]): ReportedVisit {
  const tags = new URLSearchParams(search);
  return {
    page: page && URL.canParse(page) ? new URL(page).pathname : '',
    referrer,
    utm_source: tags.get('utm_source'),
    utm_medium: tags.get('utm_medium'),
    utm_campaign: tags.get('utm_campaign'),
  };
}

const botAgents = /bot|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|monitor|curl|wget|python/i;

function isCountable({ headers }: FastifyRequest): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return false;
  const agent = headers['user-agent'] ?? '';
  return agent !== '' && !botAgents.test(agent);
}

/** In milliseconds. */
const writeInterval = 3_000;

/** Maximum of distinct counts in memory; further ones are counted without their source. */
const maxBuffered = 1_000;

/** Buffers counts in memory and writes them in batches. Call `close`, or the last seconds are lost. */
export function createVisitCounter(database: Database, log: FastifyBaseLogger) {
  let buffer = new Map<string, VisitCount>();
  let writing = Promise.resolve();
  const timer = setInterval(() => void write(), writeInterval).unref();

  function add(counted: VisitCount) {
    // The number of folded counts is bounded by pages and events.
    const isFolded = !buffer.has(countKey(counted)) && buffer.size >= maxBuffered;
    const entry = isFolded ? { ...counted, ...foldSource(counted) } : counted;
    const key = countKey(entry);
    buffer.set(key, { ...entry, count: entry.count + (buffer.get(key)?.count ?? 0) });
  }

  /** Never throws; counts that could not be written are retried. */
  function write() {
    writing = writing.then(async () => {
      if (buffer.size === 0) return;
      const counts = [...buffer.values()];
      buffer = new Map();
      try {
        await addCounts(database, counts);
      } catch (error) {
        for (const each of counts) add(each);
        log.warn({ event: 'visits_unwritten', reason: (error as Error).message });
      }
    });
    return writing;
  }

  async function close() {
    clearInterval(timer);
    await write();
  }

  return { add, write, close };
}
