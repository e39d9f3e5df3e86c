import { sql } from 'kysely';
import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { joinById } from '#cms/collections/records.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type FeatureScreen, screenShapes, type TourScreen } from './schema.ts';

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

export async function screenRecords(database: Database, ids: number[]) {
  const features = await database
    .selectFrom('feature_screens as screen')
    .innerJoin('features as feature', 'feature.id', 'screen.feature_id')
    .select(['screen.id', 'feature_id', 'feature.title as feature_title'])
    .where('screen.id', 'in', ids)
    .execute();
  return joinById(await featureScreens.read(database, ids), features);
}
