import type { Database } from '#server/database/open.server.ts';
import { keptCount } from '#server/lists/kept.server.ts';
import { type ListedColumns, listedColumns, listedOf } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import type { PageOf } from '#server/paging.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import { safeRichText } from '#server/rich-text/rich-text.server.ts';
import { type News, type NewsRecord, type NewsTeaser, newsPageSize, type PublishedNews } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    news: NewsTable;
  }
}

interface NewsTable extends ListedColumns {
  date: string;
  short_title: string;
  title: string;
  description: string;
  content: string;
  image_key: string | null;
}

/** News that visitors may read, the newest first. */
export async function pageOfNews(database: Database, page: number): Promise<PageOf<NewsTeaser>> {
  const total = await keptCount(database, 'published news', async () => {
    const row = await database
      .selectFrom('news')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('status', '=', 1)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return row.total;
  });
  // An index alone leads to the ids of a page: what is passed over on the way to a late one is never read.
  const ids = database
    .selectFrom('news')
    .select('id')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(newsPageSize)
    .offset((page - 1) * newsPageSize);
  const rows = await database
    .selectFrom(ids.as('shown'))
    .innerJoin('news', 'news.id', 'shown.id')
    .leftJoin('pictures', 'pictures.key', 'news.image_key')
    .select(['news.id', 'date', 'short_title', 'title', 'description', ...pictureColumns])
    .orderBy('date', 'desc')
    .orderBy('news.id', 'desc')
    .execute();
  return { items: rows.map(teaserOf), page, perPage: newsPageSize, total };
}

export async function findNews(database: Database, id: number): Promise<PublishedNews | null> {
  const row = await whole(database).where('news.id', '=', id).executeTakeFirst();
  return row ? newsOf(row) : null;
}

/** The newest news with their articles, for whoever reads them elsewhere. */
export async function newestNews(database: Database, count: number): Promise<PublishedNews[]> {
  const rows = await whole(database).orderBy('date', 'desc').orderBy('news.id', 'desc').limit(count).execute();
  return Promise.all(rows.map(newsOf));
}

/** News as the back office edits it, in any state. */
export async function newsRecords(database: Database, ids: number[]): Promise<NewsRecord[]> {
  const rows = await database
    .selectFrom('news')
    .leftJoin('pictures', 'pictures.key', 'news.image_key')
    .select(['news.id', 'date', 'short_title', 'title', 'description', 'content', ...pictureColumns])
    .select(listedColumns('news'))
    .where('news.id', 'in', ids)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({ ...teaserOf(row), content: await safeRichText(row.content), ...listedOf(row) })),
  );
}

/** What is written of a piece of news, as columns. */
export function newsColumns(news: Omit<NewsTeaser, 'id' | 'picture'>) {
  const { date, shortTitle, title, description } = news;
  return { date, short_title: shortTitle, title, description, search_text: searchText(shortTitle, title, description) };
}

export interface NewsInput extends Omit<News, 'id' | 'picture'> {
  pictureKey: string | null;
}

export async function addNews(database: Database, news: NewsInput): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await database
    .insertInto('news')
    .values({
      ...newsColumns(news),
      content: news.content,
      image_key: news.pictureKey,
      status: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function whole(database: Database) {
  return published(database)
    .select(['news.id', 'date', 'short_title', 'title', 'description', 'content', ...pictureColumns])
    .select('news.updated_at');
}

async function newsOf(row: TeaserRow & Pick<NewsTable, 'content' | 'updated_at'>): Promise<PublishedNews> {
  return { ...teaserOf(row), content: await safeRichText(row.content), updatedAt: row.updated_at };
}

function published(database: Database) {
  return database
    .selectFrom('news')
    .leftJoin('pictures', 'pictures.key', 'news.image_key')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null);
}

interface TeaserRow extends Pick<NewsTable, 'date' | 'short_title' | 'title' | 'description' | 'image_key'> {
  id: number;
  image_width: number | null;
  image_height: number | null;
}

function teaserOf(row: TeaserRow): NewsTeaser {
  return {
    id: row.id,
    date: row.date,
    shortTitle: row.short_title,
    title: row.title,
    description: row.description,
    picture: pictureOf(row),
  };
}
