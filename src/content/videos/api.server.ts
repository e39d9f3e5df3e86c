import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { publicCall } from '#server/public-calls.server.ts';
import { allVideos } from './data.server.ts';
import { videosOnWire, videoToWire } from './schema.ts';

export function videosApi(foundations: Foundations): void {
  publicCall(foundations, {
    path: calls.videos,
    shows: ['videos'],
    answer: videosOnWire,
    read: async () => (await allVideos(foundations.database)).map(videoToWire),
  });
}
