import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    feature_details: FeatureDetailsTable;
  }
}

/** What is told of a feature under one sub-category. */
interface FeatureDetailsTable {
  id: Generated<number>;
  feature_id: number;
  sub_category_id: number;
  content: string;
  created_at: string;
  updated_at: string;
}

export interface FeatureContent {
  /** The sub-category's. */
  id: number;
  categoryId: number;
  name: string;
  content: string;
}

/** All content of a feature under active sub-categories, in their order. */
export function contentsOfFeature(database: Database, featureId: number): Promise<FeatureContent[]> {
  return database
    .selectFrom('feature_details as detail')
    .innerJoin('feature_sub_categories as sub', 'sub.id', 'detail.sub_category_id')
    .select(['sub.id', 'sub.category_id as categoryId', 'sub.name', 'detail.content'])
    .where('detail.feature_id', '=', featureId)
    .where('sub.status', '=', 1)
    .where('detail.content', '<>', '')
    .orderBy('sub.sort_order')
    .orderBy('sub.id')
    .execute();
}

export async function addFeatureContent(
  database: Database,
  detail: { featureId: number; subCategoryId: number; content: string },
): Promise<void> {
  const now = new Date().toISOString();
  const { featureId, subCategoryId, content } = detail;
  await database
    .insertInto('feature_details')
    .values({ feature_id: featureId, sub_category_id: subCategoryId, content, created_at: now, updated_at: now })
    .execute();
}
