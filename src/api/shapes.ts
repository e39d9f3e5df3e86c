import type { z } from 'zod';
import { z as classic } from 'zod';
import * as mini from 'zod/mini';
import { imageField, newImageField, statusField, versionField } from './fields.ts';
import type { Picture } from './picture.ts';
import { idSchema, listedShape, pictureShape } from './records.ts';
import { cleanText } from './text.ts';

/** A form that may be incomplete: each field is valid, missing, or an empty text or list where it is one of these. */
export function draftOf<Shape extends { [name: string]: classic.ZodType }>(
  form: classic.ZodObject<Shape>,
): classic.ZodType<Partial<classic.infer<classic.ZodObject<Shape>>>> {
  const fields = Object.entries<classic.ZodType>(form.shape);
  const shape = Object.fromEntries(fields.map(([name, field]) => [name, emptyOr(field).optional()]));
  // The names and types are those of the form.
  return classic.object(shape) as unknown as ReturnType<typeof draftOf<Shape>>;
}

/** What Zod finds in an empty value of the right type. */
const incomplete = ['custom', 'invalid_format', 'too_small'];

function emptyOr(field: classic.ZodType) {
  return classic.unknown().transform((value, context) => {
    const { data, error } = field.safeParse(value);
    if (!error) return data;
    if (value == null) return undefined;
    if (isEmpty(value) && error.issues.every(({ code }) => incomplete.includes(code)))
      return typeof value === 'string' ? '' : value;
    for (const { message } of error.issues) context.addIssue(message);
    return classic.NEVER;
  });
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : typeof value === 'string' && cleanText(value).trim() === '';
}

/** The texts of a collection by name, which form, response and column share. */
export type Texts = { [name: string]: z.ZodType<string | undefined> };

interface Traits<T extends Texts> {
  rich?: keyof T & string;
  unsearched?: readonly (keyof T & string)[];
}

export function textShapes<T extends Texts>(texts: T, traits: Traits<T> = {}) {
  const fields = { ...texts, status: statusField };
  const onWire = mini.object({ id: idSchema, ...textSchemas(texts) });
  return {
    ...factsOf(texts, traits),
    form: { create: classic.object(fields), update: classic.object({ ...fields, updated_at: versionField }) },
    onWire,
    recordSchema: mini.extend(onWire, listedShape),
  };
}

export function picturedShapes<T extends Texts>(texts: T, traits: Traits<T> = {}) {
  const onWire = mini.object({ id: idSchema, ...textSchemas(texts), ...pictureShape });
  return {
    ...factsOf(texts, traits),
    form: picturedForm(texts),
    onWire,
    recordSchema: mini.extend(onWire, listedShape),
  };
}

export function picturedForm<Shape extends { [name: string]: classic.ZodType }>(shape: Shape) {
  const fields = { ...shape, status: statusField };
  return {
    create: classic.object({ ...fields, image: newImageField }),
    update: classic.object({ ...fields, image: imageField, updated_at: versionField }),
  };
}

export interface Shapes<T extends Texts = Texts> {
  texts: T;
  rich: (keyof T & string) | null;
  searched: (keyof T & string)[];
}

export type TextsOf<S extends Shapes> = { [Name in keyof S['texts'] & string]: string };

export type Shown<S extends Shapes> = { id: number } & TextsOf<S>;
export type PicturedShown<S extends Shapes> = Shown<S> & { picture: Picture | null };

export type RecordOf<S extends { recordSchema: mini.ZodMiniType }> = mini.infer<S['recordSchema']>;

/** Form values by field; undefined is allowed where create doesn't require the field. */
export type FormOf<S extends { form: { create: z.ZodType } }> = {
  [Name in keyof z.input<S['form']['create']> & string]:
    | (undefined extends z.input<S['form']['create']>[Name] ? undefined : never)
    | (string | number | boolean | number[] | string[] | null);
};

function factsOf<T extends Texts>(texts: T, { rich, unsearched = [] }: Traits<T>): Shapes<T> {
  const names: (keyof T & string)[] = Object.keys(texts);
  const searched = names.filter((name) => name !== rich && !unsearched.includes(name));
  return { texts, rich: rich ?? null, searched };
}

/** In responses every text is a string. */
function textSchemas<T extends Texts>(texts: T): { [Name in keyof T]: mini.ZodMiniString } {
  const entries = Object.keys(texts).map((name) => [name, mini.string()]);
  return Object.fromEntries(entries);
}
