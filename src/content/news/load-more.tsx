import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { fromPictureFields, type PictureFields } from '#api/picture.ts';
import { bengaliDigits } from '#api/text.ts';
import { calls, pages } from '#paths.ts';
import { SiteSpinner } from '#ui/site/icon.tsx';
import { RetryNotice } from '#ui/site/retry-notice.tsx';
import { sharedStrings as shared } from '#ui/site/strings.ts';
import type { NewsTeaser } from './kind.server.ts';
import { NewsCard, newsStrings } from './news-card.tsx';

type State = 'idle' | 'loading' | 'slow' | 'offline' | 'refused';

/** Appends the next page of news. Without JavaScript it is a link to that page. */
export function LoadMore({ nextPage: firstPage }: { nextPage: number }) {
  const [news, setNews] = useState<NewsTeaser[]>([]);
  const [nextPage, setNextPage] = useState<number | null>(firstPage);
  const [state, setState] = useState<State>('idle');
  const [announcement, setAnnouncement] = useState('');
  const grid = useRef<HTMLDivElement>(null);
  const firstNew = useRef<number | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the first new card is there once the list was drawn.
  useEffect(() => {
    if (firstNew.current === null) return;
    grid.current?.children[firstNew.current]?.querySelector('a')?.focus();
    firstNew.current = null;
  }, [news]);

  async function load() {
    if (nextPage === null || state === 'loading' || state === 'slow') return;
    setState('loading');
    // Show skeletons only after a delay: most responses are faster.
    const slowTimer = setTimeout(() => setState('slow'), 150);
    try {
      const page = await fetchNews(nextPage);
      firstNew.current = page.items.length > 0 ? news.length : null;
      setNews([...news, ...page.items]);
      setNextPage(page.nextPage);
      setAnnouncement(`আরও ${bengaliDigits(page.items.length)}টি খবর যোগ হলো।`);
      setState('idle');
    } catch (error) {
      // `fetch` throws a TypeError where nothing answered.
      setState(error instanceof TypeError ? 'offline' : 'refused');
    } finally {
      clearTimeout(slowTimer);
    }
  }

  function onClick(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void load();
  }

  const failed = state === 'offline' || state === 'refused';
  const busy = state === 'loading' || state === 'slow';
  return (
    <>
      {(news.length > 0 || state === 'slow') && (
        <div className="news-grid news-new" ref={grid}>
          {news.map((item) => (
            <NewsCard key={item.id} news={item} />
          ))}
          {state === 'slow' && [1, 2, 3].map((key) => <NewsSkeleton key={key} />)}
        </div>
      )}
      <div className="load-more">
        {failed && (
          <RetryNotice
            title="খবর আনা গেল না"
            text={state === 'offline' ? shared.checkConnection : 'সাইটে একটি সমস্যা হয়েছে। একটু পরে আবার চেষ্টা করুন।'}
            onRetry={() => void load()}
          />
        )}
        {nextPage !== null && !failed && (
          <a
            href={pages.newsPage(nextPage)}
            className={`button button-swap ${busy ? 'button-waiting' : 'button-quiet'}`}
            aria-disabled={busy}
            onClick={onClick}
          >
            <span data-away={busy || undefined}>
              আরও খবর দেখুন
              <span className="stitch-bar" aria-hidden="true" />
              <span lang="en">{newsStrings.loadMore}</span>
            </span>
            <span data-away={!busy || undefined} lang="en">
              <SiteSpinner />
              {newsStrings.loading}
            </span>
          </a>
        )}
        <p className="sr-only" role="status">
          {announcement}
        </p>
      </div>
    </>
  );
}

type NewsJson = Omit<NewsTeaser, 'picture'> & PictureFields;

/** Our own API, so the response is not validated again. */
async function fetchNews(page: number): Promise<{ items: NewsTeaser[]; nextPage: number | null }> {
  const response = await fetch(`${calls.news}?page=${page}`, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`News answered ${response.status}`);
  const answer: { data: NewsJson[]; next_page_url: string | null } = await response.json();
  const items = answer.data.map((news) => ({ ...news, picture: fromPictureFields(news) }));
  return { items, nextPage: answer.next_page_url ? page + 1 : null };
}

function NewsSkeleton() {
  return (
    <div className="skeleton-card" aria-hidden="true">
      {[1, 2, 3, 4, 5].map((part) => (
        <div key={part} className="skeleton" />
      ))}
    </div>
  );
}
