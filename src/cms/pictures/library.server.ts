import { type Generated, sql } from 'kysely';
import { searchText } from '#cms/collections/list-query.server.ts';
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
