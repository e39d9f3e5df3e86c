import { z } from 'zod';
import { t } from '#i18n/text.ts';
import { cleanLine, cleanText, latinDigits, lengthOf } from './text.ts';

/** In characters. */
const textLimits = { line: 255, text: 5_000 } as const;

/** A required line. `what` names it in messages, as in 'Write the title.' */
export function line(what: string, most: number = textLimits.line) {
  return required(what, most, cleanLine);
}

export function optionalLine(what: string, most: number = textLimits.line) {
  return optional(what, most, cleanLine);
}

export function paragraph(what: string, most: number = textLimits.text) {
  return required(what, most, cleanLines);
}

export function optionalParagraph(what: string, most: number = textLimits.text) {
  return optional(what, most, cleanLines);
}

function required(what: string, most: number, clean: typeof cleanLine) {
  return text(what, clean)
    .refine((value) => value !== '', { error: missing(what), abort: true })
    .refine((value) => lengthOf(value) <= most, { error: tooLong(what, most) });
}

function optional(what: string, most: number, clean: typeof cleanLine) {
  return z
    .nullish(text(what, clean).refine((value) => lengthOf(value) <= most, { error: tooLong(what, most) }))
    .transform((value) => value ?? undefined);
}

/** `cleanRichText` checks size and content. Null is an empty text; undefined means 'keep'. */
export const richTextField = z
  .nullish(z.string({ error: 'The content must be text.' }))
  .transform((html) => (html === null ? '' : html));

export function requiredRichText(what: string) {
  return (
    z
      .string({ error: missing(what) })
      // `[^<>]*` stops at the next `<`: with `[^>]*` a text of nothing but `<` would take quadratic time.
      .refine((html) => /<(?:img|hr)\b/i.test(html) || html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== '', {
        error: missing(what),
      })
  );
}

function text(what: string, clean: typeof cleanLine) {
  return z
    .string({
      error: ({ input }) => (input === undefined || input === null ? missing(what)() : t`The ${t(what)} must be text.`),
    })
    .transform(clean);
}

function cleanLines(value: string): string {
  return cleanText(value.replace(/\r\n?/g, '\n')).trim();
}

function missing(what: string) {
  return () => t`Write the ${t(what)}.`;
}

function tooLong(what: string, most: number) {
  return () => t`The ${t(what)} may have at most ${most} characters. Please shorten it.`;
}

/** Accepts the spellings of forms and scripts; undefined if missing. */
export const statusField = z
  .nullish(
    z.union([z.boolean(), z.literal(1), z.literal(0), z.literal('1'), z.literal('0')], {
      error: 'The status must be 1 (Active) or 0 (Inactive).',
    }),
  )
  .transform((value) => (value === null || value === undefined ? undefined : asStatus(value)));

function asStatus(value: boolean | 1 | 0 | '1' | '0'): 0 | 1 {
  return value === true || value === 1 || value === '1' ? 1 : 0;
}

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

export const newImageField = z.string({ error: pictureError }).min(1, { error: pictureError });

const id = z.int().positive().max(2_147_483_647);
const idText = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(id);

export function optionalChoice(words: readonly string[], error: string) {
  return z.nullish(z.enum(['', ...words], { error })).transform((word) => word ?? undefined);
}

export function chosen(what: string) {
  return z.union([id, idText, z.object({ id: z.union([id, idText]) }).transform((object) => object.id)], {
    error: () => t`Choose a ${t(what)}.`,
  });
}

/** At least one id; duplicates are removed, the order is kept. */
export function someChosen(what: string, most = 100) {
  const error = () => t`Choose at least one ${t(what)}.`;
  return z
    .array(chosen(what), { error })
    .min(1, { error })
    .max(most, { error: () => t`Choose at most ${most}.` })
    .transform((ids) => [...new Set(ids)]);
}

const dateError = 'Choose a date, or write it as 2026-12-05.';

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
export function amount(what: string) {
  return z
    .union([z.string(), z.number()], { error: ({ input }) => (input == null ? missing(what)() : unreadable(what)) })
    .transform((value) => (typeof value === 'number' ? plain(value) : cleanLine(value)))
    .refine((text) => text !== '', { error: missing(what), abort: true })
    .refine((text) => lengthOf(text) <= maxAmount, {
      error: () => t`The ${t(what)} may have at most ${maxAmount} characters.`,
      abort: true,
    })
    .transform(canonical)
    .refine((text) => !isOutOfRange(text), { error: () => unreadable(what) });
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

function unreadable(what: string): string {
  return t`The ${t(what)} must be a number from 0 to ${largest}, or words.`;
}
