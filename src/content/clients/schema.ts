import * as z from 'zod/mini';
import { optionalLine, richTextField } from '#api/fields/texts.ts';
import { type PicturedShown, picturedShapes } from '#api/shapes.ts';
import { districts } from './districts.ts';

/**
 * The title is the logo's alternative text and may be empty. The story is sanitised HTML; a client with one has a page
 * of its own.
 */
export const clientShapes = picturedShapes(
  {
    title: optionalLine('title'),
    kind: optionalLine('kind of institution', 100),
    district: optionalLine('district').refine((name) => !name || districts.includes(name), {
      error: 'Choose one of the 64 districts, or none.',
    }),
    story: richTextField,
  },
  { rich: 'story' },
);

export type ClientWithStory = PicturedShown<typeof clientShapes>;

/** `has_story` is 1 or 0, as `status`. */
export type Client = Omit<ClientWithStory, 'story'> & { has_story: number };

export const clientSchema = z.extend(z.omit(clientShapes.onWire, { story: true }), { has_story: z.int() });

/** The specification names the title `Client_title`: both names are accepted and returned. */
const alias = { Client_title: optionalLine('title') };

export const clientForm = {
  create: clientShapes.form.create.extend(alias).transform(withoutAlias),
  update: clientShapes.form.update.extend(alias).transform(withoutAlias),
};

export const clientRecordSchema = z.extend(clientShapes.recordSchema, { Client_title: z.string() });

function withoutAlias<F extends { title: string | undefined; Client_title: string | undefined }>(form: F) {
  const { Client_title, ...own } = form;
  return { ...own, title: Client_title ?? own.title };
}
