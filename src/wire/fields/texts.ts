import { z } from 'zod';
import { cleanLine, cleanText, lengthOf } from '../text.ts';

/** Characters of a name or a title, and of a description. */
const textLimits = { line: 255, text: 5_000 } as const;

/** One line that must be there. `what` stands in the messages, as in 'Write the title.' */
export function line(what: string, most: number = textLimits.line) {
  return text(what, cleanLine)
    .refine((value) => value !== '', { error: missing(what), abort: true })
    .refine((value) => lengthOf(value) <= most, { error: tooLong(what, most) });
}

/** One line that may be empty or absent. */
export function optionalLine(what: string, most: number = textLimits.line) {
  return z
    .nullish(text(what, cleanLine).refine((value) => lengthOf(value) <= most, { error: tooLong(what, most) }))
    .transform((value) => value ?? undefined);
}

/** Several lines that must be there. */
export function paragraph(what: string, most: number = textLimits.text) {
  return text(what, cleanLines)
    .refine((value) => value !== '', { error: missing(what), abort: true })
    .refine((value) => lengthOf(value) <= most, { error: tooLong(what, most) });
}

/** Several lines that may be empty or absent. */
export function optionalParagraph(what: string, most: number = textLimits.text) {
  return z
    .nullish(text(what, cleanLines).refine((value) => lengthOf(value) <= most, { error: tooLong(what, most) }))
    .transform((value) => value ?? undefined);
}

/**
 * Rich text, unread: its size and its parts are checked where it is cleaned, see `cleanRichText`. Null is empty text;
 * absent means 'keep'.
 */
export const richTextField = z
  .nullish(z.string({ error: 'The content must be text.' }))
  .transform((html) => (html === null ? '' : html));

/** The same on create, where there is nothing to keep. */
export const newRichTextField = richTextField.transform((html) => html ?? '');

/** Rich text that must say something: words, a picture, or a table. */
export function requiredRichText(what: string) {
  return (
    z
      .string({ error: missing(what) })
      // Up to the next `<` only: whoever sends nothing but these would have each one looked for to the end.
      .refine((html) => /<(?:img|hr)\b/i.test(html) || html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== '', {
        error: missing(what),
      })
  );
}

function text(what: string, clean: (value: string) => string) {
  return z
    .string({
      error: ({ input }) => (input === undefined || input === null ? missing(what) : `The ${what} must be text.`),
    })
    .transform(clean);
}

function cleanLines(value: string): string {
  return cleanText(value.replace(/\r\n?/g, '\n')).trim();
}

function missing(what: string): string {
  return `Write the ${what}.`;
}

function tooLong(what: string, most: number): string {
  return `The ${what} may have at most ${most} characters. Please shorten it.`;
}
