import { line, paragraph } from '#wire/fields/texts.ts';
import { type PicturedShown, picturedShapes } from '#wire/shapes.ts';

/** What a user of the product says, with who says it. */
export const testimonialShapes = picturedShapes({
  name: line('name'),
  position: line('position'),
  description: paragraph('description'),
});

export type Testimonial = PicturedShown<typeof testimonialShapes>;

/** The same with the address of what is told of the institution. */
export type QuotedTestimonial = Testimonial & { story: string | null };
