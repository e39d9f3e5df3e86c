import { EmptyState } from '#ui/site/empty-state.tsx';
import { Island } from '#ui/site/island.tsx';
import { SectionHeading } from '#ui/site/section-heading.tsx';
import { LoadMore } from './load-more.tsx';
import { NewsCard } from './news-card.tsx';
import { newsPageSize } from './page-size.ts';
import type { NewsTeaser } from './schema.ts';
import { words } from './words.ts';

interface NewsSectionProps {
  items: NewsTeaser[];
  nextPage: number | null;
}

export function NewsSection({ items, nextPage }: NewsSectionProps) {
  return (
    <section className="band later" aria-labelledby="news-heading">
      <div className="shell">
        <SectionHeading id="news-heading" title={words.heading} lead={words.lead} />
        {items.length === 0 ? <EmptyState /> : <NewsGrid items={items} />}
        {nextPage !== null && (
          <Island name="load-more" when="visible" props={{ nextPage }}>
            <LoadMore nextPage={nextPage} />
          </Island>
        )}
      </div>
    </section>
  );
}

interface NewsGridProps {
  items: NewsTeaser[];
  level?: 'h2' | 'h3';
  /** It is what is seen first of the page. */
  first?: boolean;
}

/** One page of news. A full page has a lead of two columns, so its last card takes a row of its own. */
export function NewsGrid({ items, level, first = false }: NewsGridProps) {
  return (
    <div className="news-grid">
      {items.map((news, index) => (
        <NewsCard
          key={news.id}
          news={news}
          shape={shapeOf(index)}
          level={level}
          first={first && index === 0}
          later={index > 0}
        />
      ))}
    </div>
  );
}

function shapeOf(index: number): 'lead' | 'wide' | undefined {
  if (index === 0) return 'lead';
  return index === newsPageSize - 1 ? 'wide' : undefined;
}
