import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { allStatistics } from './data.server.ts';
import { statisticsOnWire, statisticToWire } from './schema.ts';

export function statisticsApi(foundations: Foundations): void {
  listApi(foundations, {
    path: calls.statistics,
    shows: ['statistics'],
    answer: statisticsOnWire,
    read: async () => (await allStatistics(foundations.database)).map(statisticToWire),
  });
}
