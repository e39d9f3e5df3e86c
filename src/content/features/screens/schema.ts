import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { chosen } from '#api/fields/choices.ts';
import { line } from '#api/fields/texts.ts';
import { idSchema } from '#api/records.ts';
import { type PicturedShown, picturedForm, picturedShapes } from '#api/shapes.ts';

export const devices = ['phone', 'desk'] as const;

export const screenShapes = picturedShapes(
  { caption: line('caption', 160), device: classic.enum(devices, { error: 'Choose phone or desk.' }) },
  { unsearched: ['device'] },
);

export type FeatureScreen = PicturedShown<typeof screenShapes>;

export interface TourScreen extends FeatureScreen {
  feature: { id: number; title: string };
}

/** The form's name for the feature, as in every other select. */
export const screenForm = picturedForm({ ...screenShapes.texts, selectedFeature: chosen('feature') });

export const screenRecordSchema = z.extend(screenShapes.recordSchema, {
  feature_id: idSchema,
  feature_title: z.string(),
});
