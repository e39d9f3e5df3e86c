import { pages } from '#paths.ts';
import { Article, Breadcrumb, ShareRow } from '#ui/site/article.tsx';
import { Island } from '#ui/site/island.tsx';
import { Band } from '#ui/site/page-band.tsx';
import type { News, NewsTeaser } from './kind.server.ts';
import { LoadMore } from './load-more.tsx';
import { NewsCard, newsStrings } from './news-card.tsx';
import { newsPageSize } from './page-size.ts';

interface NewsSectionProps {
  items: NewsTeaser[];
  nextPage: number | null;
}

export function NewsSection({ items, nextPage }: NewsSectionProps) {
  return (
    <Band className="later news-band" id="news-heading" title={newsStrings.heading} lead="নতুন সুবিধা, প্রশিক্ষণ আর অভিজ্ঞতা।">
      <NewsGrid items={items} rowOfOthers />
      {nextPage !== null && (
        <Island name="load-more" when="visible" props={{ nextPage }}>
          <LoadMore nextPage={nextPage} />
        </Island>
      )}
    </Band>
  );
}

interface NewsGridProps {
  items: NewsTeaser[];
  level?: 'h2' | 'h3';
  /** Above the fold. */
  first?: boolean;
  /** On a phone all but the first scroll horizontally. */
  rowOfOthers?: boolean;
}

/** On a full page the lead spans two columns, so the last card gets a row of its own. */
export function NewsGrid({ items, level, first = false, rowOfOthers = false }: NewsGridProps) {
  const [lead, ...others] = items.map((news, index) => (
    <NewsCard
      key={news.id}
      news={news}
      shape={shapeOf(index)}
      level={level}
      first={first && index === 0}
      later={index > 0}
    />
  ));
  return (
    <div className="news-grid">
      {lead}
      {rowOfOthers ? <div className="news-others">{others}</div> : others}
    </div>
  );
}

function shapeOf(index: number): 'lead' | 'wide' | undefined {
  if (index === 0) return 'lead';
  return index === newsPageSize - 1 ? 'wide' : undefined;
}

export function NewsDetailsPage({ news, address }: { news: News; address: string }) {
  return (
    <div className="article-page">
      <div className="shell">
        <Article
          id="news-heading"
          date={news.date}
          shortTitle={news.short_title}
          title={news.title}
          lede={news.description}
          picture={news.picture}
          content={news.content}
          before={<Breadcrumb links={[{ href: pages.news, text: newsStrings.heading }]} here={news.title} />}
          after={<ShareRow title={news.title} address={address} />}
        />
      </div>
    </div>
  );
}
