import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { listMessages } from '#server/lists/list-kind.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { testimonials } from './data.server.ts';

export const testimonialsOnServer = {
  ...plainKind(testimonials),
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
