import type { FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { calls } from '#paths.ts';
import { dayInDhaka } from '#server/dhaka.server.ts';
import { Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { networkOf } from '#server/http/networks.server.ts';
import { TokenBuckets } from '#server/http/token-buckets.server.ts';
import { foldVisit, type Told } from './visit.server.ts';
import { VisitCounter } from './visit-counter.server.ts';

/** The query and the referrer with which the visit began, as the tab keeps them. */
const body = z.array(z.string().max(4_000)).max(2);
const query = z.object({ event: z.enum(['view', 'opened']).default('view') });

/** Of one network: many phones may share one. */
const looks = { perSecond: 5, burst: 120 };

/**
 * Counts that a page was seen or the demo form opened. Nothing is kept of who did it, and nothing at all of browsers
 * that ask not to be tracked. Only pages of our own may send it, which each browser proves by its Origin.
 */
export function countVisitApi({ http, csrf, database, settings, log }: Foundations): void {
  const buckets = new TokenBuckets(looks);
  const counter = new VisitCounter({ database, log });
  http.addHook('onClose', () => counter.close());

  http
    .withTypeProvider<ZodTypeProvider>()
    .post(
      calls.countVisit,
      { schema: { body, querystring: query, response: { 204: z.null() } } },
      async (request, reply) => {
        csrf.checkSender(request);
        if (request.headers.origin === undefined)
          throw new Refusal(403, 'Only a page of this site may count its visits.');
        const wait = buckets.take(networkOf(request.ip));
        if (wait > 0) throw new Refusal(429, `Too many requests. Try again in ${wait} s.`, { retryAfter: wait });
        if (!mayCount(request)) return reply.code(204).send(null);
        const ownHosts = [settings.publicUrl, `http://${request.headers.host}`];
        const visit = foldVisit(toldBy(request.headers.referer, request.body), ownHosts);
        counter.add({ day: dayInDhaka(new Date()), event: request.query.event, ...visit, count: 1 });
        return reply.code(204).send(null);
      },
    );
}

/** Which page it is, the browser says itself. */
function toldBy(page: string | undefined, [search = '', referrer = '']: string[]): Told {
  const tags = new URLSearchParams(search);
  return {
    page: page && URL.canParse(page) ? new URL(page).pathname : '',
    referrer,
    utm_source: tags.get('utm_source'),
    utm_medium: tags.get('utm_medium'),
    utm_campaign: tags.get('utm_campaign'),
  };
}

/** Programs that visit by themselves say so, most of them. */
const programs = /bot|crawl|spider|slurp|preview|headless|lighthouse|facebookexternalhit|monitor|curl|wget|python/i;

function mayCount({ headers }: FastifyRequest): boolean {
  if (headers.dnt === '1' || headers['sec-gpc'] === '1') return false;
  const agent = headers['user-agent'] ?? '';
  return agent !== '' && !programs.test(agent);
}
