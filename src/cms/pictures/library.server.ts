import { type Generated, sql } from 'kysely';
import type { Picture } from '#api/picture.ts';
import { searchText } from '#cms/collections/listed-table.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    library_pictures: LibraryPicturesTable;
  }
}

interface LibraryPicturesTable {
  id: Generated<number>;
  picture_key: string;
  name: Generated<string>;
  uploaded_by: Generated<number | null>;
  kept_until: Generated<string>;
  updated_at: string;
  deleted_at: Generated<string | null>;
  search_text: Generated<string>;
}

export interface PictureOrigin {
  name?: string | undefined;
  by?: number | undefined;
  alt?: string | undefined;
  toLibrary?: boolean | undefined;
}

/** `kept_until` of pictures that are kept until they are deleted. */
export const immutableLibrary = '9999-12-31T00:00:00.000Z';

export async function addToLibrary(transaction: Database, key: string, from: PictureOrigin): Promise<void> {
  const { name = '', alt = '', by = null, toLibrary } = from;
  const now = new Date().toISOString();
  await transaction
    .insertInto('library_pictures')
    .values({
      picture_key: key,
      name,
      uploaded_by: by,
      kept_until: toLibrary ? immutableLibrary : '',
      updated_at: now,
      search_text: searchText(name, alt),
    })
    .onConflict((conflict) =>
      conflict
        .column('picture_key')
        .doUpdateSet({ deleted_at: null, kept_until: notBefore(toLibrary ? immutableLibrary : tomorrow()) }),
    )
    .execute();
}

/** Whether the picture may be chosen; it is then kept for a day, until its record is written. */
export function reserveInLibrary(database: Database, key: string): Promise<boolean> {
  const now = new Date().toISOString();
  const reserved = database
    .insertInto('library_pictures')
    .columns(['picture_key', 'updated_at'])
    // During an upgrade an old instance may store pictures without a row in the library.
    .expression((from) =>
      from
        .selectFrom('pictures')
        .select(({ val }) => ['key', val(now).as('updated_at')])
        .where('key', '=', key),
    )
    .onConflict((conflict) =>
      conflict
        .column('picture_key')
        .doUpdateSet({ kept_until: notBefore(tomorrow()) })
        .where('library_pictures.deleted_at', 'is', null),
    );
  return hasRow(reserved.returning('id'));
}

function notBefore(moment: string) {
  return sql<string>`case when library_pictures.kept_until < ${moment} then ${moment} else library_pictures.kept_until end`;
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString();
}

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    pictures_in_texts: PicturesInTextsTable;
  }
}

interface PicturesInTextsTable {
  kind: string;
  record_id: number;
  picture_key: string;
}

export function keyOfPicture(address: unknown): string | null {
  return typeof address === 'string' ? (/^\/media\/([0-9a-f]{40})\.webp$/.exec(address)?.[1] ?? null) : null;
}

export async function pictureByKey(database: Database, key: string): Promise<Picture | null> {
  const row = await database
    .selectFrom('pictures')
    .select(['key', 'width', 'height'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

/** The keys of the stored pictures that a text shows. */
export async function storedKeysIn(database: Database, text: string): Promise<string[]> {
  const keys = new Set(Array.from(text.matchAll(/\/media\/([0-9a-f]{40})/g), ([, key = '']) => key));
  if (keys.size === 0) return [];
  const rows = await database
    .selectFrom('pictures')
    .select('key')
    .where('key', 'in', [...keys])
    .execute();
  return rows.map(({ key }) => key);
}

export async function notePictures(transaction: Database, kind: string, recordId: number, html: string): Promise<void> {
  await transaction
    .deleteFrom('pictures_in_texts')
    .where('kind', '=', kind)
    .where('record_id', '=', recordId)
    .execute();
  const keys = await storedKeysIn(transaction, html);
  if (keys.length === 0) return;
  await transaction
    .insertInto('pictures_in_texts')
    .values(keys.map((key) => ({ kind, record_id: recordId, picture_key: key })))
    .execute();
}
