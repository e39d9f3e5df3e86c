import * as z from 'zod/mini';
import { queryParameter } from '#cms/collections/answers.server.ts';
import { findNews, newsAround, pageOfNews } from '#content/news/data.server.ts';
import { NextNews } from '#content/news/next-news.tsx';
import { NewsDetailsPage } from '#content/news/page.tsx';
import { newsStrings } from '#content/news/strings.ts';
import { pages } from '#paths.ts';
import { pageNumber } from '#platform/http/paging.server.ts';
import { cardFrame, cardOfNews, cardPath } from '../cards/page-cards.server.ts';
import { publishedAt } from '../feeds/moments.ts';
import { NewsPage } from '../news/page.tsx';
import type { Site } from '../site.server.ts';
import { newsArticle } from '../structured/content.ts';
import { breadcrumbTo, pageMeta, recordText } from './page-meta.server.ts';
import { publicPage, sendPage } from './public-page.server.tsx';

const listQuery = z.object({ page: queryParameter });

export function newsPages(site: Site): void {
  const { http, database, settings } = site;
  const origin = settings.publicUrl;

  http.get(pages.news, { schema: { querystring: listQuery } }, (request, reply) => {
    const number = pageNumber(request.query.page);
    return sendPage(site, request, reply, {
      path: number === 1 ? pages.news : pages.newsPage(number),
      shows: ['news'],
      read: async (vendor) => {
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
