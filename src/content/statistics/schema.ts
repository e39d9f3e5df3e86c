import * as z from 'zod/mini';
import { type Picture, pictureToWire } from '#wire/picture.ts';
import { idOnWire, type Listed, listedOnWire, listedToWire, pictureOnWire } from '#wire/records.ts';

/** A figure the vendor is proud of. `count` is text or a number, shown as stored. */
export interface Statistic {
  id: number;
  title: string;
  count: string;
  picture: Picture | null;
}

/** The same as the back office edits it. */
export type StatisticRecord = Statistic & Listed;

export const statisticOnWire = z.object({
  id: idOnWire,
  ...pictureOnWire,
  statistics_count: z.string(),
  statistics_title: z.string(),
});

export const statisticsOnWire = z.array(statisticOnWire);

export function statisticToWire(statistic: Statistic): z.infer<typeof statisticOnWire> {
  return {
    id: statistic.id,
    ...pictureToWire(statistic.picture),
    statistics_count: statistic.count,
    statistics_title: statistic.title,
  };
}

export const statisticRecordOnWire = z.extend(statisticOnWire, listedOnWire);

export function statisticRecordToWire(statistic: StatisticRecord): z.infer<typeof statisticRecordOnWire> {
  return { ...statisticToWire(statistic), ...listedToWire(statistic) };
}
