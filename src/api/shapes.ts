import { z as classic, z } from 'zod';
import * as mini from 'zod/mini';
import { t } from '#i18n/text.ts';
import type { Picture } from './picture.ts';
import { idSchema, listedShape, pictureShape } from './records.ts';
import { cleanLine, cleanText, latinDigits, lengthOf } from './text.ts';

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
  return Array.isArray(value) ? value.length === 0 : typeof value === 'string' && cleanText(value) === '';
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

/** In characters. */
const textLimits = { line: 255, text: 5_000 } as const;

/** A required line. `what` names it in messages, as in 'Write the title.' */
export function line(label: string, max: number = textLimits.line) {
  return required(label, max, cleanLine);
}

export function optionalLine(label: string, max: number = textLimits.line) {
  return optional(label, max, cleanLine);
}

export function paragraph(label: string, max: number = textLimits.text) {
  return required(label, max, cleanLines);
}

export function optionalParagraph(label: string, max: number = textLimits.text) {
  return optional(label, max, cleanLines);
}

function required(label: string, max: number, clean: typeof cleanLine) {
  return text(label, clean)
    .refine((value) => value !== '', { error: missing(label), abort: true })
    .refine((value) => lengthOf(value) <= max, { error: tooLong(label, max) });
}

function optional(label: string, max: number, clean: typeof cleanLine) {
  return z
    .nullish(text(label, clean).refine((value) => lengthOf(value) <= max, { error: tooLong(label, max) }))
    .transform((value) => value ?? undefined);
}

/** `cleanRichText` checks size and content. Null is an empty text; undefined means 'keep'. */
export const richTextField = z
  .nullish(z.string({ error: 'The content must be text.' }))
  .transform((html) => (html === null ? '' : html));

export function requiredRichText(label: string) {
  return (
    z
      .string({ error: missing(label) })
      // `[^<>]*` stops at the next `<`: with `[^>]*` a text of nothing but `<` would take quadratic time.
      .refine(
        (html) =>
          /<(?:img|hr)\b/i.test(html) || cleanText(html.replace(/<[^<>]*>|&(?:nbsp|zwn?j|shy|#8203);/g, '')) !== '',
        {
          error: missing(label),
        },
      )
  );
}

function text(label: string, clean: typeof cleanLine) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined || input === null ? missing(label)() : t`The ${t(label)} must be text.`,
    })
    .transform(clean);
}

function cleanLines(value: string): string {
  return cleanText(value.replace(/\r\n?/g, '\n')).trim();
}

function missing(label: string) {
  return () => t`Write the ${t(label)}.`;
}

function tooLong(label: string, max: number) {
  return () => t`The ${t(label)} may have at most ${max} characters. Please shorten it.`;
}

/** Accepts the spellings of forms and scripts; undefined if missing. */
export const statusField = z
  .nullish(
    z.union([z.boolean(), z.literal(1), z.literal(0), z.literal('1'), z.literal('0')], {
      error: 'The status must be 1 (Active) or 0 (Inactive).',
    }),
  )
  .transform((value) => (value == null ? undefined : (Number(value) as 0 | 1)));

/** The `updated_at` that the client read, for conflict detection. */
export const versionField = z
  .nullish(z.string({ error: 'Send updated_at as it was read, or leave it out.' }))
  .transform((value) => value || undefined)
  .optional();

const pictureError = 'Choose a picture.';

/** A data URL is a new picture, a stored one's address selects it, nothing keeps the current one. */
export const imageField = z.nullish(z.string({ error: pictureError })).transform((text) => text || undefined);

/** As `imageField`, but an empty one removes the picture; undefined keeps it. */
export const optionalPicture = z.nullish(z.string({ error: pictureError }));

const newImageField = z.string({ error: pictureError }).min(1, { error: pictureError });

const id = z.int().positive().max(2_147_483_647);
const idText = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(id);

export function optionalChoice(words: readonly string[], error: string) {
  return z.nullish(z.enum(['', ...words], { error })).transform((word) => word ?? undefined);
}

/** One of these words, all of which the message lists. */
export function oneOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: () => t`Choose one of ${words.join(', ')}.` });
}

/** As `oneOf`, for what may be left out, or stands in a list. */
export function anyOf<const Words extends readonly string[]>(words: Words) {
  return z.enum(words, { error: () => t`Choose from ${words.join(', ')}.` });
}

export function chosen(label: string) {
  return z.union([id, idText, z.object({ id: z.union([id, idText]) }).transform((object) => object.id)], {
    error: () => t`Choose a ${t(label)}.`,
  });
}

/** At least one id; duplicates are removed, the order is kept. */
export function someChosen(label: string, max = 100) {
  const error = () => t`Choose at least one ${t(label)}.`;
  return z
    .array(chosen(label), { error })
    .min(1, { error })
    .max(max, { error: () => t`Choose at most ${max}.` })
    .transform((ids) => [...new Set(ids)]);
}

export const dateError = 'Choose a date, or write it as 2026-12-05.';

/** A calendar day `YYYY-MM-DD` without a time zone; Bengali digits are accepted. */
export const dateField = z
  .string({ error: dateError })
  .transform((text) => latinDigits(text).trim())
  .refine(isCalendarDay, { error: dateError });

export const optionalDate = z
  .union([z.literal('').transform(() => undefined), z.nullish(dateField)], { error: dateError })
  .transform((date) => date ?? undefined);

export function todayInDhaka(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka', dateStyle: 'short' }).format(new Date());
}

function isCalendarDay(text: string): boolean {
  if (!/^(?:19|20|21)[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const maxAmount = 255;
/** Larger than any price, and exact as a JSON number. */
const largest = 999_999_999_999;

/** Words stay as written ('আলোচনা সাপেক্ষে', '500+'); a number gets Latin digits without separators. */
export function amount(label: string) {
  return z
    .union([z.string(), z.number()], { error: ({ input }) => (input == null ? missing(label)() : unreadable(label)) })
    .transform((value) => (typeof value === 'number' ? plain(value) : cleanLine(value)))
    .refine((text) => text !== '', { error: missing(label), abort: true })
    .refine((text) => lengthOf(text) <= maxAmount, {
      error: () => t`The ${t(label)} may have at most ${maxAmount} characters.`,
      abort: true,
    })
    .transform(canonical)
    .refine((text) => !isOutOfRange(text), { error: () => unreadable(label) });
}

/** '-1' fails the range check below. */
function plain(value: number): string {
  return Math.abs(value) > largest ? '-1' : String(value === 0 ? 0 : value);
}

function canonical(text: string): string {
  const number = latinDigits(text).replace(/(?<=\d),(?=\d)/g, '');
  return /^\d+(?:\.\d+)?$/.test(number) ? number.replace(/^0+(?=\d)/, '') : text;
}

/** Negative, too large, or with an exponent. */
function isOutOfRange(text: string): boolean {
  const number = latinDigits(text);
  return (
    /^-\s*\d+(?:\.\d+)?$|^\d+(?:\.\d+)?e[+-]?\d+$/i.test(number) ||
    (/^\d+(?:\.\d+)?$/.test(number) && Number(number) > largest)
  );
}

function unreadable(label: string): string {
  return t`The ${t(label)} must be a number from 0 to ${largest}, or words.`;
}
