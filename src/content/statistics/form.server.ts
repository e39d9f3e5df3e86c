import { z } from 'zod';
import { amount } from '#server/fields/amounts.server.ts';
import { statusField, versionField } from '#server/fields/choices.server.ts';
import { imageField, newImageField } from '#server/fields/pictures.server.ts';
import { line } from '#server/fields/texts.server.ts';

const fields = { statistics_title: line('title'), statistics_count: amount('count'), status: statusField };

/** What the form of a statistic sends. */
export const statisticForm = {
  create: z.object({ ...fields, image: newImageField }).transform(toInput),
  update: z.object({ ...fields, image: imageField, updated_at: versionField }).transform(toInput),
};

type Form = z.output<z.ZodObject<typeof fields>> & { image?: string | undefined; updated_at?: string | undefined };

function toInput({ statistics_title: title, statistics_count: count, updated_at: updatedAt, status, image }: Form) {
  return { title, count, status, image, updatedAt };
}
