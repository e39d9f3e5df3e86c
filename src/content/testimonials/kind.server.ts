import { adminCalls, calls } from '#paths.ts';
import { type KindOnServer, samplesOf } from '#server/kind.server.ts';
import { listApi } from '#server/lists/list-api.server.ts';
import { saidOf } from '#server/lists/list-kind.server.ts';
import { emptyTrash } from '#server/lists/trash.server.ts';
import { publicList } from '#server/public-calls.server.ts';
import { testimonials } from './data.server.ts';

export const testimonialsOnServer = {
  tables: ['testimonials'],
  pictured: ['testimonials'],
  rich: [],
  publicCalls: (foundations) => publicList(foundations, calls.testimonials, testimonials),
  staffCalls: (foundations, scope) =>
    listApi(foundations, scope, { ...testimonials, path: adminCalls.testimonials, said: saidOf('testimonial') }),
  emptyTrash: (database) => emptyTrash(database, 'testimonials'),
  counted: 'testimonials',
  findable: null,
  addSample: samplesOf(testimonials),
} satisfies KindOnServer;
