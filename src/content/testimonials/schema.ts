import { line, paragraph } from '#api/fields/texts.ts';
import { type PicturedShown, picturedShapes } from '#api/shapes.ts';

export const testimonialShapes = picturedShapes({
  name: line('name'),
  position: line('position'),
  description: paragraph('description'),
});

export type Testimonial = PicturedShown<typeof testimonialShapes>;

export type QuotedTestimonial = Testimonial & { story: string | null; isSample: boolean };
