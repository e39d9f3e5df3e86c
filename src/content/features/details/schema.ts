import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { chosen, statusField, versionField } from '#api/fields/choices.ts';
import { requiredRichText } from '#api/fields/texts.ts';
import { idSchema, listedShape } from '#api/records.ts';
import { pendingShape } from '#api/versions.ts';

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
export const loadedContentSchema = z.object({
  content: z.string(),
  updated_at: z.nullable(z.string()),
  data: z.object({ content: z.string(), updated_at: z.nullable(z.string()) }),
});

export const contentSummariesSchema = z.array(
  z.extend(z.omit(featureContentSchema, { content: true }), { sub_category_name: z.string() }),
);

export const placeSchema = classic.object({
  SingleFeature: chosen('feature'),
  singleCategory: chosen('category'),
  selectedSubCategory: chosen('sub-category'),
});

export type ContentPlace = classic.infer<typeof placeSchema>;

const fields = { content: requiredRichText('content'), status: statusField, updated_at: versionField };

export const contentForm = {
  create: placeSchema.extend(fields),
  update: placeSchema.partial().extend({ ...fields, content: fields.content.optional() }),
};

export const storedContentForm = contentForm.update.partial();

export type ContentInput = classic.infer<typeof storedContentForm>;

/** The fields have other names in the load request. */
export const contentQuery = classic
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
