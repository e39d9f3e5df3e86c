import { z } from 'zod';
import { statusField, versionField } from '#server/fields/choices.server.ts';
import { imageField, newImageField } from '#server/fields/pictures.server.ts';
import { optionalLine } from '#server/fields/texts.server.ts';

const fields = { Client_title: optionalLine('title'), title: optionalLine('title'), status: statusField };

/** What the form of a client sends; the title may come by either name. */
export const clientForm = {
  create: z
    .object({ ...fields, image: newImageField })
    .transform((form) => ({ ...toInput(form), title: titleOf(form) ?? '' })),
  update: z.object({ ...fields, image: imageField, updated_at: versionField }).transform(toInput),
};

type Form = z.output<z.ZodObject<typeof fields>> & { image?: string | undefined; updated_at?: string | undefined };

function toInput(form: Form) {
  return { title: titleOf(form), status: form.status, image: form.image, updatedAt: form.updated_at };
}

function titleOf(form: Form): string | undefined {
  return form.Client_title ?? form.title;
}
