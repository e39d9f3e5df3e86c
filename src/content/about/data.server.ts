import type { Database } from '#server/database/open.server.ts';
import { type ListedColumns, listedColumns, listedOf } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import { safeRichText } from '#server/rich-text/rich-text.server.ts';
import type { About, AboutRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    about: AboutTable;
  }
}

interface AboutTable extends ListedColumns {
  date: string;
  title: string;
  short_description: string;
  description: string;
  content: string;
  image_key: string | null;
}

/** The newest text that visitors may read; older ones stay at their own address. */
export async function currentAbout(database: Database): Promise<About | null> {
  const row = await published(database).orderBy('about.id', 'desc').limit(1).executeTakeFirst();
  return row ? aboutOf(row) : null;
}

export async function findAbout(database: Database, id: number): Promise<About | null> {
  const row = await published(database).where('about.id', '=', id).executeTakeFirst();
  return row ? aboutOf(row) : null;
}

/** Every text about the institution as the back office edits it, in any state. */
export async function aboutRecords(database: Database, ids: number[]): Promise<AboutRecord[]> {
  const rows = await withPicture(database).select(listedColumns('about')).where('about.id', 'in', ids).execute();
  return Promise.all(rows.map(async (row) => ({ ...(await aboutOf(row)), ...listedOf(row) })));
}

/** What is written of it, as columns; what is undefined stays. */
export function aboutColumns(about: {
  date?: string | undefined;
  title: string;
  shortDescription: string;
  description?: string | undefined;
}) {
  const { date, title, shortDescription, description } = about;
  return {
    ...(date === undefined ? {} : { date }),
    ...(description === undefined ? {} : { description }),
    title,
    short_description: shortDescription,
    search_text: searchText(title, shortDescription),
  };
}

export interface AboutInput extends Omit<About, 'id' | 'picture'> {
  pictureKey: string | null;
}

export async function addAbout(database: Database, about: AboutInput): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await database
    .insertInto('about')
    .values({
      date: about.date,
      description: about.description,
      ...aboutColumns(about),
      content: about.content,
      image_key: about.pictureKey,
      status: 1,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function published(database: Database) {
  return withPicture(database).where('status', '=', 1).where('deleted_at', 'is', null);
}

function withPicture(database: Database) {
  return database
    .selectFrom('about')
    .leftJoin('pictures', 'pictures.key', 'about.image_key')
    .select(['about.id', 'date', 'title', 'short_description', 'description', 'content', ...pictureColumns]);
}

type AboutRow = Awaited<ReturnType<ReturnType<typeof withPicture>['execute']>>[number];

async function aboutOf(row: AboutRow): Promise<About> {
  return {
    id: row.id,
    date: row.date,
    title: row.title,
    shortDescription: row.short_description,
    description: row.description,
    content: await safeRichText(row.content),
    picture: pictureOf(row),
  };
}
