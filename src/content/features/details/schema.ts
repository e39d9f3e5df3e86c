import * as z from 'zod/mini';
import { idOnWire, listedOnWire } from '#wire/records.ts';
import { pendingOnWire } from '#wire/versions.ts';

/** What is told of a feature under one sub-category, as the back office edits it. */
export const featureContentOnWire = z.object({
  id: idOnWire,
  SingleFeature: idOnWire,
  singleCategory: idOnWire,
  selectedSubCategory: idOnWire,
  content: z.string(),
  ...listedOnWire,
  ...pendingOnWire,
});

/** What the editor loads; nothing was written yet where `updated_at` is null. */
export const loadedContentOnWire = z.object({
  content: z.string(),
  updated_at: z.nullable(z.string()),
  data: z.object({ content: z.string(), updated_at: z.nullable(z.string()) }),
});

/** What is told of one feature, without its words; each with the name of its sub-category. */
export const toldOnWire = z.array(
  z.extend(z.omit(featureContentOnWire, { content: true }), { sub_category_name: z.string() }),
);
