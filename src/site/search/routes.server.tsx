import * as z from 'zod/mini';
import { categories } from '#content/features/categories/data.server.ts';
import { calls, pages } from '#paths.ts';
import { readyPage, sendCached, sendOnce } from '#server/cache/cached-answers.server.ts';
import { queryParameter } from '#server/lists/answers.server.ts';
import { pageNumber } from '#server/paging.server.ts';
import { readSearchQuery } from '#server/site-search/query.server.ts';
import { Vocabulary } from '#server/site-search/vocabulary.server.ts';
import { vendorKind } from '#site-settings/schema.ts';
import { policyOf } from '../document.server.tsx';
import { drawHiddenPage, drawPage } from '../pages/public-page.server.tsx';
import type { Site } from '../site.server.ts';
import { SearchPage } from './page.tsx';
import { readResults } from './read-results.server.ts';
import { searchOnWire } from './schema.ts';
import { words } from './words.ts';

const perPage = 20;
const sheet = 'search';
/** Fits below the field and its message on a phone. */
const mostPopular = 8;
/** Fits below the field on a phone. */
const whileTyping = 6;

const asked = z.object({ q: queryParameter, page: queryParameter });

/**
 * The results page and the search-as-you-type API. Queries are unbounded, so responses are neither cached nor indexed,
 * and are rate-limited per network. The empty search page is cached as any other.
 */
export function searchRoutes(site: Site): void {
  const { http, database } = site;
  const found = { database, words: new Vocabulary(database) };
  // Loads the vocabulary before the first search.
  http.addHook('onListen', () => void found.words.learn().catch(() => undefined));

  http.get(pages.search, { schema: { querystring: asked } }, async (request, reply) => {
    const query = readSearchQuery(request.query.q);
    if (query.text === '') {
      const make = async () => {
        const { vendor, text } = await settings();
        const body = <SearchPage answer={null} popular={await popular()} page={1} perPage={perPage} />;
        const breadcrumb = [{ name: words.heading, path: pages.search }];
        return readyPage(drawPage(site, pages.search, vendor, { text, sheet, body, breadcrumb }), policyOf(sheet));
      };
      return sendCached(site, request, reply, { key: pages.search, shows: [vendorKind, ...categories.shows], make });
    }
    const page = pageNumber(request.query.page);
    const { vendor, text } = await settings();
    const answer = await readResults(found, query, vendor.synonyms, { from: (page - 1) * perPage, count: perPage });
    const others = answer.total === 0 ? await popular() : [];
    const body = <SearchPage answer={answer} popular={others} page={page} perPage={perPage} />;
    const html = drawHiddenPage(site, pages.search, vendor, { text, sheet, body });
    return sendOnce(request, reply, html, policyOf(sheet));
  });

  http.get(
    calls.search,
    {
      schema: {
        summary: 'Search the site',
        querystring: z.object({ q: queryParameter }),
        response: { 200: searchOnWire },
      },
    },
    async ({ query }) => {
      const { synonyms } = await site.vendor.current();
      return readResults(found, readSearchQuery(query.q), synonyms, { from: 0, count: whileTyping });
    },
  );

  async function popular() {
    return (await categories.all(database)).slice(0, mostPopular).map(({ category_name }) => category_name);
  }

  async function settings() {
    const vendor = await site.vendor.current();
    return { vendor, text: vendor.pages.search };
  }
}
