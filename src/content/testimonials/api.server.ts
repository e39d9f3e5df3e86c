import { calls } from '#paths.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { publicCall } from '#server/public-calls.server.ts';
import { allTestimonials } from './data.server.ts';
import { testimonialsOnWire, testimonialToWire } from './schema.ts';

export function testimonialsApi(foundations: Foundations): void {
  publicCall(foundations, {
    path: calls.testimonials,
    shows: ['testimonials'],
    answer: testimonialsOnWire,
    read: async () => (await allTestimonials(foundations.database)).map(testimonialToWire),
  });
}
