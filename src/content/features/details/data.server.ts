import type { Generated } from 'kysely';
import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { momentAfter } from '#server/lists/records.server.ts';
import { safeRichText } from '#server/rich-text/rich-text.server.ts';

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
export async function contentsOfFeature(database: Database, featureId: number): Promise<FeatureContent[]> {
  const rows = await database
    .selectFrom('feature_details as detail')
    .innerJoin('feature_sub_categories as sub', 'sub.id', 'detail.sub_category_id')
    .select(['sub.id', 'sub.category_id as categoryId', 'sub.sub_category_name as name', 'detail.content'])
    .where('detail.feature_id', '=', featureId)
    .where('sub.status', '=', 1)
    .where('sub.deleted_at', 'is', null)
    .where('detail.content', '<>', '')
    .orderBy('sub.sort_order')
    .orderBy('sub.id', 'desc')
    .execute();
  return Promise.all(rows.map(async (row) => ({ ...row, content: await safeRichText(row.content) })));
}

/** When something told of each feature was last written, by the feature's id: ISO 8601 in UTC. */
export async function lastContentChanges(database: Database): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('feature_details')
    .select(({ fn }) => ['feature_id', fn.max('updated_at').as('updated_at')])
    .groupBy('feature_id')
    .execute();
  return new Map(rows.map((row) => [row.feature_id, row.updated_at]));
}

/** What is told of a feature under one sub-category, as the editor loads it. */
export interface StoredContent {
  id: number;
  content: string;
  updatedAt: string;
}

export async function findFeatureContent(
  database: Database,
  featureId: number,
  subCategoryId: number,
): Promise<StoredContent | null> {
  const row = await database
    .selectFrom('feature_details')
    .select(['id', 'content', 'updated_at'])
    .where('feature_id', '=', featureId)
    .where('sub_category_id', '=', subCategoryId)
    .$if(isPostgres(database) && database.isTransaction, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ? { id: row.id, content: await safeRichText(row.content), updatedAt: row.updated_at } : null;
}

/** Writes what is told of a feature under one sub-category: the first time or anew. Answers its id. */
export async function writeFeatureContent(
  transaction: Database,
  detail: { featureId: number; subCategoryId: number; content: string },
  before: StoredContent | null = null,
): Promise<number> {
  const now = before ? momentAfter(before.updatedAt) : new Date().toISOString();
  const { featureId, subCategoryId, content } = detail;
  const { id } = await transaction
    .insertInto('feature_details')
    .values({ feature_id: featureId, sub_category_id: subCategoryId, content, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['feature_id', 'sub_category_id']).doUpdateSet({ content, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
