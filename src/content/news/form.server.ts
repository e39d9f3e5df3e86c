import { z } from 'zod';
import { type RichForm, statusField, versionField } from '#server/fields/choices.server.ts';
import { dateField } from '#server/fields/dates.server.ts';
import { imageField, newImageField } from '#server/fields/pictures.server.ts';
import { newRichTextField, richTextField } from '#server/fields/rich-texts.server.ts';
import { line, paragraph } from '#server/fields/texts.server.ts';

const fields = {
  date: dateField,
  short_title: line('short title'),
  title: line('title'),
  description: paragraph('description'),
  status: statusField,
};

/** What the form of a piece of news sends. */
export const newsForm = {
  create: z.object({ ...fields, content: newRichTextField, image: newImageField }).transform(toInput),
  update: z
    .object({ ...fields, content: richTextField, image: imageField, updated_at: versionField })
    .transform(toInput),
};

type Form = z.output<z.ZodObject<typeof fields>> & RichForm;

function toInput(form: Form) {
  const { date, short_title: shortTitle, title, description, content, status, image, updated_at: updatedAt } = form;
  return { date, shortTitle, title, description, content, status, image, updatedAt };
}
