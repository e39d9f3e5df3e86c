import { z } from 'zod';
import { type RichForm, statusField, versionField } from '#server/fields/choices.server.ts';
import { optionalDate, todayInDhaka } from '#server/fields/dates.server.ts';
import { imageField, newImageField } from '#server/fields/pictures.server.ts';
import { newRichTextField, richTextField } from '#server/fields/rich-texts.server.ts';
import { line, optionalParagraph, paragraph } from '#server/fields/texts.server.ts';

const fields = {
  title: line('title'),
  short_description: paragraph('short description'),
  date: optionalDate,
  description: optionalParagraph('description'),
  status: statusField,
};

/** What the form of About sends. It has no date and no description: a new text is of today. */
export const aboutForm = {
  create: z.object({ ...fields, content: newRichTextField, image: newImageField }).transform((form) => {
    const { date = todayInDhaka(), description = '', ...input } = toInput(form);
    return { ...input, date, description };
  }),
  update: z
    .object({ ...fields, content: richTextField, image: imageField, updated_at: versionField })
    .transform(toInput),
};

type Form = z.output<z.ZodObject<typeof fields>> & RichForm;

function toInput({ short_description: shortDescription, updated_at: updatedAt, ...form }: Form) {
  return { ...form, shortDescription, updatedAt };
}
