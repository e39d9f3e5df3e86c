import { sql } from 'kysely';
import type { ListedColumns, PictureColumn } from '#server/lists/listed-table.server.ts';
import { picturedList } from '#server/lists/plain-list.server.ts';
import type { TextsOf } from '#wire/shapes.ts';
import { aboutShapes } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    about: TextsOf<typeof aboutShapes> & ListedColumns & PictureColumn;
  }
}

export const abouts = picturedList('about', aboutShapes, sql`id desc`);
