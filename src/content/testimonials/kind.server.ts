import { line, type PicturedShown, paragraph, picturedShapes, type TextsOf } from '#api/shapes.ts';
import type { OrderedColumns, PictureColumn } from '#cms/collections/listed-table.server.ts';
import { picturedList } from '#cms/collections/plain-list.server.ts';
import { type KindOnServer, listApi, listMessages, plainKind } from '#cms/kind.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { testimonialsKind } from './kind.ts';

export const testimonialShapes = picturedShapes({
  name: line('name'),
  position: line('position'),
  description: paragraph('description'),
});

export type Testimonial = PicturedShown<typeof testimonialShapes>;

export type QuotedTestimonial = Testimonial & { story: string | null; isSample: boolean };

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    testimonials: TextsOf<typeof testimonialShapes> & OrderedColumns & PictureColumn;
  }
}

export const testimonials = picturedList('testimonials', testimonialShapes);

export const testimonialsOnServer = {
  ...plainKind(testimonials, testimonialsKind),
  publicCalls: (context) => publicList(context, calls.testimonials, testimonials),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...testimonials,
      path: adminCalls.testimonials,
      messages: listMessages('Testimonial'),
      onSite: ({ name: title }) => ({ title, path: pages.home }),
      sorted: ['name', 'position'],
    }),
  searchable: null,
} satisfies KindOnServer;
