import { z } from 'zod';
import { chosen, statusField, versionField } from '#wire/fields/choices.ts';
import { newRichTextField, richTextField } from '#wire/fields/texts.ts';

/** Which text is meant: of a feature, under a sub-category of one of its categories. */
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

/** What the panel with the editor sends to store a text by its place, and to write one that is there. */
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

/** Undefined where the form names none. */
export function placeOf(form: Pick<ContentInput, keyof typeof place>): ContentPlace | undefined {
  const { SingleFeature, singleCategory, selectedSubCategory } = form;
  if (!SingleFeature || !singleCategory || !selectedSubCategory) return undefined;
  return { featureId: SingleFeature, categoryId: singleCategory, subCategoryId: selectedSubCategory };
}

/** What the panel sends to load a text; the fields have other names there. */
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
