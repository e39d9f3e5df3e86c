import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { chosen, statusField, versionField } from '#api/fields/choices.ts';
import { line } from '#api/fields/texts.ts';
import { idSchema } from '#api/records.ts';
import { textShapes } from '#api/shapes.ts';

export const categoryShapes = textShapes({ category_name: line('category name') });

export const subCategoryShapes = textShapes({ sub_category_name: line('sub-category name') });

/** The form's name for the category, as in every other select. */
const fields = { ...subCategoryShapes.texts, selectedCategory: chosen('category'), status: statusField };

export const subCategoryForm = {
  create: classic.object(fields),
  update: classic.object({ ...fields, updated_at: versionField }),
};

export const subCategoryRecordSchema = z.extend(subCategoryShapes.recordSchema, {
  category_id: idSchema,
  category_name: z.string(),
});

export const categoryChoicesSchema = z.array(categoryShapes.onWire);
export const subCategoryChoicesSchema = z.array(subCategoryShapes.onWire);
