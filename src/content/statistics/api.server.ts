import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { publicCall } from '#server/public-calls.server.ts';
import { allStatistics } from './data.server.ts';
import { statisticsOnWire, statisticToWire } from './schema.ts';

export function statisticsApi(foundations: Foundations): void {
  publicCall(foundations, {
    path: calls.statistics,
    shows: ['statistics'],
    answer: statisticsOnWire,
    read: async () => (await allStatistics(foundations.database)).map(statisticToWire),
  });
}
