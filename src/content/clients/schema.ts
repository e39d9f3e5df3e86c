import * as z from 'zod/mini';
import { optionalLine } from '#wire/fields/texts.ts';
import { type PicturedShown, picturedShapes } from '#wire/shapes.ts';

/** An institution that uses the product; the title is the alternative text of its logo and may be empty. */
export const clientShapes = picturedShapes({ title: optionalLine('title') });

export type Client = PicturedShown<typeof clientShapes>;

/** The form calls the title by a name of its own; it may come by either, and a record says both. */
const alias = { Client_title: optionalLine('title') };

export const clientForm = {
  create: clientShapes.form.create.extend(alias).transform(withoutAlias),
  update: clientShapes.form.update.extend(alias).transform(withoutAlias),
};

export const clientRecordOnWire = z.extend(clientShapes.recordOnWire, { Client_title: z.string() });

function withoutAlias<F extends { title: string | undefined; Client_title: string | undefined }>(form: F) {
  const { Client_title, ...own } = form;
  return { ...own, title: Client_title ?? own.title };
}
