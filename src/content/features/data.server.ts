import * as z from 'zod/mini';
import { idSchema, pendingShape } from '#api/records.ts';
import {
  line,
  optionalChoice,
  optionalParagraph,
  type PicturedShown,
  picturedForm,
  picturedShapes,
  someChosen,
  type TextsOf,
} from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { emptyTrash, oldestInTrash } from '#cms/collections/trash.server.ts';
import { firstSentence } from '#cms/search/fold.server.ts';
import type { Fields } from '#cms/versions/history.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import {
  categories,
  categoriesOfFeature,
  categoriesOfFeatures,
  categoryChoicesSchema,
  setCategoriesOfFeature,
} from './categories/data.server.ts';
import { contentsOfFeature, purgeOrphanedContents, type SubCategoryContent } from './details/data.server.ts';
import { type Room, rooms } from './rooms.ts';
import { type FeatureScreen, screenShapes, screensOfFeature } from './screens/data.server.ts';

const featureShapes = picturedShapes(
  {
    title: line('title'),
    room: optionalChoice(rooms, 'Choose one of the rooms, or none.'),
    /** One in each line, as the packages write it. */
    package_lines: optionalParagraph('lines of the packages'),
  },
  { unsearched: ['room', 'package_lines'] },
);

export type Feature = PicturedShown<typeof featureShapes>;

export interface FeatureDetails extends Feature {
  categories: FeatureCategory[];
  screens: FeatureScreen[];
}

export interface FeatureCategory {
  id: number;
  name: string;
  subTabs: { id: number; name: string /** Sanitised HTML. */; content: string }[];
}

export const featureForm = picturedForm({ ...featureShapes.texts, selectedCategory: someChosen('category') });

const chosenCategoriesShape = { category: categoryChoicesSchema };

/** Includes inactive categories. */
export const featureRecordSchema = z.extend(featureShapes.recordSchema, { ...chosenCategoriesShape, ...pendingShape });

export type FeatureRow = z.infer<typeof featureRecordSchema>;

export const featureDetailsSchema = z.object({
  feature: z.extend(featureShapes.onWire, chosenCategoriesShape),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      subTabs: z.array(z.object({ id: idSchema, name: z.string(), content: z.string() })),
    }),
  ),
  screens: z.array(screenShapes.onWire),
});

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    features: TextsOf<typeof featureShapes> & OrderedColumns & PictureColumn;
  }
}

export const features = picturedList('features', featureShapes);

/** A category lists the sub-categories that have content for this feature. */
export async function findFeature(database: Database, id: number): Promise<FeatureDetails | null> {
  const feature = await features.find(database, id);
  return feature && withContents(database, feature, await categoriesOfFeature(database, id));
}

async function withContents(
  database: Database,
  feature: Feature,
  featureCategories: { id: number; category_name: string }[],
  instead: SubCategoryContent | null = null,
): Promise<FeatureDetails> {
  const [contents, screens] = await Promise.all([
    contentsOfFeature(database, feature.id, instead),
    screensOfFeature(database, feature.id),
  ]);
  return {
    ...feature,
    screens,
    categories: featureCategories.map(({ id, category_name }) => ({
      id,
      name: category_name,
      subTabs: contents
        .filter((content) => content.categoryId === id)
        .map(({ id, name, content }) => ({ id, name, content })),
    })),
  };
}

/** Fills a row on wide and narrow windows. */
const maxRelated = 6;

/** Other features: those that share a category first, then those that follow in the list. */
export async function relatedFeatures(database: Database, feature: FeatureDetails): Promise<Feature[]> {
  const all = await features.all(database);
  const index = all.findIndex(({ id }) => id === feature.id);
  const others = [...all.slice(index + 1), ...all.slice(0, Math.max(index, 0))];
  if (others.length === 0) return [];
  const categories = new Set(feature.categories.map(({ id }) => id));
  const links = await categoriesOfFeatures(
    database,
    others.map(({ id }) => id),
  );
  const shares = ({ id }: Feature) => (links.get(id) ?? []).some((category) => categories.has(category.id));
  return others.toSorted((one, other) => Number(shares(other)) - Number(shares(one))).slice(0, maxRelated);
}

export async function featureRecords(database: Database, ids: number[]) {
  const records = await features.read(database, ids);
  const categories = await categoriesOfFeatures(database, ids);
  return records.map((record) => ({ ...record, category: categories.get(record.id) ?? [] }));
}

export const featureAsForm = {
  formOf({ category, ...record }: FeatureRecord): Fields {
    return { ...features.asForm.formOf(record), selectedCategory: category.map(({ id }) => id) };
  },
  filled: async <R extends FeatureRecord>(database: Database, fields: Fields, record: R) => {
    const ids = chosenCategories(fields);
    const existing = ids.length === 0 ? [] : await categories.read(database, ids);
    return {
      ...(await features.asForm.filled(database, fields, record)),
      category: inOrder(ids, existing).map(({ id, category_name }) => ({ id, category_name })),
    };
  },
};

type FeatureRecord = Awaited<ReturnType<typeof featureRecords>>[number];

/** The published view of a feature with this form (null: as saved) and this text, for previews. */
export async function previewFeature(
  database: Database,
  id: number,
  form: Fields | null,
  instead: SubCategoryContent | null = null,
): Promise<FeatureDetails> {
  const [record] = await featureRecords(database, [id]);
  const fields = { ...(record && featureAsForm.formOf(record)), ...form };
  const selectedIds = chosenCategories(fields);
  const chosen = inOrder(selectedIds, await categories.all(database));
  return withContents(database, await features.shownAs(database, id, fields), chosen, instead);
}

function inOrder<C extends { id: number }>(ids: number[], from: C[]): C[] {
  return ids.flatMap((id) => from.find((each) => each.id === id) ?? []);
}

function chosenCategories({ selectedCategory }: Fields): number[] {
  return Array.isArray(selectedCategory) ? selectedCategory.filter((id) => Number.isInteger(id)) : [];
}

interface NewFeature extends Pick<TextsOf<typeof featureShapes>, 'title'>, Partial<PictureColumn> {
  room?: Room | '';
  package_lines?: string;
  categoryIds: number[];
  sort_order: number;
}

export async function addFeature(
  database: Database,
  { categoryIds, room = '', package_lines = '', ...feature }: NewFeature,
): Promise<number> {
  const id = await features.add(database, { ...feature, room, package_lines });
  await setCategoriesOfFeature(database, id, categoryIds);
  return id;
}

/** Purges expired features with their details, then categories. */
export async function emptyFeaturesTrash(database: Database): Promise<void> {
  await emptyTrash(database, 'feature_screens');
  await emptyTrash(database, 'features');
  await database
    .deleteFrom('feature_details')
    .where('sub_category_id', 'in', (eb) =>
      eb.selectFrom('feature_sub_categories').select('id').where('deleted_at', '<=', oldestInTrash()),
    )
    .execute();
  await emptyTrash(database, 'feature_sub_categories');
  await database.transaction().execute(purgeOrphanedContents);
  await emptyTrash(database, 'feature_categories', await categoriesReferredTo(database));
}

/** Deleted features and sub-categories may still refer to a category whose retention has ended. */
async function categoriesReferredTo(database: Database): Promise<number[]> {
  const links = await database.selectFrom('categories_of_features').select('category_id').distinct().execute();
  const parents = await database.selectFrom('feature_sub_categories').select('category_id').distinct().execute();
  return [...links, ...parents].map((row) => row.category_id);
}

interface Described {
  screens: { caption: string }[];
  categories: { subTabs: { content: string }[] }[];
}

/** The caption of the first screen, or the first sentence of the first sub-category. */
export function describeFeature({ screens, categories }: Described): string {
  const [part] = categories.flatMap(({ subTabs }) => subTabs);
  return screens[0]?.caption ?? firstSentence(part?.content ?? '');
}
