import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { testimonialShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    testimonials: TextsOf<typeof testimonialShapes> & OrderedColumns & PictureColumn;
  }
}

export const testimonials = picturedList('testimonials', testimonialShapes);
