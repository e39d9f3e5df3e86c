import { calls, pages } from '#paths.ts';
import { readyPage, sendCached, sendOnce } from '#server/cache/cached-answers.server.ts';
import { pageNumber } from '#server/paging.server.ts';
import { readSearchQuery } from '#server/site-search/query.server.ts';
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
/** As many as fit below a field on a phone. */
const whileTyping = 6;

type Asked = { Querystring: Record<string, unknown> };

/**
 * The page of results, and the call that answers while somebody types. There are endless questions, so neither is kept
 * in the cache nor told to search engines; like all uncached reads they are limited by network. The page that waits for
 * a question is like any other.
 */
export function searchRoutes(site: Site): void {
  const { http, database } = site;

  http.get<Asked>(pages.search, async (request, reply) => {
    const query = readSearchQuery(request.query.q);
    if (query.text === '') {
      const make = async () => {
        const { vendor, text } = await settings();
        const body = <SearchPage answer={null} page={1} perPage={perPage} />;
        const breadcrumb = [{ name: words.heading, path: pages.search }];
        return readyPage(drawPage(site, pages.search, vendor, { text, sheet, body, breadcrumb }), policyOf(sheet));
      };
      return sendCached(site, request, reply, { key: pages.search, shows: [vendorKind], make });
    }
    const page = pageNumber(request.query.page);
    const answer = await readResults(database, query, { from: (page - 1) * perPage, count: perPage });
    const { vendor, text } = await settings();
    const body = <SearchPage answer={answer} page={page} perPage={perPage} />;
    const html = drawHiddenPage(site, pages.search, vendor, { text, sheet, body });
    return sendOnce(request, reply, html, policyOf(sheet));
  });

  http.get<Asked>(
    calls.search,
    { schema: { summary: 'Search the site', response: { 200: searchOnWire } } },
    ({ query }) => readResults(database, readSearchQuery(query.q), { from: 0, count: whileTyping }),
  );

  async function settings() {
    const vendor = await site.vendor.current();
    return { vendor, text: vendor.pages.search };
  }
}
