import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, plainKind } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { testimonials } from './data.server.ts';

export const testimonialsOnServer = {
  ...plainKind(testimonials),
  publicCalls: (foundations) => publicList(foundations, calls.testimonials, testimonials),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, {
      ...testimonials,
      path: adminCalls.testimonials,
      said: saidOf('Testimonial'),
      sorted: ['name', 'position'],
    }),
  findable: null,
} satisfies KindOnServer;
