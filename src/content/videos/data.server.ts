import type { Database } from '#server/database/open.server.ts';
import type { OrderedColumns } from '#server/lists/listed-table.server.ts';
import { textList } from '#server/lists/plain-list.server.ts';
import type { TextsOf } from '#wire/shapes.ts';
import { videoShapes } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    videos: TextsOf<typeof videoShapes> & OrderedColumns;
  }
}

export const videos = textList('videos', videoShapes);

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
