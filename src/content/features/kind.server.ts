import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { flattenPicture } from '#api/picture.ts';
import { draftOf } from '#api/shapes.ts';
import { lockExisting } from '#cms/collections/in-use.server.ts';
import { VersionedWrites } from '#cms/collections/versioned-writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type KindOnServer, listApi, listMessages, picturePlace, type StoredSamples } from '#cms/kind.server.ts';
import { searchableText } from '#cms/search/fold.server.ts';
import type { Searchable, SearchEntry } from '#cms/search/search-index.server.ts';
import { withPending } from '#cms/versions/drafts.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { publicCallById, publicList } from '#platform/http/public-calls.server.ts';
import {
  addFeatureCategory,
  featureCategoryCalls,
  type NewCategory,
  publishedCategories,
  setCategoriesOfFeature,
} from './categories/data.server.ts';
import {
  addFeature,
  describeFeature,
  emptyFeaturesTrash,
  type FeatureDetails,
  featureAsForm,
  featureDetailsSchema,
  featureForm,
  featureRecordSchema,
  featureRecords,
  features,
  findFeature,
} from './data.server.ts';
import { contents, featureContentCalls, writeFeatureContent } from './details/data.server.ts';
import { featureScreensKind, featuresKind } from './kind.ts';
import type { Room } from './rooms.ts';
import { type devices, featureScreenCalls, featureScreens, tourOfScreens } from './screens/data.server.ts';

const searchableFeatures: Searchable = {
  collection: 'features',
  found: { part: { rank: 3, label: 'ফিচার' }, feature: { rank: 5, label: 'ফিচার' } },
  entriesOf,
};

const storedForm = featureForm.update.partial();
type Form = z.infer<typeof storedForm>;

const records = {
  ...features,
  path: adminCalls.features,
  sorted: ['title'],
  messages: listMessages('Feature'),
  onSite: ({ id, title }: { id: number; title: string }) => ({ title, path: pages.featureDetails(id) }),
  form: featureForm,
  asRead: { selectedCategory: 'category' },
  onWire: featureRecordSchema,
  read: withPending('features', featureRecords),
  check: async (transaction: Database, { selectedCategory }: Form) => {
    if (!selectedCategory?.length) return;
    const there = await lockExisting(transaction, 'feature_categories', selectedCategory);
    if (there.length === selectedCategory.length) return;
    throw invalid({ selectedCategory: ['One of these categories is not there any more. Choose again.'] });
  },
  saveRelations: async (transaction: Database, id: number, { selectedCategory }: Form) => {
    if (selectedCategory) await setCategoriesOfFeature(transaction, id, selectedCategory);
  },
  versioned: { ...featureAsForm, draftForm: draftOf(featureForm.update), storedForm },
};

export const featuresOnServer = {
  tables: ['features', 'feature_screens', 'feature_sub_categories', 'feature_categories'],
  pictures: [
    picturePlace('features', featuresKind),
    {
      ...picturePlace('feature_details', featuresKind, { picture: null, text: 'content' }),
      title: sql`(select features.title from features where features.id = feature_id)`,
      deleted: sql`(select features.deleted_at from features where features.id = feature_id)`,
      link: () => featuresKind.path,
    },
    picturePlace('feature_screens', featureScreensKind),
  ],
  publicCalls: (context) => {
    publicList(context, calls.features, features);
    publicCallById(context, {
      path: calls.featureDetails,
      shows: ['features'],
      answer: featureDetailsSchema,
      read: async (id) => {
        const feature = await findFeature(context.database, id);
        return feature && featureDetailsToWire(feature);
      },
    });
  },
  staffCalls: (context, scope) => {
    listApi(context, scope, records);
    featureCategoryCalls(context, scope);
    featureContentCalls(context, scope);
    featureScreenCalls(context, scope);
  },
  versioned: (context: AppContext) => [
    new VersionedWrites(context, records).publishing,
    new VersionedWrites(context, contents).publishing,
  ],
  emptyTrash: emptyFeaturesTrash,
  filesInUse: null,
  counted: 'features',
  searchable: searchableFeatures,
  addSample,
} satisfies KindOnServer;

function featureDetailsToWire({
  categories,
  screens,
  ...feature
}: FeatureDetails): z.infer<typeof featureDetailsSchema> {
  const category = categories.map(({ id, name }) => ({ id, category_name: name }));
  return { feature: { ...flattenPicture(feature), category }, data: categories, screens: screens.map(flattenPicture) };
}

interface SampleScreen {
  feature: string;
  caption: string;
  device: (typeof devices)[number];
  picture: string;
}

interface SampleFeature {
  title: string;
  room?: Room;
  package_lines: string;
  picture: string;
  categories: string[];
  details: { category: string; subCategory: string; content: string }[];
}

async function addSample(
  transaction: Database,
  sample: { categories: NewCategory[]; features: SampleFeature[]; screens: SampleScreen[] },
  { pictureKey }: StoredSamples,
): Promise<void> {
  const categoryIds = new Map<string, number>();
  const subCategoryIds = new Map<string, number>();
  for (const [place, category] of sample.categories.entries()) {
    const added = await addFeatureCategory(transaction, category, place);
    categoryIds.set(category.category_name, added.id);
    for (const [at, name] of category.subCategories.entries())
      subCategoryIds.set(`${category.category_name}: ${name}`, added.subCategoryIds[at] ?? 0);
  }
  const ids = new Map<string, number>();
  for (const [sort_order, { picture, categories, details, ...feature }] of sample.features.entries()) {
    const featureId = await addFeature(transaction, {
      ...feature,
      categoryIds: categories.flatMap((name) => categoryIds.get(name) ?? []),
      sort_order,
      image_key: pictureKey(picture),
    });
    ids.set(feature.title, featureId);
    for (const { category, subCategory, content } of details) {
      const subCategoryId = subCategoryIds.get(`${category}: ${subCategory}`);
      if (!subCategoryId) throw new Error(`The sample names no sub-category '${subCategory}' in '${category}'`);
      await writeFeatureContent(transaction, { featureId, subCategoryId, content });
    }
  }
  for (const [sort_order, { feature, picture, ...screen }] of sample.screens.entries()) {
    const feature_id = ids.get(feature);
    if (!feature_id) throw new Error(`The sample names no feature '${feature}'`);
    await featureScreens.add(transaction, { ...screen, feature_id, image_key: pictureKey(picture), sort_order });
  }
}

/** An entry per feature (title, description and categories) and one per published text. */
async function entriesOf(database: Database): Promise<SearchEntry[]> {
  const categories = await publishedCategories(database).select('link.feature_id').execute();
  const [parts, screens] = [await publishedParts(database), await tourOfScreens(database)];
  return (await features.all(database)).flatMap(({ id, title, picture }) => {
    const names = categories.filter((category) => category.feature_id === id).map(({ category_name }) => category_name);
    const subTabs = parts.filter((part) => part.feature_id === id);
    const own = { screens: screens.filter(({ feature }) => feature.id === id), categories: [{ subTabs }] };
    const shown = searchableText('', picture, ...own.screens.map((screen) => screen.picture));
    const text = [describeFeature(own), names.join(', '), shown].filter(Boolean).join(' ');
    const feature = { kind: 'feature', recordId: id, title, text, url: pages.featureDetails(id) };
    return [feature, ...subTabs.map((part) => entryOfPart(title, part))];
  });
}

function publishedParts(database: Database) {
  return database
    .selectFrom('feature_details as detail')
    .innerJoin('feature_sub_categories as sub', 'sub.id', 'detail.sub_category_id')
    .innerJoin('feature_categories as category', 'category.id', 'sub.category_id')
    .innerJoin('categories_of_features as link', (join) =>
      join.onRef('link.category_id', '=', 'category.id').onRef('link.feature_id', '=', 'detail.feature_id'),
    )
    .select(['detail.id', 'detail.feature_id', 'detail.content', 'sub.id as sub_id', 'sub.sub_category_name as name'])
    .select('category.category_name')
    .where('detail.status', '=', 1)
    .where('detail.content', '<>', '')
    .where('sub.status', '=', 1)
    .where('sub.deleted_at', 'is', null)
    .where('category.status', '=', 1)
    .where('category.deleted_at', 'is', null)
    .orderBy('link.position')
    .orderBy('sub.sort_order')
    .orderBy('sub.id', 'desc')
    .execute();
}

type Part = Awaited<ReturnType<typeof publishedParts>>[number];

function entryOfPart(feature: string, part: Part): SearchEntry {
  return {
    kind: 'part',
    recordId: part.feature_id,
    partId: part.id,
    within: feature,
    title: part.name,
    text: `${part.category_name}: ${searchableText(part.content)}`,
    url: pages.featurePart(part.feature_id, part.sub_id),
  };
}
