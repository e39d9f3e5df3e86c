import * as z from 'zod/mini';
import { optionalPicture } from '#api/fields/choices.ts';
import { optionalLine, richTextField } from '#api/fields/texts.ts';
import type { Picture } from '#api/picture.ts';
import { pictureShape } from '#api/records.ts';
import { type PicturedShown, picturedShapes } from '#api/shapes.ts';
import { districts } from './districts.ts';

const measure = optionalLine('measure', 80);
const figure = optionalLine('figure', 30);

/**
 * The title is the logo's alternative text and may be empty. The story is sanitised HTML; a client with one has a page
 * of its own, which opens with the person and up to three figures before and after.
 */
export const clientShapes = picturedShapes(
  {
    title: optionalLine('title'),
    kind: optionalLine('kind of institution', 100),
    district: optionalLine('district').refine((name) => !name || districts.includes(name), {
      error: 'Choose one of the 64 districts, or none.',
    }),
    story: richTextField,
    person_name: optionalLine('name of the person', 100),
    person_role: optionalLine('role of the person', 100),
    measure_1: measure,
    before_1: figure,
    after_1: figure,
    measure_2: measure,
    before_2: figure,
    after_2: figure,
    measure_3: measure,
    before_3: figure,
    after_3: figure,
  },
  { rich: 'story' },
);

type WholeClient = PicturedShown<typeof clientShapes>;

export type ClientWithStory = WholeClient & { person: Picture | null };

const publicShape = { id: true, title: true, kind: true, district: true } as const;

/** `has_story` is 1 or 0, as `status`. */
export type Client = Pick<WholeClient, keyof typeof publicShape | 'picture'> & { has_story: number };

export const clientSchema = z.extend(z.pick(clientShapes.onWire, publicShape), { ...pictureShape, has_story: z.int() });

/** The specification names the title `Client_title`: both names are accepted and returned. */
const alias = { Client_title: optionalLine('title'), person_image: optionalPicture };

export const clientForm = {
  create: clientShapes.form.create.extend(alias).transform(withoutAlias),
  update: clientShapes.form.update.extend(alias).transform(withoutAlias),
};

export const clientRecordSchema = z.extend(clientShapes.recordSchema, {
  Client_title: z.string(),
  person_image: z.nullable(z.string()),
});

function withoutAlias<F extends { title: string | undefined; Client_title: string | undefined }>(form: F) {
  const { Client_title, ...own } = form;
  return { ...own, title: Client_title ?? own.title };
}
