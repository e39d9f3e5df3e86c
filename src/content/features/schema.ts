import * as z from 'zod/mini';
import { type Picture, pictureToWire } from '#wire/picture.ts';
import { idOnWire, type Listed, listedOnWire, listedToWire, pictureOnWire } from '#wire/records.ts';

/** A part of the product, as a card shows it. */
export interface Feature {
  id: number;
  title: string;
  picture: Picture | null;
}

/** A feature with all that is told of it: categories, each with the sub-categories that have content for it. */
export interface FeatureDetails extends Feature {
  categories: FeatureCategory[];
}

export interface FeatureCategory {
  id: number;
  name: string;
  subTabs: { id: number; name: string /** Sanitised HTML. */; content: string }[];
}

/** A feature as the back office edits it; all its categories, also those that visitors don't see. */
export interface FeatureRecord extends Feature, Listed {
  categories: { id: number; name: string }[];
}

export const featureOnWire = z.object({ id: idOnWire, title: z.string(), ...pictureOnWire });

export const featuresOnWire = z.array(featureOnWire);

const categoriesOnWire = z.array(z.object({ id: idOnWire, category_name: z.string() }));

export const featureDetailsOnWire = z.object({
  feature: z.extend(featureOnWire, { category: categoriesOnWire }),
  data: z.array(
    z.object({
      id: idOnWire,
      name: z.string(),
      subTabs: z.array(z.object({ id: idOnWire, name: z.string(), content: z.string() })),
    }),
  ),
});

export function featureToWire(feature: Feature): z.infer<typeof featureOnWire> {
  return { id: feature.id, title: feature.title, ...pictureToWire(feature.picture) };
}

export function featureDetailsToWire(feature: FeatureDetails): z.infer<typeof featureDetailsOnWire> {
  return {
    feature: {
      ...featureToWire(feature),
      category: feature.categories.map(categoryToWire),
    },
    data: feature.categories,
  };
}

export const featureRecordOnWire = z.extend(featureOnWire, { category: categoriesOnWire, ...listedOnWire });

export function featureRecordToWire(feature: FeatureRecord): z.infer<typeof featureRecordOnWire> {
  return { ...featureToWire(feature), category: feature.categories.map(categoryToWire), ...listedToWire(feature) };
}

function categoryToWire({ id, name }: { id: number; name: string }) {
  return { id, category_name: name };
}
