import { z } from 'zod';
import { chosen, statusField, versionField } from '#api/fields/choices.ts';
import { newRichTextField, richTextField } from '#api/fields/texts.ts';

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
  create: z.object({ ...place, content: newRichTextField, status: statusField, updated_at: versionField }),
  update: z.object({
    ...z.object(place).partial().shape,
    content: richTextField,
    status: statusField,
    updated_at: versionField,
  }),
};

export const storedContentForm = contentForm.update.partial();

export type ContentInput = z.infer<typeof storedContentForm>;

/** Undefined where the form names no complete place. */
export function placeOf(form: Pick<ContentInput, keyof typeof place>): ContentPlace | undefined {
  const { SingleFeature, singleCategory, selectedSubCategory } = form;
  if (!SingleFeature || !singleCategory || !selectedSubCategory) return undefined;
  return { featureId: SingleFeature, categoryId: singleCategory, subCategoryId: selectedSubCategory };
}

/** The fields have other names in the load request. */
export const contentQuery = z
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
