import type { OrderedColumns, PictureColumn } from '#server/lists/listed-table.server.ts';
import { picturedList } from '#server/lists/plain-list.server.ts';
import type { TextsOf } from '#wire/shapes.ts';
import { clientShapes } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    clients: TextsOf<typeof clientShapes> & OrderedColumns & PictureColumn;
  }
}

export const clients = picturedList('clients', clientShapes);
