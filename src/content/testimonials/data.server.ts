import type { OrderedColumns, PictureColumn } from '#server/lists/listed-table.server.ts';
import { picturedList } from '#server/lists/plain-list.server.ts';
import type { TextsOf } from '#wire/shapes.ts';
import { testimonialShapes } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    testimonials: TextsOf<typeof testimonialShapes> & OrderedColumns & PictureColumn;
  }
}

export const testimonials = picturedList('testimonials', testimonialShapes);
