import * as z from 'zod/mini';
import { flattenPicture } from '#api/picture.ts';
import { draftOf } from '#api/shapes.ts';
import { pageParameters } from '#cms/collections/answers.server.ts';
import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { keptParameters } from '#cms/collections/list-query.server.ts';
import { VersionedWrites } from '#cms/collections/versioned-writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { withPending } from '#cms/versions/pending.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { cachedJson, sendCached } from '#platform/http/cached-answers.server.ts';
import { pageNumber, pageToWire } from '#platform/http/paging.server.ts';
import { publicCallById } from '#platform/http/public-calls.server.ts';
import { findNews, news, pageOfNews, publishedNews } from './data.server.ts';
import { newsKind } from './kind.ts';
import { newsPageSchema, newsRecordSchema, newsShapes } from './schema.ts';

const searchable: Searchable = {
  collection: 'news',
  found: { news: { rank: 0, label: 'খবর' } },
  versions: (database) => publishedNews(database).select(['id', 'updated_at as version']).execute(),
  entriesOf: async (database, ids = []) => {
    const rows = await publishedNews(database)
      .select(['id', 'updated_at as version', 'date', 'short_title', 'title', 'description', 'content'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ id, version, date, short_title, title, description, content }) => {
      const text = [short_title, description, plainText(content)].filter(Boolean).join(' ');
      return { kind: 'news', recordId: id, version, date, title, text, url: pages.newsDetails(id) };
    });
  },
};

const records = {
  ...news,
  path: adminCalls.news,
  sorted: ['date', 'title', 'short_title'],
  onWire: newsRecordSchema,
  read: withPending('news', news.read),
  messages: listMessages('news', 'Deleted'),
  versioned: {
    ...news.asForm,
    draftForm: draftOf(newsShapes.form.update),
    storedForm: newsShapes.form.update.partial(),
  },
};

export const newsOnServer = {
  ...plainKind(news, newsKind),
  publicCalls: (context) => {
    newsPagesCall(context);
    publicCallById(context, {
      path: calls.newsDetails,
      shows: ['news'],
      answer: news.publicSchema,
      read: async (id) => {
        const record = await findNews(context.database, id);
        if (!record) return null;
        const { updated_at: _, ...publicNews } = record;
        return flattenPicture(publicNews);
      },
    });
  },
  staffCalls: (context, scope) => listApi(context, scope, records),
  versioned: (context: AppContext) => [new VersionedWrites(context, records).publishing],
  searchable,
} satisfies KindOnServer;

const newsQuery = z.looseObject({ page: pageParameters.page });

function newsPagesCall(context: AppContext): void {
  const { http, database } = context;
  http.get(
    calls.news,
    { schema: { summary: 'Show news', querystring: newsQuery, response: { 200: newsPageSchema } } },
    async (request, reply) => {
      const { page: pageParameter, ...others } = request.query;
      const page = pageNumber(pageParameter);
      const extraParameters = keptParameters(others);
      const read = async () => {
        const { items, ...rest } = await pageOfNews(database, page);
        return pageToWire({ ...rest, items: items.map(flattenPicture) }, calls.news, extraParameters);
      };
      // Unknown parameters are repeated in the page links, so such a response is not cached.
      if (Object.keys(others).length > 0) return reply.send(await read());
      const make = async () => {
        const answer = await read();
        return { ...cachedJson(answer), uncacheable: answer.data.length === 0 };
      };
      const key = pageParameter === undefined ? calls.news : `${calls.news}?page=${page}`;
      await sendCached(context, request, reply, { key, shows: ['news'], make });
      return reply;
    },
  );
}
