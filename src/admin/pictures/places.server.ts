import { type RawBuilder, sql } from 'kysely';
import type { PictureUse } from '#api/picture.ts';
import { type PicturePlace, picturePlace } from '#cms/kind.server.ts';
import { allKindsOnServer } from '#content/kinds.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { translate } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { adminPages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';

const vendorScreen = { name: 'Site settings', path: adminPages.siteSettings, titleField: 'name' };
const portraitScreen = { name: t('Portrait'), path: adminPages.profile, titleField: 'name' };

/** All places where a picture may be shown; library.test.ts names a table that is missing. */
export const places: PicturePlace[] = [
  ...allKindsOnServer.flatMap(({ pictures }) => pictures),
  {
    ...picturePlace('site_settings', vendorScreen),
    kind: vendorKind,
    deleted: sql`null`,
    link: () => vendorScreen.path,
  },
  { ...picturePlace('users', portraitScreen), kind: 'accounts', deleted: sql`null`, link: () => portraitScreen.path },
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
const most = 50;

export async function findPictureUses(database: Database, key: string): Promise<PictureUse[]> {
  const uses: PictureUse[] = [];
  for (const place of places) {
    const { table, what, title, deleted, link, picture, text } = place;
    const queryUses = async (where: RawBuilder<unknown>, at: PictureUse['place']) => {
      const { rows } = await sql<{ id: number; title: string | null; deleted_at: string | null }>`
        select id, ${title} as title, ${deleted} as deleted_at from ${sql.table(table)}
        where ${where} order by id desc limit ${most}`.execute(database);
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
