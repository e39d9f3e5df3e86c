import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { publicCall } from '#server/public-calls.server.ts';
import { allDownloads } from './data.server.ts';
import { downloadsOnWire, downloadToWire } from './schema.ts';

export function downloadsApi(foundations: Foundations): void {
  publicCall(foundations, {
    path: calls.downloads,
    shows: ['downloads'],
    answer: downloadsOnWire,
    read: async () => (await allDownloads(foundations.database)).map(downloadToWire),
  });
}
