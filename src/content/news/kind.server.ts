import * as z from 'zod/mini';
import { adminCalls, calls } from '#paths.ts';
import { readyJson, sendCached } from '#server/cache/cached-answers.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { queryParameter } from '#server/lists/answers.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { keptParameters } from '#server/lists/list-query.server.ts';
import { pageNumber, pageToWire } from '#server/paging.server.ts';
import { publicCallById } from '#server/public-calls.server.ts';
import { withPending } from '#server/versions/pending.server.ts';
import { VersionedWrites } from '#server/versions/versioned-writes.server.ts';
import { flattenPicture } from '#wire/picture.ts';
import { findNews, news, pageOfNews } from './data.server.ts';
import { newsPageOnWire, newsRecordOnWire, newsShapes } from './schema.ts';
import { findableNews } from './search.data.server.ts';

const records = {
  ...news,
  path: adminCalls.news,
  sorted: ['date', 'title', 'short_title'],
  onWire: newsRecordOnWire,
  read: withPending('news', news.read),
  said: saidOf('news', 'Deleted'),
  derive: findableNews.keep,
  versioned: { ...news.asForm, storedForm: newsShapes.form.update.partial() },
};

export const newsOnServer = {
  ...plainKind(news),
  publicCalls: (foundations) => {
    newsPagesCall(foundations);
    publicCallById(foundations, {
      path: calls.newsDetails,
      shows: ['news'],
      answer: news.shownOnWire,
      read: async (id) => {
        const found = await findNews(foundations.database, id);
        if (!found) return null;
        const { updated_at: _, ...shown } = found;
        return flattenPicture(shown);
      },
    });
  },
  staffCalls: (foundations, scope) => listApi(foundations, scope, records),
  versioned: (foundations: Foundations) => [new VersionedWrites(foundations, records).publishing],
  findable: findableNews,
} satisfies KindOnServer;

const newsQuery = z.looseObject({ page: queryParameter });

function newsPagesCall(foundations: Foundations): void {
  const { http, database } = foundations;
  http.get(
    calls.news,
    { schema: { summary: 'Show news', querystring: newsQuery, response: { 200: newsPageOnWire } } },
    async (request, reply) => {
      const { page: wanted, ...others } = request.query;
      const page = pageNumber(wanted);
      const kept = keptParameters(others);
      const read = async () => pageToWire(await pageOfNews(database, page), flattenPicture, calls.news, kept);
      // Unknown parameters are repeated in the page links, so such a response is not cached.
      if (Object.keys(others).length > 0) return reply.send(await read());
      const make = async () => {
        const answer = await read();
        return { ...readyJson(answer), passing: answer.data.length === 0 };
      };
      const key = wanted === undefined ? calls.news : `${calls.news}?page=${page}`;
      await sendCached(foundations, request, reply, { key, shows: ['news'], make });
      return reply;
    },
  );
}
