import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { type KindOnServer, plainKind } from '#cms/kind.server.ts';
import { adminCalls, calls } from '#paths.ts';
import { publicList } from '#platform/http/public-calls.server.ts';
import { testimonials } from './data.server.ts';
import { testimonialsKind } from './kind.ts';

export const testimonialsOnServer = {
  ...plainKind(testimonials, testimonialsKind),
  publicCalls: (context) => publicList(context, calls.testimonials, testimonials),
  staffCalls: (context, scope) =>
    listApi(context, scope, {
      ...testimonials,
      path: adminCalls.testimonials,
      messages: listMessages('Testimonial'),
      sorted: ['name', 'position'],
    }),
  searchable: null,
} satisfies KindOnServer;
