import type { OrderedColumns, PictureColumn } from '#server/lists/listed-table.server.ts';
import { picturedList } from '#server/lists/plain-list.server.ts';
import type { TextsOf } from '#wire/shapes.ts';
import { statisticShapes } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    statistics: TextsOf<typeof statisticShapes> & OrderedColumns & PictureColumn;
  }
}

export const statistics = picturedList('statistics', statisticShapes);
