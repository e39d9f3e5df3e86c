import { plainText } from '#cms/search/plain-text.server.ts';
import type { Searchable, SearchEntry } from '#cms/search/search-index.server.ts';
import { pages } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { publishedCategories } from './categories/data.server.ts';
import { features } from './data.server.ts';

export const searchableFeatures: Searchable = {
  collection: 'features',
  found: { part: { rank: 3, label: 'ফিচার' }, feature: { rank: 5, label: 'ফিচার' } },
  entriesOf,
};

/** An entry per feature (title and categories) and one per published text. */
async function entriesOf(database: Database): Promise<SearchEntry[]> {
  const categories = await publishedCategories(database).select('link.feature_id').execute();
  const parts = await publishedParts(database);
  return (await features.all(database)).flatMap(({ id, title }) => {
    const names = categories.filter((category) => category.feature_id === id).map(({ category_name }) => category_name);
    const feature = { kind: 'feature', recordId: id, title, text: names.join(', '), url: pages.featureDetails(id) };
    return [feature, ...parts.filter((part) => part.feature_id === id).map((part) => entryOfPart(title, part))];
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
    .execute();
}

type Part = Awaited<ReturnType<typeof publishedParts>>[number];

function entryOfPart(feature: string, part: Part): SearchEntry {
  return {
    kind: 'part',
    recordId: part.feature_id,
    partId: part.id,
    title: `${feature}: ${part.name}`,
    text: `${part.category_name}: ${plainText(part.content)}`,
    url: pages.featurePart(part.feature_id, part.sub_id),
  };
}
