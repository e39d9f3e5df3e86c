import { sql } from 'kysely';
import type { TextsOf } from '#api/shapes.ts';
import type { ListedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { aboutShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    about: TextsOf<typeof aboutShapes> & ListedColumns & PictureColumn;
  }
}

export const abouts = picturedList('about', aboutShapes, sql`id desc`);
