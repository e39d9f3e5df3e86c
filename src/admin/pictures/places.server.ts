import { type RawBuilder, sql } from 'kysely';
import type { PictureUse } from '#api/library-picture.ts';
import { kindsOnServer } from '#content/kinds.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { adminPages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';

export interface PicturePlace {
  table: string;
  /** The name of its records on screen. */
  what: string;
  /** The name of its records in the audit. */
  kind: string;
  /** The column or SQL expression of a record's title. */
  title: RawBuilder<unknown>;
  /** The deletion time, if the table has a trash. */
  deleted: RawBuilder<unknown>;
  /** The table has an `image_key`. */
  pictured: boolean;
  text: string | null;
  link: (id: number) => string;
}

/** All places where a picture may be shown; library.test.ts fails if one is missing. */
export const places: PicturePlace[] = [
  list('news', 'Institutional News', 'title', adminPages.news, { text: 'content' }),
  list('about', 'About', 'title', adminPages.about, { text: 'content' }),
  list('features', 'Features', 'title', adminPages.features),
  {
    ...list('feature_details', 'Features', '', adminPages.features, { pictured: false, text: 'content' }),
    title: sql`(select features.title from features where features.id = feature_id)`,
    deleted: sql`(select features.deleted_at from features where features.id = feature_id)`,
    link: () => adminPages.features,
  },
  list('feature_screens', 'Feature screens', 'caption', adminPages.featureScreens),
  list('testimonials', 'Testimonial', 'name', adminPages.testimonials),
  list('statistics', 'Statistics', 'statistics_title', adminPages.statistics),
  list('clients', 'Client', 'title', adminPages.clients, { text: 'story' }),
  list('faq', 'FAQ', 'question', adminPages.faq, { pictured: false, text: 'answer' }),
  list('pages', 'Pages', 'title', adminPages.pages, { pictured: false, text: 'content' }),
  {
    ...list('site_settings', 'Site settings', 'name', adminPages.siteSettings),
    kind: vendorKind,
    deleted: sql`null`,
    link: () => adminPages.siteSettings,
  },
  {
    ...list('users', 'Portrait', 'name', adminPages.profile),
    kind: 'accounts',
    deleted: sql`null`,
    link: () => adminPages.profile,
  },
];

/** The cache tags of everything that may show a picture. */
export const pictureTags = [...Object.values(kindsOnServer).flatMap(({ tables }) => tables), vendorKind];

function list(
  table: string,
  what: string,
  title: string,
  screen: string,
  { pictured = true, text = null }: { pictured?: boolean; text?: string | null } = {},
): PicturePlace {
  return {
    table,
    what,
    kind: table,
    pictured,
    text,
    title: sql.ref(title),
    deleted: sql.ref('deleted_at'),
    link: (id) => `${screen}?edit=${id}`,
  };
}

/** A subquery of the keys of all pictures that a record or a text shows. */
export function usedKeys(): RawBuilder<{ picture_key: string }> {
  const ofRecords = places
    .filter(({ pictured }) => pictured)
    .map(({ table }) => sql`select image_key as picture_key from ${sql.table(table)} where image_key is not null`);
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
    const { table, what, title, deleted, link, pictured, text } = place;
    const queryUses = async (where: RawBuilder<unknown>, at: PictureUse['place']) => {
      const { rows } = await sql<{ id: number; title: string | null; deleted_at: string | null }>`
        select id, ${title} as title, ${deleted} as deleted_at from ${sql.table(table)}
        where ${where} order by id desc limit ${most}`.execute(database);
      const rowUses = rows.map((row) => ({
        what,
        title: row.title ?? '',
        link: link(row.id),
        place: at,
        in_trash: row.deleted_at !== null,
      }));
      uses.push(...rowUses);
    };
    if (pictured) await queryUses(sql`image_key = ${key}`, 'picture');
    if (text) {
      const inTexts = sql`select record_id from pictures_in_texts where kind = ${table} and picture_key = ${key}`;
      await queryUses(sql`id in (${inTexts})`, 'text');
    }
  }
  return uses.sort((one, other) => Number(one.in_trash) - Number(other.in_trash));
}
