import { sql } from 'kysely';
import { z as classic } from 'zod';
import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { chosen, line, type PicturedShown, picturedForm, picturedShapes, type TextsOf } from '#api/shapes.ts';
import { assertExists, assertParentExists } from '#cms/collections/in-use.server.ts';
import { joinById, type OrderedColumns, type PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList, type WrittenColumns } from '#cms/collections/plain-list.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { listApi, listMessages } from '#cms/kind.server.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';

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

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    feature_screens: TextsOf<typeof screenShapes> & OrderedColumns & PictureColumn & { feature_id: number };
  }
}

export const featureScreens = picturedList('feature_screens', screenShapes);

export async function tourOfScreens(database: Database): Promise<TourScreen[]> {
  const features = await database
    .selectFrom('feature_screens as screen')
    .innerJoin('features as feature', 'feature.id', 'screen.feature_id')
    .select(['screen.id as screen_id', 'feature.id', 'feature.title'])
    .where('feature.status', '=', 1)
    .where('feature.deleted_at', 'is', null)
    .execute();
  const byScreen = new Map(features.map(({ screen_id, ...feature }) => [screen_id, feature]));
  return (await featureScreens.all(database)).flatMap((screen) => {
    const feature = byScreen.get(screen.id);
    return feature ? [{ ...screen, feature }] : [];
  });
}

export function screensOfFeature(database: Database, featureId: number): Promise<FeatureScreen[]> {
  return featureScreens.all(database, sql`feature_id = ${featureId}`);
}

async function screenRecords(database: Database, ids: number[]) {
  const features = await database
    .selectFrom('feature_screens as screen')
    .innerJoin('features as feature', 'feature.id', 'screen.feature_id')
    .select(['screen.id', 'feature_id', 'feature.title as feature_title'])
    .where('screen.id', 'in', ids)
    .execute();
  return joinById(await featureScreens.read(database, ids), features);
}

export function featureScreenCalls(context: AppContext, scope: StaffScope): void {
  listApi(context, scope, {
    ...featureScreens,
    path: adminCalls.featureScreens,
    sorted: ['caption'],
    newestLast: true,
    shows: ['features'],
    messages: listMessages('Feature screen'),
    form: screenForm,
    asRead: { selectedFeature: 'feature_id' },
    onWire: screenRecordSchema,
    read: screenRecords,
    columns: (form) =>
      ({
        ...featureScreens.columns(form),
        feature_id: form.selectedFeature,
      }) satisfies WrittenColumns<'feature_screens'>,
    check: (transaction, { selectedFeature: id }) =>
      assertExists(transaction, 'features', id, 'feature', 'selectedFeature'),
    checkRestorable: async (transaction, id) => {
      const [record] = await screenRecords(transaction, [id]);
      await assertParentExists(transaction, 'features', record?.feature_id, ['feature', 'screen']);
    },
  });
}
