import { z } from 'zod';
import { someChosen, statusField, versionField } from '#server/fields/choices.server.ts';
import { imageField, newImageField } from '#server/fields/pictures.server.ts';
import { line } from '#server/fields/texts.server.ts';

const fields = { title: line('title'), selectedCategory: someChosen('category'), status: statusField };

/** What the form of a feature sends. */
export const featureForm = {
  create: z.object({ ...fields, image: newImageField }).transform(toInput),
  update: z.object({ ...fields, image: imageField, updated_at: versionField }).transform(toInput),
};

type Form = z.output<z.ZodObject<typeof fields>> & { image?: string | undefined; updated_at?: string | undefined };

function toInput({ selectedCategory: categoryIds, updated_at: updatedAt, title, status, image }: Form) {
  return { title, categoryIds, status, image, updatedAt };
}
