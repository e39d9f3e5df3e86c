import * as z from 'zod/mini';
import { idOnWire, type Listed, listedOnWire, listedToWire } from '#wire/records.ts';

/** A category of features, as the back office edits it. */
export interface FeatureCategoryRecord extends Listed {
  id: number;
  name: string;
}

/** A part of a category, as the back office edits it. */
export interface FeatureSubCategoryRecord extends Listed {
  id: number;
  name: string;
  category: { id: number; name: string };
}

const category = { id: idOnWire, category_name: z.string() };
const subCategory = { id: idOnWire, sub_category_name: z.string() };

/** What the selects offer. */
export const categoriesToChooseOnWire = z.array(z.object(category));
export const subCategoriesToChooseOnWire = z.array(z.object(subCategory));

export const featureCategoryOnWire = z.object({ ...category, ...listedOnWire });

export const featureSubCategoryOnWire = z.object({
  ...subCategory,
  category_id: idOnWire,
  category_name: z.string(),
  ...listedOnWire,
});

export function categoryChoiceToWire({ id, name }: { id: number; name: string }) {
  return { id, category_name: name };
}

export function subCategoryChoiceToWire({ id, name }: { id: number; name: string }) {
  return { id, sub_category_name: name };
}

export function featureCategoryToWire(record: FeatureCategoryRecord): z.infer<typeof featureCategoryOnWire> {
  return { ...categoryChoiceToWire(record), ...listedToWire(record) };
}

export function featureSubCategoryToWire(record: FeatureSubCategoryRecord): z.infer<typeof featureSubCategoryOnWire> {
  return {
    ...subCategoryChoiceToWire(record),
    category_id: record.category.id,
    category_name: record.category.name,
    ...listedToWire(record),
  };
}
