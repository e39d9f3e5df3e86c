import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { idSchema, listedShape, pendingShape } from '#api/records.ts';
import { chosen, draftOf, requiredRichText, statusField, versionField } from '#api/shapes.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import {
  bodyLimits,
  conflictAnswer,
  conflictSchema,
  dataSchema,
  mergeAnswer,
  mergedSchema,
  messageSchema,
  queryParameter,
} from '#cms/collections/answers.server.ts';
import { assertExists } from '#cms/collections/in-use.server.ts';
import type { RecordColumns } from '#cms/collections/listed-table.server.ts';
import { VersionConflict } from '#cms/collections/merge.server.ts';
import type { WrittenColumns } from '#cms/collections/plain-list.server.ts';
import { editRoutes } from '#cms/collections/record-routes.server.ts';
import type { VersionedKind } from '#cms/collections/versioned-writes.server.ts';
import type { ListWrites } from '#cms/collections/writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { listMessages } from '#cms/kind.server.ts';
import { safeRichText } from '#cms/rich-text/rich-text.server.ts';
import { withPending } from '#cms/versions/drafts.server.ts';
import { deleteVersions, type Fields } from '#cms/versions/history.server.ts';
import { adminCalls, pages } from '#paths.ts';
import { isUniqueViolation } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { readId } from '#platform/http/public-calls.server.ts';
import { categoriesOfFeatures, subCategoryRecords } from '../categories/data.server.ts';

export const featureContentSchema = z.object({
  id: idSchema,
  SingleFeature: idSchema,
  singleCategory: idSchema,
  selectedSubCategory: idSchema,
  content: z.string(),
  ...listedShape,
  ...pendingShape,
});

/** `updated_at` is null where no text exists yet. */
const loadedContentSchema = z.object({
  content: z.string(),
  updated_at: z.nullable(z.string()),
  data: z.object({ content: z.string(), updated_at: z.nullable(z.string()) }),
});

export const contentSummariesSchema = z.array(
  z.extend(z.omit(featureContentSchema, { content: true }), { sub_category_name: z.string() }),
);

const placeSchema = classic.object({
  SingleFeature: chosen('feature'),
  singleCategory: chosen('category'),
  selectedSubCategory: chosen('sub-category'),
});

type ContentPlace = classic.infer<typeof placeSchema>;

const fields = { content: requiredRichText('content'), status: statusField, updated_at: versionField };

const contentForm = {
  create: placeSchema.extend(fields),
  update: placeSchema.partial().extend({ ...fields, content: fields.content.optional() }),
};

const storedContentForm = contentForm.update.partial();

type ContentInput = classic.infer<typeof storedContentForm>;

/** The fields have other names in the load request. */
const contentQuery = classic
  .object({
    SingleFeature_id: chosen('feature'),
    singleCategory: chosen('category'),
    singleSubCategory_id: chosen('sub-category'),
  })
  .transform(
    ({ SingleFeature_id, singleCategory, singleSubCategory_id }): ContentPlace => ({
      SingleFeature: SingleFeature_id,
      singleCategory,
      selectedSubCategory: singleSubCategory_id,
    }),
  );

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
function contentPlace(database: Database, id: number) {
  return placedContents(database).where('detail.id', '=', id).executeTakeFirst();
}

function contentSummaries(database: Database, featureId: number) {
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

const contentAsForm = {
  formOf: ({ content, status }: ContentRecord): Fields => ({ content, status }),
  filled: async <R extends ContentRecord>(_database: Database, fields: Fields, record: R): Promise<R> => ({
    ...record,
    content: await safeRichText(String(fields.content ?? '')),
    status: Number(fields.status),
  }),
};

/** Null where no text exists yet. */
async function idOfContent(database: Database, place: ContentPlace): Promise<number | null> {
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

export const contents: VersionedKind<ContentInput, z.infer<typeof featureContentSchema>> = {
  table: 'feature_details',
  path: adminCalls.featureContents,
  shows: ['features'],
  messages: listMessages('Feature details'),
  onSite: ({ SingleFeature, selectedSubCategory }) => ({
    title: '',
    path: pages.featurePart(SingleFeature, selectedSubCategory),
  }),
  form: contentForm,
  onWire: featureContentSchema,
  read: withPending('feature_details', contentRecords),
  columns: ({ SingleFeature, selectedSubCategory, content }) =>
    ({
      feature_id: SingleFeature,
      sub_category_id: selectedSubCategory,
      content,
    }) satisfies WrittenColumns<'feature_details'>,
  pictured: false,
  rich: 'content',
  searched: [],
  check: async (transaction, form, id) => {
    const existing = id === null ? undefined : await contentPlace(transaction, id);
    if (existing && placeSchema.keyof().options.some((name) => (form[name] ?? existing[name]) !== existing[name]))
      throw invalid({ selectedSubCategory: ['A text stays in its place. Write another one there.'] });
    // Only `storeContent` creates, with a form that names the place.
    await assertContentPlace(transaction, existing ?? placeSchema.parse(form));
  },
  versioned: { ...contentAsForm, draftForm: draftOf(contentForm.update), storedForm: storedContentForm },
};

export function featureContentCalls(context: AppContext, scope: StaffScope): void {
  const { database } = context;
  const writes = editRoutes(context, scope, contents);

  scope.post(
    adminCalls.storeFeatureContent,
    {
      bodyLimit: bodyLimits.rich,
      schema: {
        summary: 'Save the content of a feature part',
        tags,
        body: contentForm.create,
        response: {
          201: mergedSchema(featureContentSchema),
          409: conflictSchema(featureContentSchema),
        },
      },
    },
    async (request, reply) => {
      // The status defaults to published.
      const { status = 1 } = request.body;
      const saved = await storeContent(database, writes, actorOf(request), { ...request.body, status });
      const { table } = contents;
      if (saved instanceof VersionConflict)
        return reply.code(409).send(await conflictAnswer(database, table, saved.record.id, saved));
      const { data, merged } = saved;
      const merge = await mergeAnswer(database, table, data.id, merged);
      return reply.code(201).send({ data, message: 'Created successfully', ...merge });
    },
  );

  readRoutes(context, scope, writes);
}

const tags = [adminCalls.features];
type Writes = ListWrites<ContentInput, z.infer<typeof featureContentSchema>>;

function readRoutes({ database }: AppContext, scope: StaffScope, writes: Writes): void {
  scope.post(
    adminCalls.featureContent,
    {
      config: { need: 'read' },
      schema: {
        summary: 'Get the content of a feature part',
        tags,
        body: contentQuery,
        response: { 200: loadedContentSchema },
      },
    },
    async (request) => {
      const place = request.body;
      await assertContentPlace(database, place, 'SingleFeature_id', 'singleSubCategory_id');
      const id = await idOfContent(database, place);
      const stored = id === null ? null : await writes.find(database, id);
      const data = { content: stored?.content ?? '', updated_at: stored?.updated_at ?? null };
      return { ...data, data };
    },
  );

  scope.get(
    adminCalls.featureContents,
    {
      schema: {
        summary: 'List feature contents',
        querystring: z.object({ feature: queryParameter('The id of the feature', { type: 'integer', minimum: 1 }) }),
        response: { 200: dataSchema(contentSummariesSchema), 404: messageSchema },
      },
    },
    async ({ query }) => {
      const summaries = await contentSummaries(database, readId(String(query.feature)));
      const ids = summaries.map(({ id }) => id);
      return { data: ids.length > 0 ? await withPending(contents.table, async () => summaries)(database, ids) : [] };
    },
  );
}

/** Creates the text or updates an existing one. */
async function storeContent(database: Database, writes: Writes, actor: Actor, form: ContentInput & ContentPlace) {
  await assertContentPlace(database, form);
  const id = await idOfContent(database, form);
  if (id !== null) return writes.update(actor, id, form);
  try {
    return { data: await writes.create(actor, form), merged: [] };
  } catch (error) {
    // A concurrent request created it first (unique constraint).
    const concurrentId = isUniqueViolation(error) ? await idOfContent(database, form) : null;
    if (concurrentId === null) throw error;
    return writes.update(actor, concurrentId, form);
  }
}

/** The sub-category must belong to one of the feature's categories. The names are those of the request's fields. */
async function assertContentPlace(
  database: Database,
  { SingleFeature, singleCategory, selectedSubCategory }: ContentPlace,
  featureField = 'SingleFeature',
  subCategoryField = 'selectedSubCategory',
): Promise<void> {
  await assertExists(database, 'features', SingleFeature, 'feature', featureField);
  const categories = (await categoriesOfFeatures(database, [SingleFeature])).get(SingleFeature) ?? [];
  if (!categories.some((category) => category.id === singleCategory)) {
    throw invalid({ singleCategory: ['This feature does not have that category. Choose one of its own.'] });
  }
  const [subCategory] = await subCategoryRecords(database, [selectedSubCategory]);
  if (subCategory?.deleted_at !== null || subCategory.category_id !== singleCategory) {
    throw invalid({ [subCategoryField]: ['This category does not have that sub-category. Choose one of its own.'] });
  }
}
