import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { chosen, statusField, versionField } from '#api/fields/choices.ts';
import { newRichTextField, richTextField } from '#api/fields/texts.ts';
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

export interface ContentPlace {
  featureId: number;
  categoryId: number;
  subCategoryId: number;
}

const place = {
  SingleFeature: chosen('feature'),
  singleCategory: chosen('category'),
  selectedSubCategory: chosen('sub-category'),
};

export const placeFields = ['SingleFeature', 'singleCategory', 'selectedSubCategory'] as const;

export const contentForm = {
  create: classic.object({ ...place, content: newRichTextField, status: statusField, updated_at: versionField }),
  update: classic.object({
    ...classic.object(place).partial().shape,
    content: richTextField,
    status: statusField,
    updated_at: versionField,
  }),
};

export const storedContentForm = contentForm.update.partial();

export type ContentInput = classic.infer<typeof storedContentForm>;

/** Undefined where the form names no complete place. */
export function placeOf(form: Pick<ContentInput, keyof typeof place>): ContentPlace | undefined {
  const { SingleFeature, singleCategory, selectedSubCategory } = form;
  if (!SingleFeature || !singleCategory || !selectedSubCategory) return undefined;
  return { featureId: SingleFeature, categoryId: singleCategory, subCategoryId: selectedSubCategory };
}

/** The fields have other names in the load request. */
export const contentQuery = classic
  .object({
    SingleFeature_id: chosen('feature'),
    singleCategory: chosen('category'),
    singleSubCategory_id: chosen('sub-category'),
  })
  .transform(
    (form): ContentPlace => ({
      featureId: form.SingleFeature_id,
      categoryId: form.singleCategory,
      subCategoryId: form.singleSubCategory_id,
    }),
  );

export const contentFieldNames = {
  store: { featureId: 'SingleFeature', categoryId: 'singleCategory', subCategoryId: 'selectedSubCategory' },
  load: { featureId: 'SingleFeature_id', categoryId: 'singleCategory', subCategoryId: 'singleSubCategory_id' },
} as const;
