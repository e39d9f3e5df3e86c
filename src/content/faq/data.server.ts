import type { TextsOf } from '#api/shapes.ts';
import type { OrderedColumns } from '#cms/collections/listed-table.server.ts';
import { textList } from '#cms/collections/plain-list.server.ts';
import { faqShapes } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    faq: TextsOf<typeof faqShapes> & OrderedColumns;
  }
}

export const faqs = textList('faq', faqShapes);
