import { line, paragraph } from '#wire/fields/texts.ts';
import { type PicturedShown, picturedShapes } from '#wire/shapes.ts';

export const testimonialShapes = picturedShapes({
  name: line('name'),
  position: line('position'),
  description: paragraph('description'),
});

export type Testimonial = PicturedShown<typeof testimonialShapes>;

export type QuotedTestimonial = Testimonial & { story: string | null };
