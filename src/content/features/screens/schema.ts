import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { chosen, imageField, newImageField, statusField, versionField } from '#api/fields/choices.ts';
import { line } from '#api/fields/texts.ts';
import { idSchema } from '#api/records.ts';
import { type PicturedShown, picturedShapes } from '#api/shapes.ts';

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
const fields = { ...screenShapes.texts, selectedFeature: chosen('feature'), status: statusField };

export const screenForm = {
  create: classic.object({ ...fields, image: newImageField }),
  update: classic.object({ ...fields, image: imageField, updated_at: versionField }),
};

export const screenRecordSchema = z.extend(screenShapes.recordSchema, {
  feature_id: idSchema,
  feature_title: z.string(),
});
