import { adminCalls } from '#paths.ts';
import { actorOf, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import type { Http } from '#server/http/create.server.ts';
import { bodyLimits, errors, staleEdit, staleOnWire, writtenOnWire } from '#server/lists/answers.server.ts';
import { StaleEdit } from '#server/lists/writes.server.ts';
import { notePictures } from '#server/pictures/pictures-in-texts.server.ts';
import { cleanRichText } from '#server/rich-text/rich-text.server.ts';
import { categoriesOfFeatures, subCategoryRecords } from '../categories/data.server.ts';
import { holdFeature } from '../data.server.ts';
import { findableFeatures } from '../search.data.server.ts';
import { findFeatureContent, writeFeatureContent } from './data.server.ts';
import { type ContentPlace, contentFieldNames, contentForm, contentQuery } from './form.server.ts';
import { featureContentOnWire, loadedContentOnWire } from './schema.ts';

/** The two calls of the panel that writes what is told of a feature under a sub-category. */
export function featureContentCalls(foundations: Foundations, scope: Http): void {
  const tags = [adminCalls.features];

  scope.post(
    adminCalls.storeFeatureContent,
    {
      bodyLimit: bodyLimits.rich,
      schema: {
        tags,
        body: contentForm,
        response: {
          201: writtenOnWire(featureContentOnWire),
          409: staleOnWire(featureContentOnWire),
          ...errors(401, 422),
        },
      },
    },
    async (request, reply) => {
      const input = request.body;
      const content = await cleanRichText(foundations.pictures, input.content, { by: request.staff.user.id });
      const data = await foundations.changes.write(['features'], async (transaction) => {
        await checkPlace(transaction, input, contentFieldNames.store);
        const before = await findFeatureContent(transaction, input.featureId, input.subCategoryId);
        if (before && input.updatedAt && input.updatedAt !== before.updatedAt) {
          return new StaleEdit(toWire(input, before));
        }
        const id = await writeFeatureContent(transaction, { ...input, content }, before);
        await notePictures(transaction, 'feature_details', id, content);
        await findableFeatures.keep(transaction, input.featureId);
        const after = await findFeatureContent(transaction, input.featureId, input.subCategoryId);
        const action = before ? 'update' : 'create';
        await recordChange(transaction, actorOf(request), {
          action,
          kind: 'feature_details',
          recordId: id,
          before,
          after,
        });
        return toWire(input, after ?? { id, content, updatedAt: '' });
      });
      if (data instanceof StaleEdit) return reply.code(409).send({ data: data.record, message: staleEdit });
      return reply.code(201).send({ data, message: 'Created successfully' });
    },
  );

  scope.post(
    adminCalls.featureContent,
    { schema: { tags, body: contentQuery, response: { 200: loadedContentOnWire, ...errors(401, 422) } } },
    async (request) => {
      const place = request.body;
      await checkPlace(foundations.database, place, contentFieldNames.load);
      const stored = await findFeatureContent(foundations.database, place.featureId, place.subCategoryId);
      const data = { content: stored?.content ?? '', updated_at: stored?.updatedAt ?? null };
      return { ...data, data };
    },
  );
}

/** Only a sub-category of one of the feature's own categories has a place for text. */
async function checkPlace(
  database: Database,
  place: ContentPlace,
  names: Record<keyof ContentPlace, string>,
): Promise<void> {
  const { featureId, categoryId, subCategoryId } = place;
  if ((await holdFeature(database, featureId)) === null) {
    throw invalid({ [names.featureId]: ['This feature is not there any more. Choose another one.'] });
  }
  const categories = (await categoriesOfFeatures(database, [featureId])).get(featureId) ?? [];
  if (!categories.some((category) => category.id === categoryId)) {
    throw invalid({ [names.categoryId]: ['This feature does not have that category. Choose one of its own.'] });
  }
  const [subCategory] = await subCategoryRecords(database, [subCategoryId]);
  if (!subCategory || subCategory.deleted_at !== null || subCategory.category_id !== categoryId) {
    throw invalid({ [names.subCategoryId]: ['This category does not have that sub-category. Choose one of its own.'] });
  }
}

function toWire(place: ContentPlace, stored: { id: number; content: string; updatedAt: string }) {
  return {
    id: stored.id,
    SingleFeature: place.featureId,
    singleCategory: place.categoryId,
    selectedSubCategory: place.subCategoryId,
    content: stored.content,
    updated_at: stored.updatedAt,
  };
}
