import { z } from 'zod';
import { chosen, statusField, versionField } from '#server/fields/choices.server.ts';
import { line } from '#server/fields/texts.server.ts';

const fields = { category_name: line('category name'), status: statusField };

/** What the form of a feature category sends. */
export const categoryForm = {
  create: z.object(fields).transform(toCategory),
  update: z.object({ ...fields, updated_at: versionField }).transform(toCategory),
};

const subFields = {
  sub_category_name: line('sub-category name'),
  selectedCategory: chosen('category'),
  status: statusField,
};

/** What the form of a feature sub-category sends. */
export const subCategoryForm = {
  create: z.object(subFields).transform(toSubCategory),
  update: z.object({ ...subFields, updated_at: versionField }).transform(toSubCategory),
};

type Version = { updated_at?: string | undefined };

function toCategory({
  category_name: name,
  status,
  updated_at: updatedAt,
}: z.output<z.ZodObject<typeof fields>> & Version) {
  return { name, status, updatedAt };
}

function toSubCategory(form: z.output<z.ZodObject<typeof subFields>> & Version) {
  const { sub_category_name: name, selectedCategory: categoryId, status, updated_at: updatedAt } = form;
  return { name, categoryId, status, updatedAt };
}
