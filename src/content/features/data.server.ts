import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import { categoriesOfFeature } from './categories/data.server.ts';
import { contentsOfFeature } from './details/data.server.ts';
import type { Feature, FeatureDetails } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    features: FeaturesTable;
  }
}

interface FeaturesTable {
  id: Generated<number>;
  title: string;
  image_key: string | null;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

/** Features in the order that staff chose. */
export async function allFeatures(database: Database): Promise<Feature[]> {
  const rows = await published(database).orderBy('sort_order').orderBy('features.id', 'desc').execute();
  return rows.map((row) => ({ id: row.id, title: row.title, picture: pictureOf(row) }));
}

/** A feature with its categories; a category lists the sub-categories that have content for this feature. */
export async function findFeature(database: Database, id: number): Promise<FeatureDetails | null> {
  const row = await published(database).where('features.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const [categories, contents] = [await categoriesOfFeature(database, id), await contentsOfFeature(database, id)];
  return {
    id: row.id,
    title: row.title,
    picture: pictureOf(row),
    categories: categories.map((category) => ({
      ...category,
      subTabs: contents
        .filter((content) => content.categoryId === category.id)
        .map(({ id, name, content }) => ({ id, name, content })),
    })),
  };
}

export async function addFeature(
  database: Database,
  feature: { title: string; pictureKey: string | null; categoryIds: number[] },
  sortOrder: number,
): Promise<number> {
  const now = new Date().toISOString();
  const { id } = await database
    .insertInto('features')
    .values({
      title: feature.title,
      image_key: feature.pictureKey,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const links = feature.categoryIds.map((categoryId, position) => ({
    feature_id: id,
    category_id: categoryId,
    position,
  }));
  if (links.length > 0) await database.insertInto('categories_of_features').values(links).execute();
  return id;
}

function published(database: Database) {
  return database
    .selectFrom('features')
    .leftJoin('pictures', 'pictures.key', 'features.image_key')
    .select(['features.id', 'title', ...pictureColumns])
    .where('status', '=', 1);
}
