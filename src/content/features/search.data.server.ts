import { findableRecords, type SearchEntry } from '#cms/search/entries.server.ts';
import { plainText } from '#cms/search/plain-text.server.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';

export const searchableFeatures = findableRecords({
  table: 'features',
  found: { part: { number: 3, label: 'ফিচার' }, feature: { number: 5, label: 'ফিচার' } },
  entriesOf,
  entriesEach: 5,
  addressesOf: async (_database, entries) =>
    entries.map(({ kind, recordId, partId }) =>
      kind === 'part' ? pages.featurePart(recordId, partId) : pages.featureDetails(recordId),
    ),
});

export async function reindexCategory(transaction: Database, id: number): Promise<void> {
  const rows = await transaction
    .selectFrom('categories_of_features')
    .select('feature_id')
    .where('category_id', '=', id)
    .execute();
  for (const row of rows) await searchableFeatures.keep(transaction, row.feature_id);
}

export async function reindexSubCategory(transaction: Database, id: number): Promise<void> {
  const rows = await transaction
    .selectFrom('feature_details')
    .select('feature_id')
    .where('sub_category_id', '=', id)
    .execute();
  for (const row of rows) await searchableFeatures.keep(transaction, row.feature_id);
}

/** An entry per feature (title and categories) and one per published text. */
async function entriesOf(database: Database, ids: number[]): Promise<SearchEntry[]> {
  const features = await database
    .selectFrom('features')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  const categories = await publishedCategories(database, ids);
  const parts = await publishedParts(database, ids);
  return features.flatMap(({ id, title }) => {
    const names = categories.filter((category) => category.feature_id === id).map(({ name }) => name);
    const feature: SearchEntry = { kind: 'feature', recordId: id, number: id, title, text: names.join(', ') };
    return [feature, ...parts.filter((part) => part.feature_id === id).map((part) => entryOfPart(title, part))];
  });
}

function publishedCategories(database: Database, ids: number[]) {
  return database
    .selectFrom('categories_of_features as link')
    .innerJoin('feature_categories as category', 'category.id', 'link.category_id')
    .select(['link.feature_id', 'category.category_name as name'])
    .where('link.feature_id', 'in', ids)
    .where('category.status', '=', 1)
    .where('category.deleted_at', 'is', null)
    .orderBy('link.position')
    .execute();
}

function publishedParts(database: Database, ids: number[]) {
  return database
    .selectFrom('feature_details as detail')
    .innerJoin('feature_sub_categories as sub', 'sub.id', 'detail.sub_category_id')
    .innerJoin('feature_categories as category', 'category.id', 'sub.category_id')
    .innerJoin('categories_of_features as link', (join) =>
      join.onRef('link.category_id', '=', 'category.id').onRef('link.feature_id', '=', 'detail.feature_id'),
    )
    .select(['detail.id', 'detail.feature_id', 'detail.content', 'sub.id as sub_id', 'sub.sub_category_name as name'])
    .select('category.category_name')
    .where('detail.feature_id', 'in', ids)
    .where('detail.status', '=', 1)
    .where('detail.content', '<>', '')
    .where('sub.status', '=', 1)
    .where('sub.deleted_at', 'is', null)
    .where('category.status', '=', 1)
    .where('category.deleted_at', 'is', null)
    .execute();
}

type Part = Awaited<ReturnType<typeof publishedParts>>[number];

function entryOfPart(feature: string, part: Part): SearchEntry {
  const text = `${part.category_name}: ${plainText(part.content)}`;
  return {
    kind: 'part',
    recordId: part.feature_id,
    partId: part.sub_id,
    number: part.id,
    title: `${feature}: ${part.name}`,
    text,
  };
}
