import { useVendor } from '#content/settings/vendor-context.ts';
import { pages } from '#paths.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Island } from '#ui/site/island.tsx';
import { PageBand } from '#ui/site/page-band.tsx';
import type { SearchAnswer, SearchResult } from './schema.ts';
import { searchStrings } from './strings.ts';

export interface SearchPageProps {
  /** Null before the first search. */
  answer: SearchAnswer | null;
  /** Suggested searches, shown where nothing else is. */
  popular: string[];
  page: number;
  perPage: number;
}

export function SearchPage({ answer, popular, page, perPage }: SearchPageProps) {
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
