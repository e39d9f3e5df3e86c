import { sql } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { keptCount } from '#server/lists/kept.server.ts';
import type { ListedColumns, PictureColumn } from '#server/lists/listed-table.server.ts';
import { picturedList } from '#server/lists/plain-list.server.ts';
import type { PageOf } from '#server/paging.server.ts';
import { type PictureRow, pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import { safeRichText } from '#server/rich-text/rich-text.server.ts';
import type { TextsOf } from '#wire/shapes.ts';
import { newsPageSize } from './page-size.ts';
import { type NewsTeaser, newsShapes, type PublishedNews } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    news: NewsTable;
  }
}

type NewsTable = TextsOf<typeof newsShapes> & ListedColumns & PictureColumn;

export const news = picturedList('news', newsShapes, sql`date desc, id desc`);

const teaserColumns = ['news.id', 'date', 'short_title', 'title', 'description', ...pictureColumns] as const;

/** News that visitors may read, the newest first. */
export async function pageOfNews(database: Database, page: number): Promise<PageOf<NewsTeaser>> {
  const total = await keptCount(database, 'published news', async () => {
    const row = await published(database)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return row.total;
  });
  // An index alone leads to the ids of a page: what is passed over on the way to a late one is never read.
  const ids = published(database)
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

/** The newest news with their articles, for whoever reads them elsewhere. */
export async function newestNews(database: Database, count: number): Promise<PublishedNews[]> {
  const rows = await whole(database).orderBy('date', 'desc').orderBy('news.id', 'desc').limit(count).execute();
  return Promise.all(rows.map(publishedOf));
}

function published(database: Database) {
  return database.selectFrom('news').where('status', '=', 1).where('deleted_at', 'is', null);
}

function whole(database: Database) {
  return published(database)
    .leftJoin('pictures', 'pictures.key', 'news.image_key')
    .select([...teaserColumns, 'content', 'news.updated_at']);
}

type Row = Awaited<ReturnType<ReturnType<typeof whole>['execute']>>[number];

async function publishedOf(row: Row): Promise<PublishedNews> {
  return { ...withPicture(row), content: await safeRichText(row.content) };
}

function withPicture<R extends PictureRow>(shown: R) {
  const { image_key, image_width, image_height, image_alt, image_focus_x, image_focus_y, ...row } = shown;
  return { ...row, picture: pictureOf(shown) };
}
