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

/** The newest text is the one that is shown; older ones stay at their own address. */
export const abouts = picturedList('about', aboutShapes, sql`id desc`);
