import * as z from 'zod/mini';
import { idOnWire } from '#wire/records.ts';

/** What is told of a feature under one sub-category, after it was written. */
export const featureContentOnWire = z.object({
  id: idOnWire,
  SingleFeature: idOnWire,
  singleCategory: idOnWire,
  selectedSubCategory: idOnWire,
  content: z.string(),
  updated_at: z.string(),
});

/** What the editor loads; nothing was written yet where `updated_at` is null. */
export const loadedContentOnWire = z.object({
  content: z.string(),
  updated_at: z.nullable(z.string()),
  data: z.object({ content: z.string(), updated_at: z.nullable(z.string()) }),
});
