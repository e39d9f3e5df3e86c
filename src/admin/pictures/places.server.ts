import { type RawBuilder, sql } from 'kysely';
import { type PictureUse, variantWidths } from '#api/picture.ts';
import { daysInTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type PicturePlace, picturePlace } from '#cms/kind.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { translate } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { adminPages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { deleteInBatches } from '#platform/database/rows.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';

const vendorScreen = { name: 'Site settings', path: adminPages.siteSettings, titleField: 'name' };
const portraitScreen = { name: t('Portrait'), path: adminPages.profile, titleField: 'name' };

/** All places where a picture may be shown; library.test.ts names a table that is missing. */
export const places: PicturePlace[] = [
  ...allKindsOnServer.flatMap(({ pictures }) => pictures),
  {
    ...picturePlace('site_settings', vendorScreen),
    deleted: sql`null`,
    link: () => vendorScreen.path,
  },
  { ...picturePlace('users', portraitScreen), deleted: sql`null`, link: () => portraitScreen.path },
];

/** The cache tags of everything that may show a picture. */
export const pictureTags = [...allKindsOnServer.flatMap(({ tables }) => tables), vendorKind];

/** A subquery of the keys of all pictures that a record or a text shows. */
export function usedKeys(): RawBuilder<{ picture_key: string }> {
  const ofRecords = places.flatMap(({ table, picture }) =>
    picture
      ? sql`select ${sql.ref(picture)} as picture_key from ${sql.table(table)} where ${sql.ref(picture)} is not null`
      : [],
  );
  const ofTexts = places
    .filter(({ text }) => text !== null)
    .map(
      ({ table }) =>
        sql`select picture_key from pictures_in_texts where kind = ${table} and record_id in (select id from ${sql.table(table)})`,
    );
  return sql`${sql.join([...ofRecords, ...ofTexts], sql` union all `)}`;
}

/** The limit of uses per place in a response. */
const maxUses = 50;

export async function findPictureUses(database: Database, key: string): Promise<PictureUse[]> {
  const uses: PictureUse[] = [];
  for (const place of places) {
    const { table, what, title, deleted, link, picture, text } = place;
    const queryUses = async (where: RawBuilder<unknown>, at: PictureUse['place']) => {
      const { rows } = await sql<{ id: number; title: string | null; deleted_at: string | null }>`
        select id, ${title} as title, ${deleted} as deleted_at from ${sql.table(table)}
        where ${where} order by id desc limit ${maxUses}`.execute(database);
      const rowUses = rows.map((row) => ({
        what: translate(what),
        title: row.title ?? '',
        link: link(row.id),
        place: at,
        in_trash: row.deleted_at !== null,
      }));
      uses.push(...rowUses);
    };
    if (picture) await queryUses(sql`${sql.ref(picture)} = ${key}`, 'picture');
    if (text) {
      const inTexts = sql`select record_id from pictures_in_texts where kind = ${table} and picture_key = ${key}`;
      await queryUses(sql`id in (${inTexts})`, 'text');
    }
  }
  return uses.sort((one, other) => Number(one.in_trash) - Number(other.in_trash));
}

const round = 200;

/** Deletes pictures unused for as long as the trash keeps records. The row goes first, then the files. */
export async function sweepPictures({ database, files }: Pick<AppContext, 'database' | 'files'>): Promise<void> {
  await purgeOrphans(
    database,
    places.flatMap(({ text, table }) => (text ? table : [])),
  );
  for (const { key, width } of await unusedPictures(database)) {
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

async function unusedPictures(database: Database) {
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
