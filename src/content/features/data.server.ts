import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { listedColumns, listedOf, type OrderedColumns } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import { categoriesOfFeature, categoriesOfFeatures, setCategoriesOfFeature } from './categories/data.server.ts';
import { contentsOfFeature } from './details/data.server.ts';
import type { Feature, FeatureDetails, FeatureRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    features: FeaturesTable;
  }
}

interface FeaturesTable extends OrderedColumns {
  title: string;
  image_key: string | null;
}

/** Features in the order that staff chose. */
export async function allFeatures(database: Database): Promise<Feature[]> {
  const rows = await published(database).orderBy('sort_order').orderBy('features.id', 'desc').execute();
  return rows.map(featureOf);
}

/** A feature with its categories; a category lists the sub-categories that have content for this feature. */
export async function findFeature(database: Database, id: number): Promise<FeatureDetails | null> {
  const row = await published(database).where('features.id', '=', id).executeTakeFirst();
  if (!row) return null;
  const [categories, contents] = [await categoriesOfFeature(database, id), await contentsOfFeature(database, id)];
  return {
    ...featureOf(row),
    categories: categories.map((category) => ({
      ...category,
      subTabs: contents
        .filter((content) => content.categoryId === category.id)
        .map(({ id, name, content }) => ({ id, name, content })),
    })),
  };
}

/** Features as the back office edits them, in any state, with their categories. */
export async function featureRecords(database: Database, ids: number[]): Promise<FeatureRecord[]> {
  const rows = await withPicture(database).select(listedColumns('features')).where('features.id', 'in', ids).execute();
  const categories = await categoriesOfFeatures(database, ids);
  return rows.map((row) => ({ ...featureOf(row), ...listedOf(row), categories: categories.get(row.id) ?? [] }));
}

/** What is written of a feature itself, as columns. */
export function featureColumns({ title }: { title: string }) {
  return { title, search_text: searchText(title) };
}

/** The feature's title, where it is there; it then stays until the transaction ends. */
export async function holdFeature(transaction: Database, id: number): Promise<string | null> {
  const row = await transaction
    .selectFrom('features')
    .select('title')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(isPostgres(transaction), (query) => query.forShare())
    .executeTakeFirst();
  return row?.title ?? null;
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
      ...featureColumns(feature),
      image_key: feature.pictureKey,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setCategoriesOfFeature(database, id, feature.categoryIds);
  return id;
}

function published(database: Database) {
  return withPicture(database).where('status', '=', 1).where('deleted_at', 'is', null);
}

function withPicture(database: Database) {
  return database
    .selectFrom('features')
    .leftJoin('pictures', 'pictures.key', 'features.image_key')
    .select(['features.id', 'title', ...pictureColumns]);
}

type FeatureRow = Awaited<ReturnType<ReturnType<typeof withPicture>['execute']>>[number];

function featureOf(row: FeatureRow): Feature {
  return { id: row.id, title: row.title, picture: pictureOf(row) };
}
