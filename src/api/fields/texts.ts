import { z } from 'zod';
import { t } from '#i18n/text.ts';
import { cleanLine, cleanText, lengthOf } from '../text.ts';

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
