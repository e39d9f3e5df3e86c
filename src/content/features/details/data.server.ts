import type { RecordColumns } from '#cms/collections/listed-table.server.ts';
import { safeRichText } from '#cms/rich-text/rich-text.server.ts';
import { deleteVersions, type Fields } from '#cms/versions/history.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { ContentPlace } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    feature_details: RecordColumns & { feature_id: number; sub_category_id: number; content: string };
  }
}

export interface SubCategoryContent {
  featureId: number;
  subCategoryId: number;
  content: string;
}

/**
 * Published content under active sub-categories, in their order; `instead` replaces the saved text of its sub-category.
 */
export async function contentsOfFeature(
  database: Database,
  featureId: number,
  instead: SubCategoryContent | null = null,
) {
  const rows = await database
    .selectFrom('feature_sub_categories as sub')
    .leftJoin('feature_details as detail', (join) =>
      join
        .onRef('detail.sub_category_id', '=', 'sub.id')
        .on('detail.feature_id', '=', featureId)
        .on('detail.status', '=', 1),
    )
    .select(['sub.id', 'sub.category_id as categoryId', 'sub.sub_category_name as name', 'detail.content'])
    .where((eb) =>
      eb.or([eb('detail.feature_id', '=', featureId), ...(instead ? [eb('sub.id', '=', instead.subCategoryId)] : [])]),
    )
    .where('sub.status', '=', 1)
    .where('sub.deleted_at', 'is', null)
    .orderBy('sub.sort_order')
    .orderBy('sub.id', 'desc')
    .execute();
  const published = rows
    .map((row) => ({ ...row, content: (row.id === instead?.subCategoryId ? instead.content : row.content) ?? '' }))
    .filter(({ content }) => content !== '');
  return Promise.all(published.map(async (row) => ({ ...row, content: await safeRichText(row.content) })));
}

/** Latest change of each feature's content by feature id: ISO 8601 in UTC. */
export async function lastContentChanges(database: Database): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('feature_details')
    .select(({ fn }) => ['feature_id', fn.max('updated_at').as('updated_at')])
    .groupBy('feature_id')
    .execute();
  return new Map(rows.map((row) => [row.feature_id, row.updated_at]));
}

/** Texts in any state; they count as deleted with their feature or sub-category. */
export async function contentRecords(database: Database, ids: number[]) {
  const rows = await placedContents(database).select('content').where('detail.id', 'in', ids).execute();
  return Promise.all(rows.map(async (row) => ({ ...row, content: await safeRichText(row.content) })));
}

/** Without the content, which costs time to sanitise. */
export function contentPlace(database: Database, id: number) {
  return placedContents(database).where('detail.id', '=', id).executeTakeFirst();
}

export function contentSummaries(database: Database, featureId: number) {
  return placedContents(database)
    .select('sub_category_name')
    .where('feature_id', '=', featureId)
    .where('sub.deleted_at', 'is', null)
    .orderBy('sub.sort_order')
    .orderBy('sub.id', 'desc')
    .execute();
}

function placedContents(database: Database) {
  return database
    .selectFrom('feature_details as detail')
    .innerJoin('features as feature', 'feature.id', 'detail.feature_id')
    .innerJoin('feature_sub_categories as sub', 'sub.id', 'detail.sub_category_id')
    .select(['detail.id', 'feature_id as SingleFeature', 'category_id as singleCategory'])
    .select(['sub_category_id as selectedSubCategory', 'detail.status', 'detail.created_at', 'detail.updated_at'])
    .select(({ fn }) => fn.coalesce('feature.deleted_at', 'sub.deleted_at').as('deleted_at'));
}

type ContentRecord = Awaited<ReturnType<typeof contentRecords>>[number];

export const contentAsForm = {
  formOf: ({ content, status }: ContentRecord): Fields => ({ content, status }),
  filled: async <R extends ContentRecord>(_database: Database, fields: Fields, record: R): Promise<R> => ({
    ...record,
    content: await safeRichText(String(fields.content ?? '')),
    status: Number(fields.status),
  }),
};

/** Null where no text exists yet. */
export async function idOfContent(database: Database, place: ContentPlace): Promise<number | null> {
  const row = await database
    .selectFrom('feature_details')
    .select('id')
    .where('feature_id', '=', place.SingleFeature)
    .where('sub_category_id', '=', place.selectedSubCategory)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A text with this form, or (null) as saved; a new one has its place in the form. Null without a place. */
export async function previewContent(
  database: Database,
  id: number,
  form: Fields | null,
): Promise<SubCategoryContent | null> {
  const [record] = await contentRecords(database, [id]);
  const { SingleFeature: featureId, selectedSubCategory: subCategoryId, content } = { ...record, ...form } as Fields;
  if (typeof featureId !== 'number' || typeof subCategoryId !== 'number') return null;
  return { featureId, subCategoryId, content: String(content ?? '') };
}

/** Inserts or replaces a text, without form validation. */
export async function writeFeatureContent(
  transaction: Database,
  { featureId, subCategoryId, content }: SubCategoryContent,
): Promise<void> {
  const now = new Date().toISOString();
  const written = { content, updated_at: now };
  await transaction
    .insertInto('feature_details')
    .values({ ...written, feature_id: featureId, sub_category_id: subCategoryId, status: 1, created_at: now })
    .onConflict((conflict) => conflict.columns(['feature_id', 'sub_category_id']).doUpdateSet(written))
    .execute();
}

export async function purgeOrphanedContents(transaction: Database): Promise<void> {
  const rows = await transaction
    .selectFrom('versions')
    .select('record_id')
    .distinct()
    .where('kind', '=', 'feature_details')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('feature_details').select('id').whereRef('id', '=', 'versions.record_id'))),
    )
    .execute();
  const ids = rows.map(({ record_id }) => record_id);
  await deleteVersions(transaction, 'feature_details', ids);
}
