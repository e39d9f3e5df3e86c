import * as z from 'zod/mini';
import { draftOf } from '#api/shapes.ts';
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
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { VersionConflict } from '#cms/collections/merge.server.ts';
import type { WrittenColumns } from '#cms/collections/plain-list.server.ts';
import { editRoutes } from '#cms/collections/record-routes.server.ts';
import type { VersionedKind } from '#cms/collections/versioned-writes.server.ts';
import type { ListWrites } from '#cms/collections/writes.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { withPending } from '#cms/versions/pending.server.ts';
import { adminCalls } from '#paths.ts';
import { isUniqueViolation } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { readId } from '#platform/http/public-calls.server.ts';
import { categoriesOfFeatures, subCategoryRecords } from '../categories/data.server.ts';
import { contentAsForm, contentPlace, contentRecords, contentSummaries, idOfContent } from './data.server.ts';
import {
  type ContentInput,
  type ContentPlace,
  contentForm,
  contentQuery,
  contentSummariesSchema,
  featureContentSchema,
  loadedContentSchema,
  placeSchema,
  storedContentForm,
} from './schema.ts';

export const contents: VersionedKind<ContentInput, z.infer<typeof featureContentSchema>> = {
  table: 'feature_details',
  path: adminCalls.featureContents,
  shows: ['features'],
  messages: listMessages('Feature details'),
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
