import type { z } from 'zod/mini';
import { adminCalls, withId } from '#paths.ts';
import { create } from '#ui/admin/calls/api.ts';
import { useChoices } from '#ui/form/choice-field.tsx';
import type { categoryChoicesSchema, subCategoryChoicesSchema } from './data.server.ts';

type Category = z.infer<typeof categoryChoicesSchema>[number];
type SubCategory = z.infer<typeof subCategoryChoicesSchema>[number];

export function useCategoryChoices() {
  return useChoices<Category>(
    adminCalls.categoriesToChoose,
    ({ category_name }) => category_name,
    (name) => create(adminCalls.featureCategories, { category_name: name, status: true }),
  );
}

export function useSubCategoryChoices(categoryId: number) {
  const path = withId(adminCalls.subCategoriesToChoose, categoryId);
  return useChoices<SubCategory>(
    path,
    ({ sub_category_name }) => sub_category_name,
    (name) =>
      create(adminCalls.featureSubCategories, { selectedCategory: categoryId, sub_category_name: name, status: true }),
  );
}
