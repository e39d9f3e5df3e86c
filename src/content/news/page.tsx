import { pages } from '#paths.ts';
import { Article } from '#ui/site/article.tsx';
import { Breadcrumb } from '#ui/site/breadcrumb.tsx';
import { ShareRow } from '#ui/site/share-row.tsx';
import type { News } from './kind.server.ts';
import { newsStrings } from './news-card.tsx';

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
