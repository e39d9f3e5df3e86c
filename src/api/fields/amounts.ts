import { z } from 'zod';
import { t } from '#i18n/text.ts';
import { cleanLine, latinDigits, lengthOf } from '../text.ts';

const most = 255;
/** Larger than any price, and exact as a JSON number. */
const largest = 999_999_999_999;

/** Words stay as written ('আলোচনা সাপেক্ষে', '500+'); a number gets Latin digits without separators. */
export function amount(what: string) {
  return z
    .union([z.string(), z.number()], { error: ({ input }) => (input == null ? missing(what) : unreadable(what)) })
    .transform((value) => (typeof value === 'number' ? plain(value) : cleanLine(value)))
    .refine((text) => text !== '', { error: () => missing(what), abort: true })
    .refine((text) => lengthOf(text) <= most, {
      error: () => t`The ${t(what)} may have at most ${most} characters.`,
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

function missing(what: string): string {
  return t`Write the ${t(what)}.`;
}

function unreadable(what: string): string {
  return t`The ${t(what)} must be a number from 0 to ${largest}, or words.`;
}
