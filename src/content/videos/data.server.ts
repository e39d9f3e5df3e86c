import type { Database } from '#server/database/open.server.ts';
import { listedColumns, listedOf, type OrderedColumns } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import type { Video, VideoRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    videos: VideosTable;
  }
}

interface VideosTable extends OrderedColumns {
  title: string;
  link: string;
}

/** Videos in the order that staff chose. */
export async function allVideos(database: Database): Promise<Video[]> {
  return database
    .selectFrom('videos')
    .select(['videos.id', 'title', 'link'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('videos.id', 'desc')
    .execute();
}

/** When each video came into the gallery, by its id: ISO 8601 in UTC. */
export async function videoDates(database: Database): Promise<Map<number, string>> {
  const rows = await database
    .selectFrom('videos')
    .select(['id', 'created_at'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.created_at]));
}

/** Videos as the back office edits them, in any state. */
export async function videoRecords(database: Database, ids: number[]): Promise<VideoRecord[]> {
  const rows = await database
    .selectFrom('videos')
    .select(['videos.id', 'title', 'link'])
    .select(listedColumns('videos'))
    .where('videos.id', 'in', ids)
    .execute();
  return rows.map((row) => ({ id: row.id, title: row.title, link: row.link, ...listedOf(row) }));
}

/** What is written of a video, as columns. */
export function videoColumns({ title, link }: VideoInput) {
  return { title, link, search_text: searchText(title, link) };
}

export type VideoInput = Omit<Video, 'id'>;

export async function addVideo(database: Database, video: VideoInput, sortOrder: number): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('videos')
    .values({
      ...videoColumns(video),
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
