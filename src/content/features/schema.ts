import * as z from 'zod/mini';
import { optionalChoice, someChosen } from '#api/fields/choices.ts';
import { line, optionalParagraph } from '#api/fields/texts.ts';
import { idSchema } from '#api/records.ts';
import { type PicturedShown, picturedForm, picturedShapes } from '#api/shapes.ts';
import { pendingShape } from '#api/versions.ts';
import { categoryChoicesSchema } from './categories/schema.ts';
import { rooms } from './rooms.ts';
import { type FeatureScreen, screenShapes } from './screens/schema.ts';

export const featureShapes = picturedShapes(
  {
    title: line('title'),
    room: optionalChoice(rooms, 'Choose one of the rooms, or none.'),
    /** One in each line, as the packages write it. */
    package_lines: optionalParagraph('lines of the packages'),
  },
  { unsearched: ['room', 'package_lines'] },
);

export type Feature = PicturedShown<typeof featureShapes>;

export interface FeatureDetails extends Feature {
  categories: FeatureCategory[];
  screens: FeatureScreen[];
}

export interface FeatureCategory {
  id: number;
  name: string;
  subTabs: { id: number; name: string /** Sanitised HTML. */; content: string }[];
}

export const featureForm = picturedForm({ ...featureShapes.texts, selectedCategory: someChosen('category') });

const categories = { category: categoryChoicesSchema };

/** Includes inactive categories. */
export const featureRecordSchema = z.extend(featureShapes.recordSchema, { ...categories, ...pendingShape });

export type FeatureRow = z.infer<typeof featureRecordSchema>;

export const featureDetailsSchema = z.object({
  feature: z.extend(featureShapes.onWire, categories),
  data: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      subTabs: z.array(z.object({ id: idSchema, name: z.string(), content: z.string() })),
    }),
  ),
  screens: z.array(screenShapes.onWire),
});
