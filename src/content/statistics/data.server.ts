import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { statisticShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    statistics: TextsOf<typeof statisticShapes> & OrderedColumns & PictureColumn;
  }
}

export const statistics = picturedList('statistics', statisticShapes);
