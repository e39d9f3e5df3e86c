import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { videoShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    videos: TextsOf<typeof videoShapes> & OrderedColumns & PictureColumn;
  }
}

export const videos = picturedList('videos', videoShapes);

/** Creation time of each video by id: ISO 8601 in UTC. */
export async function videoDates(database: Database): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('videos')
    .select(['id', 'created_at'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.created_at]));
}
