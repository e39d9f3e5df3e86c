import type { Database } from '#server/database/open.server.ts';
import { listedColumns, listedOf, type OrderedColumns } from '#server/lists/listed-table.server.ts';
import { searchText } from '#server/lists/search.server.ts';
import { pictureColumns, pictureOf } from '#server/pictures/picture-columns.server.ts';
import type { Statistic, StatisticRecord } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    statistics: StatisticsTable;
  }
}

interface StatisticsTable extends OrderedColumns {
  title: string;
  count: string;
  image_key: string | null;
}

/** Figures in the order that staff chose. */
export async function allStatistics(database: Database): Promise<Statistic[]> {
  const rows = await withPicture(database)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('statistics.id', 'desc')
    .execute();
  return rows.map(statisticOf);
}

/** Figures as the back office edits them, in any state. */
export async function statisticRecords(database: Database, ids: number[]): Promise<StatisticRecord[]> {
  const rows = await withPicture(database)
    .select(listedColumns('statistics'))
    .where('statistics.id', 'in', ids)
    .execute();
  return rows.map((row) => ({ ...statisticOf(row), ...listedOf(row) }));
}

/** What is written of a figure, as columns. */
export function statisticColumns({ title, count }: Pick<Statistic, 'title' | 'count'>) {
  return { title, count, search_text: searchText(title, count) };
}

export interface StatisticInput extends Omit<Statistic, 'id' | 'picture'> {
  pictureKey: string | null;
}

export async function addStatistic(database: Database, statistic: StatisticInput, sortOrder: number): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('statistics')
    .values({
      ...statisticColumns(statistic),
      image_key: statistic.pictureKey,
      status: 1,
      sort_order: sortOrder,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

function withPicture(database: Database) {
  return database
    .selectFrom('statistics')
    .leftJoin('pictures', 'pictures.key', 'statistics.image_key')
    .select(['statistics.id', 'title', 'count', ...pictureColumns]);
}

type StatisticRow = Awaited<ReturnType<ReturnType<typeof withPicture>['execute']>>[number];

function statisticOf(row: StatisticRow): Statistic {
  return { id: row.id, title: row.title, count: row.count, picture: pictureOf(row) };
}
