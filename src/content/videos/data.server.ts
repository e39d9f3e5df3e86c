import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import type { Video } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    videos: VideosTable;
  }
}

interface VideosTable {
  id: Generated<number>;
  title: string;
  link: string;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

/** Videos in the order that staff chose. */
export async function allVideos(database: Database): Promise<Video[]> {
  return database
    .selectFrom('videos')
    .select(['videos.id', 'title', 'link'])
    .where('status', '=', 1)
    .orderBy('sort_order')
    .orderBy('videos.id', 'desc')
    .execute();
}

export type VideoInput = Omit<Video, 'id'>;

export async function addVideo(database: Database, video: VideoInput, sortOrder: number): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('videos')
    .values({
      title: video.title,
      link: video.link,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
