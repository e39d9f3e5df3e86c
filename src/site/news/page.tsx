import type { NewsTeaser } from '#content/news/schema.ts';
import { NewsGrid } from '#content/news/section.tsx';
import { pages } from '#paths.ts';
import { EmptyState } from '#ui/site/empty-state.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { pageWords } from '../strings.ts';

interface NewsPageProps {
  items: NewsTeaser[];
  page: number;
  perPage: number;
  total: number;
}

/** All news with plain pagination links, the target of 'Load More' without JavaScript. */
export function NewsPage({ items, page, perPage, total }: NewsPageProps) {
  const last = Math.ceil(total / perPage);
  return (
    <section className="band" aria-labelledby="news-heading">
      <div className="shell">
        <SectionHeading
          id="news-heading"
          level="h1"
          title={pageWords.newsHeading}
          lead={last > 1 && pageWords.newsPage(page, last)}
        />
        {items.length === 0 ? <EmptyState /> : <NewsGrid items={items} level="h2" first />}
        {last > 1 && (
          <nav className="pager" aria-label={pageWords.newsPages}>
            {page > 1 && (
              <a href={page === 2 ? pages.news : pages.newsPage(page - 1)} rel="prev" className="button button-quiet">
                {pageWords.newer}
              </a>
            )}
            {page < last && (
              <a href={pages.newsPage(page + 1)} rel="next" className="button button-quiet">
                {pageWords.older}
              </a>
            )}
          </nav>
        )}
      </div>
    </section>
  );
}
