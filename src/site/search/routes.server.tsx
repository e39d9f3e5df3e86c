import * as z from 'zod/mini';
import { pageParameters, queryParameter } from '#cms/collections/answers.server.ts';
import { readSearchQuery } from '#cms/search/query.server.ts';
import type { SiteSettings } from '#content/settings/schema.ts';
import { useVendor } from '#content/settings/vendor-context.ts';
import { calls, pages } from '#paths.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import { sendOnce } from '#platform/http/cached-answers.server.ts';
import { pageNumber } from '#platform/http/paging.server.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Island } from '#ui/site/island.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import { policyOf } from '../document.server.tsx';
import { type PageContext, renderUnindexedPage, sendPage } from '../pages/public-page.server.tsx';
import type { Sheet } from '../sheets/names.ts';
import type { Site } from '../site.server.ts';
import { readResults, searchableContent } from './results.server.ts';
import { type SearchAnswer, type SearchResult, searchAnswerSchema } from './schema.ts';
import { searchStrings } from './strings.ts';

const perPage = 10;
const sheet: Sheet = 'search';
/** Fits below the field on a phone. */
const maxSuggestions = 6;

const q = queryParameter('What is looked for');
const querySchema = z.object({ q, page: pageParameters.page });

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
      const read = async ({ vendor }: PageContext) => {
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
        querystring: z.object({ q }),
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

interface SearchPageProps {
  /** Null before the first search. */
  answer: SearchAnswer | null;
  /** Suggested searches, shown where nothing else is. */
  popular: string[];
  page: number;
  perPage: number;
}

function SearchPage({ answer, popular, page, perPage }: SearchPageProps) {
  return (
    <PageBand id="search-heading" title={searchStrings.heading} lead={searchStrings.lead} narrow>
      <SearchForm query={answer?.query ?? ''} />
      {answer && <Results answer={answer} page={page} perPage={perPage} />}
      {!answer?.results.length && <OtherWays popular={popular} />}
    </PageBand>
  );
}

function SearchForm({ query }: { query: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser knows the element `search` yet
    <form action={pages.search} className="search-form" role="search">
      <label htmlFor="search-field">{searchStrings.label}</label>
      <div className="search-line">
        <Island name="search-box" when="touch" props={{}} className="search-field">
          <input
            id="search-field"
            type="search"
            name="q"
            defaultValue={query}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            required
            // biome-ignore lint/a11y/noAutofocus: nothing else is on this page before the first search
            autoFocus={query === ''}
          />
        </Island>
        <button type="submit" className="button button-primary">
          <Icon name="search" />
          {searchStrings.submit}
        </button>
      </div>
    </form>
  );
}

function Results({ answer, page: requested, perPage }: { answer: SearchAnswer; page: number; perPage: number }) {
  const { query, total, more, results } = answer;
  if (results.length === 0) {
    return (
      <div className="search-nothing">
        <h2>{searchStrings.nothing(query)}</h2>
        <p>{searchStrings.nothingHelp}</p>
      </div>
    );
  }
  const last = Math.ceil(total / perPage);
  const page = Math.min(requested, last);
  return (
    <section aria-labelledby="search-count">
      <div className="search-count">
        <h2 id="search-count">{searchStrings.count(total, more)}</h2>
        {last > 1 && <span>{searchStrings.page(page, last)}</span>}
      </div>
      <ol className="search-results" start={(page - 1) * perPage + 1}>
        {results.map((result) => (
          <Result key={result.url} result={result} />
        ))}
      </ol>
      <nav className="pager flow" aria-label={searchStrings.pages}>
        {page > 1 && (
          <a href={pages.searchFor(query, page - 1)} rel="prev" className="button button-quiet">
            {searchStrings.earlier}
          </a>
        )}
        {page < last && (
          <a href={pages.searchFor(query, page + 1)} rel="next" className="button button-quiet">
            {searchStrings.later}
          </a>
        )}
      </nav>
    </section>
  );
}

function OtherWays({ popular }: { popular: string[] }) {
  const { phone } = useVendor();
  return (
    <div className="search-other">
      {popular.length > 0 && (
        <section aria-labelledby="search-popular">
          <h2 id="search-popular">{searchStrings.popular}</h2>
          <ul>
            {popular.map((word) => (
              <li key={word}>
                <a href={pages.searchFor(word)} className="button button-quiet">
                  {word}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {phone && (
        <p>
          {searchStrings.call} <a href={`tel:${phone.number}`}>{phone.shown}</a>
        </p>
      )}
    </div>
  );
}

function Result({ result }: { result: SearchResult }) {
  return (
    <li className={result.kind === 'cost' ? 'search-cost' : undefined}>
      <h3>
        <a href={result.url} rel={result.url.startsWith('/') ? undefined : 'noopener noreferrer'}>
          <MarkedText pieces={result.title} />
        </a>
      </h3>
      <p>
        <span className="chip">{result.label}</span> <Excerpt pieces={result.excerpt} />
      </p>
      {result.part && (
        <a href={result.part.url} className="search-part">
          <MarkedText pieces={result.part.title} />
        </a>
      )}
    </li>
  );
}

/** File names are Latin, all other results Bengali. */
function Excerpt({ pieces }: { pieces: SearchResult['excerpt'] }) {
  const bengali = pieces.length === 0 || pieces.some(({ text }) => /[\u0980-\u09FF]/.test(text));
  return (
    <span lang={bengali ? undefined : 'en'}>
      <MarkedText pieces={pieces} />
    </span>
  );
}

function MarkedText({ pieces }: { pieces: SearchResult['title'] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change their places
  return pieces.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
}
