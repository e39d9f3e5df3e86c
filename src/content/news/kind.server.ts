import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { flattenPicture } from '#api/picture.ts';
import { pageSchema, pendingShape } from '#api/records.ts';
import {
  dateField,
  draftOf,
  line,
  type PicturedShown,
  paragraph,
  picturedShapes,
  richTextField,
  type TextsOf,
} from '#api/shapes.ts';
import { pageParameters } from '#cms/collections/answers.server.ts';
import type { ListRecord } from '#cms/collections/list-kind.server.ts';
import { keptParameters, type ListedColumns, type PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { cachedCount } from '#cms/collections/read-page.server.ts';
import { VersionedWrites } from '#cms/collections/versioned-writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type KindOnServer, listApi, listMessages, plainKind } from '#cms/kind.server.ts';
import { safeRichText } from '#cms/rich-text/rich-text.server.ts';
import { foldedWords, searchableText } from '#cms/search/fold.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { withPending } from '#cms/versions/drafts.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type PictureRow, pictureColumns, pictureOf } from '#platform/database/picture-columns.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { cachedJson, sendCached } from '#platform/http/cached-answers.server.ts';
import { type PageOf, pageNumber, pageToWire } from '#platform/http/paging.server.ts';
import { publicCallById } from '#platform/http/public-calls.server.ts';
import { newsKind } from './kind.ts';
import { newsPageSize } from './page-size.ts';

/** The date is a calendar day, `YYYY-MM-DD`; the content is sanitised HTML. */
export const newsShapes = picturedShapes(
  {
    date: dateField,
    short_title: line('short title'),
    title: line('title'),
    description: paragraph('description'),
    content: richTextField,
  },
  { rich: 'content', unsearched: ['date'] },
);

export const newsRecordSchema = z.extend(newsShapes.recordSchema, pendingShape);

export type News = PicturedShown<typeof newsShapes>;

/** `updated_at` is ISO 8601 in UTC. */
export type PublishedNews = News & { updated_at: string };

export type NewsTeaser = Omit<News, 'content'>;

export interface NewsAround {
  newer: NewsTeaser | null;
  older: NewsTeaser | null;
  /** Most similar first. */
  related: NewsTeaser[];
}

const newsPageSchema = pageSchema(z.omit(newsShapes.onWire, { content: true }));

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    news: NewsTable;
  }
}

type NewsTable = TextsOf<typeof newsShapes> & ListedColumns & PictureColumn;

export const news = picturedList('news', newsShapes, sql`(date = '') desc, date desc, id desc`);

const teaserColumns = ['news.id', 'date', 'short_title', 'title', 'description', ...pictureColumns] as const;

export async function pageOfNews(database: Database, page: number): Promise<PageOf<NewsTeaser>> {
  const total = await cachedCount(database, 'published news', () => countRows(publishedNews(database)));
  // The inner query reads only the index: skipped rows of late pages are never loaded.
  const ids = publishedNews(database)
    .select('id')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(newsPageSize)
    .offset((page - 1) * newsPageSize);
  const rows = await database
    .selectFrom(ids.as('shown'))
    .innerJoin('news', 'news.id', 'shown.id')
    .leftJoin('pictures', 'pictures.key', 'news.image_key')
    .select(teaserColumns)
    .orderBy('date', 'desc')
    .orderBy('news.id', 'desc')
    .execute();
  return { items: rows.map(withPicture), page, perPage: newsPageSize, total };
}

export async function findNews(database: Database, id: number): Promise<PublishedNews | null> {
  const row = await whole(database).where('news.id', '=', id).executeTakeFirst();
  return row ? publishedOf(row) : null;
}

/** Newest news with content, for feeds. */
export async function newestNews(database: Database, count: number): Promise<PublishedNews[]> {
  const rows = await whole(database).orderBy('date', 'desc').orderBy('news.id', 'desc').limit(count).execute();
  return Promise.all(rows.map(publishedOf));
}

/** How many of the newest news are compared, and how many related ones are shown. */
const maxCompared = 300;
const maxRelated = 3;

/** The neighbours of a news item, and those whose titles share the most and rarest words with it. */
export async function newsAround(database: Database, id: number): Promise<NewsAround> {
  const titles = await publishedNews(database)
    .select(['id', 'short_title', 'title'])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(maxCompared)
    .execute();
  const [newer, older] = await Promise.all([neighbour(database, id, 'newer'), neighbour(database, id, 'older')]);
  const others = nearest(titles, id).filter((other) => other !== newer && other !== older);
  const ids = [newer, older, ...others.slice(0, maxRelated)].flatMap((each) => each ?? []);
  const teasers = await teasersOf(database, ids);
  return {
    newer: teasers.get(newer ?? 0) ?? null,
    older: teasers.get(older ?? 0) ?? null,
    related: others.slice(0, maxRelated).flatMap((other) => teasers.get(other) ?? []),
  };
}

async function neighbour(database: Database, id: number, side: 'newer' | 'older'): Promise<number | null> {
  const [compare, direction] = side === 'newer' ? (['>', 'asc'] as const) : (['<', 'desc'] as const);
  const own = database.selectFrom('news').select('date').where('id', '=', id);
  const row = await publishedNews(database)
    .select('id')
    // An index finds the first pair after another one at once; for `or` PostgreSQL reads all news.
    .where(sql<boolean>`(date, id) ${sql.raw(compare)} (${own}, ${id})`)
    .orderBy('date', direction)
    .orderBy('id', direction)
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The first letters of the words in a title; each page of a news compares hundreds. */
const beginnings = new LRUCache<string, ReadonlySet<string>>({
  max: 2 * maxCompared,
  memoMethod: (title) => new Set(foldedWords(title).flatMap((word) => (word.length > 3 ? word.slice(0, 5) : []))),
});

/** Ids of related news. Words count as equal when their first letters match, because Bengali adds suffixes. */
function nearest(titles: { id: number; short_title: string; title: string }[], id: number): number[] {
  const words = new Map(titles.map((each) => [each.id, beginnings.memo(`${each.short_title} ${each.title}`)]));
  const own = words.get(id) ?? new Set<string>();
  const uses = (word: string) => [...words.values()].filter((some) => some.has(word)).length;
  const weights = new Map([...own].map((word) => [word, 1 / uses(word)]));
  const scored = titles.flatMap((other) => {
    const shared = [...(words.get(other.id) ?? [])].map((word) => weights.get(word) ?? 0);
    const score = shared.reduce((sum, weight) => sum + weight, 0);
    return other.id === id || score === 0 ? [] : [{ id: other.id, score }];
  });
  return scored.toSorted((one, other) => other.score - one.score).map((each) => each.id);
}

async function teasersOf(database: Database, ids: number[]): Promise<Map<number, NewsTeaser>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('news')
    .leftJoin('pictures', 'pictures.key', 'news.image_key')
    .select(teaserColumns)
    .where('news.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, withPicture(row)]));
}

function publishedNews(database: Database) {
  return database.selectFrom('news').where('status', '=', 1).where('deleted_at', 'is', null);
}

function illustratedNews(database: Database) {
  return publishedNews(database).leftJoin('pictures', 'pictures.key', 'news.image_key');
}

/** Who describes a picture changes no record. */
function versionOf({ updated_at, alt }: { updated_at: string; alt: string | null }): string {
  return `${updated_at} ${alt ?? ''}`;
}

function whole(database: Database) {
  return illustratedNews(database).select([...teaserColumns, 'content', 'news.updated_at']);
}

type Row = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number];

async function publishedOf(row: Row): Promise<PublishedNews> {
  return { ...withPicture(row), content: await safeRichText(row.content) };
}

function withPicture<R extends PictureRow>(joined: R) {
  const { image_key, image_width, image_height, image_alt, image_focus_x, image_focus_y, ...row } = joined;
  return { ...row, picture: pictureOf(joined) };
}

const searchable: Searchable = {
  collection: 'news',
  found: { news: { rank: 0, label: 'খবর' } },
  versions: async (database) => {
    const rows = await illustratedNews(database).select(['news.id', 'news.updated_at', 'alt']).execute();
    return rows.map((row) => ({ id: row.id, version: versionOf(row) }));
  },
  entriesOf: async (database, ids = []) => {
    const rows = await illustratedNews(database)
      .select(['news.id', 'news.updated_at', 'alt', 'date', 'short_title', 'title', 'description', 'content'])
      .where('news.id', 'in', ids)
      .execute();
    return rows.map(({ id, date, short_title, title, description, content, ...row }) => {
      const text = [short_title, description, searchableText(content, row)].filter(Boolean).join(' ');
      return { kind: 'news', recordId: id, version: versionOf(row), date, title, text, url: pages.newsDetails(id) };
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
  onSite: ({ id, title }: ListRecord & { title: string }) => ({ title, path: pages.newsDetails(id) }),
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
