import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { allVideos } from './data.server.ts';
import { videosOnWire, videoToWire } from './schema.ts';

export function videosApi(foundations: Foundations): void {
  listApi(foundations, {
    path: calls.videos,
    shows: ['videos'],
    answer: videosOnWire,
    read: async () => (await allVideos(foundations.database)).map(videoToWire),
  });
}
