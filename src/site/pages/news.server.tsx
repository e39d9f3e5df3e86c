import * as z from 'zod/mini';
import { pageParameters } from '#cms/collections/answers.server.ts';
import { findNews, type NewsAround, type NewsTeaser, newsAround, pageOfNews } from '#content/news/kind.server.ts';
import { NewsCard, newsStrings } from '#content/news/news-card.tsx';
import { NewsDetailsPage, NewsGrid } from '#content/news/section.tsx';
import { pages } from '#paths.ts';
import { pageNumber } from '#platform/http/paging.server.ts';
import { bengaliDate } from '#ui/site/bengali.ts';
import { Icon } from '#ui/site/icon.tsx';
import { Band, EmptyState, PageBand } from '#ui/site/page-band.tsx';
import { StitchLink } from '#ui/site/stitch-link.tsx';
import { cardFrame, cardOfNews, cardPath } from '../cards/page-cards.server.ts';
import type { Site } from '../site.server.ts';
import { pageWords } from '../strings.ts';
import { newsArticle, publishedAt } from '../structured-data.server.ts';
import { breadcrumbTo, pageMeta, publicPage, recordText, sendPage } from './public-page.server.tsx';

const listQuery = z.object({ page: pageParameters.page });

export function newsPages(site: Site): void {
  const { http, database, settings } = site;
  const origin = settings.publicUrl;

  http.get(pages.news, { schema: { querystring: listQuery } }, (request, reply) => {
    const number = pageNumber(request.query.page);
    return sendPage(site, request, reply, {
      path: number === 1 ? pages.news : pages.newsPage(number),
      shows: ['news'],
      read: async ({ vendor }) => {
        const page = await pageOfNews(database, number);
        if (page.items.length === 0 && number > 1) return null;
        return { ...pageMeta(vendor, 'news', newsStrings.heading), body: <NewsPage {...page} /> };
      },
    });
  });

  publicPage(site, {
    path: pages.newsDetails,
    shows: ['news'],
    read: async ({ id, vendor }) => {
      const news = await findNews(database, id);
      if (!news) return null;
      const card = cardOfNews(news);
      const path = pages.newsDetails(id);
      return {
        text: recordText(vendor, 'news', news.title, news.description, news.short_title),
        sheet: 'news-article',
        body: (
          <>
            <NewsDetailsPage news={news} address={origin + path} />
            <NextNews {...(await newsAround(database, id))} />
          </>
        ),
        card,
        article: { publishedAt: publishedAt(news.date), changedAt: news.updated_at },
        breadcrumb: breadcrumbTo(pages.news, newsStrings.heading, news.title, path),
        things: [newsArticle(origin, vendor, news, cardPath(card, cardFrame(vendor, origin)))],
      };
    },
  });
}

interface NewsPageProps {
  items: NewsTeaser[];
  page: number;
  perPage: number;
  total: number;
}

/** All news with plain pagination links, the target of 'Load More' without JavaScript. */
function NewsPage({ items, page, perPage, total }: NewsPageProps) {
  const last = Math.ceil(total / perPage);
  return (
    <PageBand id="news-heading" title={pageWords.newsHeading} lead={last > 1 && pageWords.newsPage(page, last)}>
      {items.length === 0 ? <EmptyState /> : <NewsGrid items={items} level="h2" first />}
      {last > 1 && (
        <nav className="pager flow" aria-label={pageWords.newsPages}>
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
    </PageBand>
  );
}

function NextNews({ newer, older, related }: NewsAround) {
  return (
    <>
      {(newer || older) && (
        <nav className="shell news-turn" aria-label="আগের ও পরের খবর">
          {newer && <Turn news={newer} word="পরের খবর" rel="prev" />}
          {older && <Turn news={older} word="আগের খবর" rel="next" />}
        </nav>
      )}
      {related.length > 0 && (
        <Band
          className="later band-surface news-band"
          id="related-heading"
          title="এ নিয়ে আরও খবর"
          aside={<StitchLink href={pages.news}>সব খবর</StitchLink>}
        >
          <div className="news-grid news-related">
            {related.map((news) => (
              <NewsCard key={news.id} news={news} later />
            ))}
          </div>
        </Band>
      )}
    </>
  );
}

function Turn({ news, word, rel }: { news: NewsTeaser; word: string; rel: 'prev' | 'next' }) {
  return (
    <a href={pages.newsDetails(news.id)} rel={rel} className={`turn-${rel}`}>
      <span>
        <Icon name="arrow" />
        {word}
      </span>
      <b>{news.title}</b>
      <time dateTime={news.date}>{bengaliDate(news.date)}</time>
    </a>
  );
}
