import * as z from 'zod/mini';
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
