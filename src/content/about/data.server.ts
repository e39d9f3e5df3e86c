import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import type { About } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    about: AboutTable;
  }
}

interface AboutTable {
  id: Generated<number>;
  date: string;
  title: string;
  short_description: string;
  description: string;
  content: string;
  image_key: string | null;
  status: number;
  created_at: string;
  updated_at: string;
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

export interface AboutInput extends Omit<About, 'id' | 'picture'> {
  pictureKey: string | null;
}

export async function addAbout(database: Database, about: AboutInput): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await database
    .insertInto('about')
    .values({
      date: about.date,
      title: about.title,
      short_description: about.shortDescription,
      description: about.description,
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
  return database
    .selectFrom('about')
    .leftJoin('pictures', 'pictures.key', 'about.image_key')
    .select(['about.id', 'date', 'title', 'short_description', 'description', 'content', ...pictureColumns])
    .where('status', '=', 1);
}

type AboutRow = Awaited<ReturnType<ReturnType<typeof published>['execute']>>[number];

function aboutOf(row: AboutRow): About {
  return {
    id: row.id,
    date: row.date,
    title: row.title,
    shortDescription: row.short_description,
    description: row.description,
    content: row.content,
    picture: pictureOf(row),
  };
}
