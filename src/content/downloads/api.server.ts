import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { allDownloads } from './data.server.ts';
import { downloadsOnWire, downloadToWire } from './schema.ts';

export function downloadsApi(foundations: Foundations): void {
  listApi(foundations, {
    path: calls.downloads,
    shows: ['downloads'],
    answer: downloadsOnWire,
    read: async () => (await allDownloads(foundations.database)).map(downloadToWire),
  });
}
