import * as z from 'zod/mini';
import { type Picture, pictureToWire } from '#ui/picture.ts';
import { idOnWire, pictureOnWire } from '#ui/wire.ts';

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

export const featureOnWire = z.object({ id: idOnWire, title: z.string(), ...pictureOnWire });

export const featuresOnWire = z.array(featureOnWire);

export const featureDetailsOnWire = z.object({
  feature: z.extend(featureOnWire, {
    category: z.array(z.object({ id: idOnWire, category_name: z.string() })),
  }),
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
      category: feature.categories.map(({ id, name }) => ({ id, category_name: name })),
    },
    data: feature.categories,
  };
}
