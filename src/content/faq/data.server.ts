import type { OrderedColumns } from '#server/lists/listed-table.server.ts';
import { textList } from '#server/lists/plain-list.server.ts';
import type { TextsOf } from '#wire/shapes.ts';
import { faqShapes } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    faq: TextsOf<typeof faqShapes> & OrderedColumns;
  }
}

export const faqs = textList('faq', faqShapes);
