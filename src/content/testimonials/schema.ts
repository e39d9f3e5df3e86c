import * as z from 'zod/mini';
import { type Picture, pictureToWire } from '#wire/picture.ts';
import { idOnWire, type Listed, listedOnWire, listedToWire, pictureOnWire } from '#wire/records.ts';

/** What a user of the product says, with who says it. */
export interface Testimonial {
  id: number;
  name: string;
  position: string;
  description: string;
  picture: Picture | null;
}

/** The same as the back office edits it. */
export type TestimonialRecord = Testimonial & Listed;

export const testimonialOnWire = z.object({
  id: idOnWire,
  description: z.string(),
  ...pictureOnWire,
  name: z.string(),
  position: z.string(),
});

export const testimonialsOnWire = z.array(testimonialOnWire);

export function testimonialToWire(testimonial: Testimonial): z.infer<typeof testimonialOnWire> {
  const { id, description, picture, name, position } = testimonial;
  return { id, description, ...pictureToWire(picture), name, position };
}

export const testimonialRecordOnWire = z.extend(testimonialOnWire, listedOnWire);

export function testimonialRecordToWire(testimonial: TestimonialRecord): z.infer<typeof testimonialRecordOnWire> {
  return { ...testimonialToWire(testimonial), ...listedToWire(testimonial) };
}
