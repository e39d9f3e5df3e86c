import { type Generated, sql } from 'kysely';
import type { Database } from '../database/open.server.ts';
import { searchText } from '../lists/search.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    library_pictures: LibraryPicturesTable;
  }
}

/** What staff know of each stored picture, beside what visitors see of it. */
interface LibraryPicturesTable {
  id: Generated<number>;
  picture_key: string;
  /** What staff call it: the name of the file, or of the record with which it came. */
  name: Generated<string>;
  uploaded_by: Generated<number | null>;
  /** The id of the picture that it is a part of. */
  cropped_from: Generated<number | null>;
  /** Until then it stays where nothing shows it. */
  kept_until: Generated<string>;
  updated_at: string;
  /** Null, or when it was deleted from the library. */
  deleted_at: Generated<string | null>;
  search_text: Generated<string>;
}

/** With what a picture comes. */
export interface PictureOrigin {
  name?: string | undefined;
  /** The user's id. */
  by?: number | undefined;
  /** What it shows, where it is new. */
  alt?: string | undefined;
  croppedFrom?: number | undefined;
  /** It was brought to the library on purpose, and stays until it is deleted there. */
  toLibrary?: boolean | undefined;
}

/** When a picture ends that stays until it is deleted. */
export const forEver = '9999-12-31T00:00:00.000Z';

/** Writes down a stored picture; one that was deleted from the library is there again. */
export async function noteInLibrary(transaction: Database, key: string, from: PictureOrigin): Promise<void> {
  const { name = '', alt = '', by = null, croppedFrom = null, toLibrary } = from;
  const now = new Date().toISOString();
  await transaction
    .insertInto('library_pictures')
    .values({
      ...{ picture_key: key, name, uploaded_by: by, cropped_from: croppedFrom, kept_until: toLibrary ? forEver : '' },
      ...{ updated_at: now, search_text: searchText(name, alt) },
    })
    .onConflict((conflict) =>
      conflict
        .column('picture_key')
        .doUpdateSet({ deleted_at: null, kept_until: notBefore(toLibrary ? forEver : tomorrow()) }),
    )
    .execute();
}

/** Whether there is such a picture to choose; it then stays until its record is written. */
export async function holdInLibrary(database: Database, key: string): Promise<boolean> {
  const now = new Date().toISOString();
  const row = await database
    .insertInto('library_pictures')
    .columns(['picture_key', 'updated_at'])
    // During an upgrade an instance of before may store one that the library does not know yet.
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
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The later one of two ends. */
function notBefore(moment: string) {
  return sql<string>`case when library_pictures.kept_until < ${moment} then ${moment} else library_pictures.kept_until end`;
}

function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString();
}
