import * as z from 'zod/mini';
import { idOnWire, listedOnWire } from '#wire/records.ts';
import { pendingOnWire } from '#wire/versions.ts';

export const featureContentOnWire = z.object({
  id: idOnWire,
  SingleFeature: idOnWire,
  singleCategory: idOnWire,
  selectedSubCategory: idOnWire,
  content: z.string(),
  ...listedOnWire,
  ...pendingOnWire,
});

/** `updated_at` is null where no text exists yet. */
export const loadedContentOnWire = z.object({
  content: z.string(),
  updated_at: z.nullable(z.string()),
  data: z.object({ content: z.string(), updated_at: z.nullable(z.string()) }),
});

export const toldOnWire = z.array(
  z.extend(z.omit(featureContentOnWire, { content: true }), { sub_category_name: z.string() }),
);
