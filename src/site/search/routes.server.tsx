import * as z from 'zod/mini';
import { queryParameter } from '#cms/collections/answers.server.ts';
import { readSearchQuery } from '#cms/search/query.server.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { calls, pages } from '#paths.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import { sendOnce } from '#platform/http/cached-answers.server.ts';
import { pageNumber } from '#platform/http/paging.server.ts';
import { policyOf } from '../document.server.tsx';
import { renderUnindexedPage, sendPage } from '../pages/public-page.server.tsx';
import type { Sheet } from '../sheets/names.ts';
import type { Site } from '../site.server.ts';
import { SearchPage } from './page.tsx';
import { readResults } from './results.server.ts';
import { searchAnswerSchema } from './schema.ts';
import { searchableContent } from './searchable-content.server.ts';
import { searchStrings } from './strings.ts';

const perPage = 10;
const sheet: Sheet = 'search';
/** Fits below the field on a phone. */
const maxSuggestions = 6;

const querySchema = z.object({ q: queryParameter, page: queryParameter });

/**
 * The results page and the search-as-you-type API. Queries are unbounded, so responses are neither cached nor indexed,
 * and are rate-limited per network. The empty search page is cached as any other.
 */
export function searchRoutes(site: Site): void {
  const { http, search } = site;
  search.follow(searchableContent);
  const shows = searchableContent.map(({ collection }) => collection);
  let known: { version: string; queries: string[] } = { version: '', queries: [] };

  http.get(pages.search, { schema: { querystring: querySchema } }, async (request, reply) => {
    const query = readSearchQuery(request.query.q);
    if (query.text === '') {
      const read = async (vendor: SiteSettings) => {
        const body = <SearchPage answer={null} popular={await popular(vendor)} page={1} perPage={perPage} />;
        const breadcrumb = [{ name: searchStrings.heading, path: pages.search }];
        return { text: vendor.pages.search, sheet, body, breadcrumb };
      };
      return sendPage(site, request, reply, { path: pages.search, shows, read });
    }
    const page = pageNumber(request.query.page);
    const vendor = await site.vendor.current();
    const answer = await readResults(site, query, vendor.synonyms, { page, perPage });
    const suggestions = answer.total === 0 ? await popular(vendor) : [];
    const body = <SearchPage answer={answer} popular={suggestions} page={page} perPage={perPage} />;
    await yieldToEventLoop();
    const html = renderUnindexedPage(site, pages.search, vendor, { text: vendor.pages.search, sheet, body });
    return sendOnce(request, reply, html, policyOf(sheet));
  });

  http.get(
    calls.search,
    {
      schema: {
        summary: 'Search the site',
        querystring: z.object({ q: queryParameter }),
        response: { 200: searchAnswerSchema },
      },
    },
    async ({ query }) => {
      const { synonyms } = await site.vendor.current();
      return readResults(site, readSearchQuery(query.q), synonyms, { perPage: maxSuggestions });
    },
  );

  /** What people ask, as far as the site has an answer. Looked for anew only after a change: it is eight searches. */
  async function popular({ synonyms }: SiteSettings) {
    const version = [synonyms, ...shows.map((kind) => site.cache.version(kind))].join();
    if (known.version === version) return known.queries;
    const ask = (text: string) => readResults(site, readSearchQuery(text), synonyms, { perPage: 1 });
    const answers = await Promise.all(searchStrings.examples.map(ask));
    const queries = answers.flatMap(({ query, total }) => (total > 0 ? query : []));
    if (search.isCurrent) known = { version, queries };
    return queries;
  }
}
