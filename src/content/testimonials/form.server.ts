import { z } from 'zod';
import { statusField, versionField } from '#server/fields/choices.server.ts';
import { imageField, newImageField } from '#server/fields/pictures.server.ts';
import { line, paragraph } from '#server/fields/texts.server.ts';

const fields = {
  name: line('name'),
  position: line('position'),
  description: paragraph('description'),
  status: statusField,
};

/** What the form of a testimonial sends. */
export const testimonialForm = {
  create: z.object({ ...fields, image: newImageField }).transform(toInput),
  update: z.object({ ...fields, image: imageField, updated_at: versionField }).transform(toInput),
};

type Form = z.output<z.ZodObject<typeof fields>> & { image?: string | undefined; updated_at?: string | undefined };

function toInput({ name, position, description, status, image, updated_at: updatedAt }: Form) {
  return { name, position, description, status, image, updatedAt };
}
