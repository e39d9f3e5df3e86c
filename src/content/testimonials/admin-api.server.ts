import type { FastifyInstance } from 'fastify';
import { adminCalls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { listApi } from '#server/list-api.server.ts';
import { bodyLimits } from '#server/lists/answers.server.ts';
import { staffOrder } from '#server/lists/list-query.server.ts';
import { textsOf } from '#server/lists/texts.server.ts';
import { orderApi } from '#server/order-api.server.ts';
import { testimonialColumns, testimonialRecords } from './data.server.ts';
import { testimonialForm } from './form.server.ts';
import { testimonialRecordOnWire, testimonialRecordToWire } from './schema.ts';

/** The calls of the testimonial screen. */
export function testimonialsAdminApi(foundations: Foundations, scope: FastifyInstance): void {
  const place = { table: 'testimonials', path: adminCalls.testimonials, shows: ['testimonials'] } as const;
  orderApi(foundations, scope, place);
  listApi(foundations, scope, {
    ...place,
    texts: textsOf('testimonial'),
    order: staffOrder,
    bodyLimit: bodyLimits.rich,
    form: testimonialForm,
    onWire: testimonialRecordOnWire,
    read: async (database, ids) => (await testimonialRecords(database, ids)).map(testimonialRecordToWire),
    columns: testimonialColumns,
  });
}
