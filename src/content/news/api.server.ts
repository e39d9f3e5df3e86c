import { calls } from '#paths.ts';
import { readyJson, sendCached } from '#server/cache/cached-answers.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { pageNumber, pageToWire } from '#server/paging.server.ts';
import { publicCallById } from '#server/public-calls.server.ts';
import { findNews, pageOfNews } from './data.server.ts';
import { newsOnWire, newsPageOnWire, newsTeaserToWire, newsToWire } from './schema.ts';

export function newsApi(foundations: Foundations): void {
  const { http, database } = foundations;

  http.get<{ Querystring: Record<string, string> }>(
    calls.news,
    { schema: { response: { 200: newsPageOnWire } } },
    async (request, reply) => {
      const { page: wanted, ...others } = request.query;
      const page = pageNumber(wanted);
      const read = async () => pageToWire(await pageOfNews(database, page), newsTeaserToWire, calls.news, others);
      // Parameters that are not ours come back in the links, so such an answer is nobody else's.
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

  publicCallById(foundations, {
    path: calls.newsDetails,
    shows: ['news'],
    answer: newsOnWire,
    read: async (id) => {
      const news = await findNews(database, id);
      return news && newsToWire(news);
    },
  });
}
