import type { z } from 'zod';
import { z as classic } from 'zod';
import * as mini from 'zod/mini';
import { imageField, newImageField, statusField, versionField } from '#wire/fields/choices.ts';
import type { Picture } from './picture.ts';
import { idOnWire, listedOnWire, pictureOnWire } from './records.ts';

/** The texts of a kind: under each name, which the form, the record and the column share, what the form may send. */
export type Texts = { [name: string]: z.ZodType<string | undefined> };

interface Traits<T extends Texts> {
  /** The one that is rich text: cleaned before it is written. */
  rich?: keyof T & string;
  /** What a search of the list does not look in, beside the rich text. */
  unsearched?: readonly (keyof T & string)[];
}

/** All shapes of a kind whose records are texts: what its form sends, what visitors are told and what staff are. */
export function textShapes<T extends Texts>(texts: T, traits: Traits<T> = {}) {
  const fields = { ...texts, status: statusField };
  const onWire = mini.object({ id: idOnWire, ...saidOf(texts) });
  return {
    ...factsOf(texts, traits),
    form: { create: classic.object(fields), update: classic.object({ ...fields, updated_at: versionField }) },
    onWire,
    recordOnWire: mini.extend(onWire, listedOnWire),
  };
}

/** The same for records with a picture, without which none is created. */
export function picturedShapes<T extends Texts>(texts: T, traits: Traits<T> = {}) {
  const fields = { ...texts, status: statusField };
  const onWire = mini.object({ id: idOnWire, ...saidOf(texts), ...pictureOnWire });
  return {
    ...factsOf(texts, traits),
    form: {
      create: classic.object({ ...fields, image: newImageField }),
      update: classic.object({ ...fields, image: imageField, updated_at: versionField }),
    },
    onWire,
    recordOnWire: mini.extend(onWire, listedOnWire),
  };
}

/** The shapes of any kind, as far as its list has to know them. */
export interface Shapes<T extends Texts = Texts> {
  texts: T;
  rich: (keyof T & string) | null;
  searched: (keyof T & string)[];
}

/** What the texts of a kind say, under their names. */
export type TextsOf<S extends Shapes> = { [Name in keyof S['texts'] & string]: string };

/** A record as our own pages show it, without and with a picture. */
export type Shown<S extends Shapes> = { id: number } & TextsOf<S>;
export type PicturedShown<S extends Shapes> = Shown<S> & { picture: Picture | null };

/** A record as the back office is told of it. */
export type RecordOf<S extends { recordOnWire: mini.ZodMiniType }> = mini.infer<S['recordOnWire']>;

/** The names of a form, each with a value that a field may hold; undefined among them where a new record needs none. */
export type FormOf<S extends { form: { create: z.ZodType } }> = {
  [Name in keyof z.input<S['form']['create']> & string]:
    | (undefined extends z.input<S['form']['create']>[Name] ? undefined : never)
    | (string | number | boolean | number[] | null);
};

function factsOf<T extends Texts>(texts: T, { rich, unsearched = [] }: Traits<T>): Shapes<T> {
  const names: (keyof T & string)[] = Object.keys(texts);
  const searched = names.filter((name) => name !== rich && !unsearched.includes(name));
  return { texts, rich: rich ?? null, searched };
}

/** On the wire a record says each text, whatever the form may have left out. */
function saidOf<T extends Texts>(texts: T): { [Name in keyof T]: mini.ZodMiniString } {
  const said = Object.keys(texts).map((name) => [name, mini.string()]);
  return Object.fromEntries(said);
}
