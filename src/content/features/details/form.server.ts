import { z } from 'zod';
import { chosen, versionField } from '#wire/fields/choices.ts';
import { newRichTextField } from '#wire/fields/texts.ts';

/** Which text is meant: of a feature, under a sub-category of one of its categories. */
export interface ContentPlace {
  featureId: number;
  categoryId: number;
  subCategoryId: number;
}

/** What the panel with the editor sends to store a text. */
export const contentForm = z
  .object({
    SingleFeature: chosen('feature'),
    singleCategory: chosen('category'),
    selectedSubCategory: chosen('sub-category'),
    content: newRichTextField,
    updated_at: versionField,
  })
  .transform((form) => ({
    featureId: form.SingleFeature,
    categoryId: form.singleCategory,
    subCategoryId: form.selectedSubCategory,
    content: form.content,
    updatedAt: form.updated_at,
  }));

/** What it sends to load one; the fields have other names there. */
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

/** Under which names the two forms know the parts of a place. */
export const contentFieldNames = {
  store: { featureId: 'SingleFeature', categoryId: 'singleCategory', subCategoryId: 'selectedSubCategory' },
  load: { featureId: 'SingleFeature_id', categoryId: 'singleCategory', subCategoryId: 'singleSubCategory_id' },
} as const;
