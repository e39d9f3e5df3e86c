import type { Generated } from 'kysely';
import type { Database } from '#server/database/open.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import type { Statistic } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    statistics: StatisticsTable;
  }
}

interface StatisticsTable {
  id: Generated<number>;
  title: string;
  count: string;
  image_key: string | null;
  status: number;
  sort_order: number;
  created_at: string;
  updated_at: string;
}

/** Figures in the order that staff chose. */
export async function allStatistics(database: Database): Promise<Statistic[]> {
  const rows = await database
    .selectFrom('statistics')
    .leftJoin('pictures', 'pictures.key', 'statistics.image_key')
    .select(['statistics.id', 'title', 'count', ...pictureColumns])
    .where('status', '=', 1)
    .orderBy('sort_order')
    .orderBy('statistics.id', 'desc')
    .execute();
  return rows.map((row) => ({ id: row.id, title: row.title, count: row.count, picture: pictureOf(row) }));
}

export interface StatisticInput extends Omit<Statistic, 'id' | 'picture'> {
  pictureKey: string | null;
}

export async function addStatistic(database: Database, statistic: StatisticInput, sortOrder: number): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('statistics')
    .values({
      title: statistic.title,
      count: statistic.count,
      image_key: statistic.pictureKey,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
