import { sql } from 'kysely';
import { variantWidths } from '#api/picture.ts';
import { daysInTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { PicturePlace } from '#cms/pictures/picture-place.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { deleteInBatches } from '#platform/database/rows.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';

const round = 200;

/** Deletes pictures unused for as long as the trash keeps records. The row goes first, then the files. */
export async function sweepPictures(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  places: readonly PicturePlace[],
): Promise<void> {
  await purgeOrphans(
    database,
    places.flatMap(({ text, table }) => (text ? table : [])),
  );
  for (const { key, width } of await unusedPictures(database, places)) {
    const removed = await database
      .deleteFrom('pictures')
      .where('key', '=', key)
      .where('created_at', '<', longAgo())
      .returning('key')
      .executeTakeFirst()
      // A foreign key violation: a record began to use it.
      .catch(() => undefined);
    if (!removed) continue;
    for (const name of namesOf(key, width)) await files.delete(name);
  }
}

async function unusedPictures(
  database: Database,
  places: readonly PicturePlace[],
): Promise<{ key: string; width: number }[]> {
  let query = database
    .selectFrom('pictures')
    .select(['key', 'width'])
    .where('created_at', '<', longAgo())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('library_pictures')
            .select('id')
            .whereRef('picture_key', '=', 'pictures.key')
            .where('kept_until', '>', new Date().toISOString()),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('pictures_in_texts').select('kind').whereRef('picture_key', '=', 'pictures.key'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('pictures_in_versions').select('kind').whereRef('picture_key', '=', 'pictures.key'))),
    );
  for (const { table, picture } of places) {
    if (!picture) continue;
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(table as 'news')
            .select('id')
            .whereRef(sql.ref(picture), '=', 'pictures.key'),
        ),
      ),
    );
  }
  return query.limit(round).execute();
}

async function purgeOrphans(database: Database, tables: (keyof Tables)[]): Promise<void> {
  for (const kind of tables) {
    const orphans = database
      .selectFrom('pictures_in_texts')
      .where('kind', '=', kind)
      .where('record_id', 'not in', (texts) => texts.selectFrom(kind as 'news').select('id'));
    await deleteInBatches(database, 'pictures_in_texts', orphans);
  }
}

function namesOf(key: string, width: number): string[] {
  const variants = variantWidths(width).flatMap((each) => [`${key}-${each}.avif`, `${key}-${each}.webp`]);
  return [`${key}.webp`, ...variants].map((name) => `pictures/${name}`);
}

function longAgo(): string {
  return new Date(Date.now() - daysInTrash * 86_400_000).toISOString();
}
