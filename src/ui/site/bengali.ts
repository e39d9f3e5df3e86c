import { bengaliDigits, latinDigits } from '#api/text.ts';

/**
 * Formats texts, numbers and dates in Bengali. Without `Intl`, so that server and browsers, old ones too, give the same
 * result.
 */

const months = [
  'জানুয়ারি',
  'ফেব্রুয়ারি',
  'মার্চ',
  'এপ্রিল',
  'মে',
  'জুন',
  'জুলাই',
  'আগস্ট',
  'সেপ্টেম্বর',
  'অক্টোবর',
  'নভেম্বর',
  'ডিসেম্বর',
];

/** Suffixes of the first ten; later ones all have the last one. */
const ordinals = ['ম', 'য়', 'য়', 'র্থ', 'ম', 'ষ্ঠ', 'ম', 'ম', 'ম', 'ম'];

/** A letter with its conjuncts and signs. */
const graphemes = /\P{M}(?:\u09CD[\u200C\u200D]?\p{L}|[\p{M}\u200C\u200D])*/gu;

/** `১ম`, `৪র্থ`, `১১তম`. */
export function bengaliOrdinal(number: number): string {
  return bengaliDigits(number) + (ordinals[number - 1] ?? 'তম');
}

/** `2026-12-05` becomes `৫ ডিসেম্বর ২০২৬`; an invalid date stays as it is. */
export function bengaliDate(day: string): string {
  const [, year, month, date] = day.match(/^(\d{4})-(\d\d)-(\d\d)/) ?? [];
  const name = months[Number(month) - 1];
  return year && name ? bengaliDigits(`${Number(date)} ${name} ${year}`) : day;
}

/** Groups a number of taka the South Asian way: `125000` becomes `৳ ১,২৫,০০০`. Other texts stay as they are. */
export function bengaliMoney(text: string): string {
  const plain = plainAmount(text);
  if (plain === null) return text;
  const [whole = '', fraction] = plain.split('.');
  const grouped = groupedByLakh(whole.replace(/^0+(?=\d)/, ''));
  return `৳ ${bengaliDigits(fraction ? `${grouped}.${fraction}` : grouped)}`;
}

/** The number in an amount of taka: `৳ ১,২৫,০০০/-` gives `125000`. Null if there is none. */
export function plainAmount(text: string): string | null {
  const plain = latinDigits(text).replace(/[৳,\s]|\/-$/g, '');
  return /^\d{1,15}(\.\d+)?$/.test(plain) ? plain : null;
}

/** A count with Bengali digits. A number is grouped from five digits on, as four may be a year. */
export function bengaliCount(text: string): string {
  const plain = latinDigits(text);
  return bengaliDigits(/^\d{5,15}\+?$/.test(plain) ? groupedByLakh(plain) : text);
}

/** Thousands, then pairs: `1,25,000`. */
function groupedByLakh(digitsOnly: string): string {
  return digitsOnly.replace(/\B(?=(\d{2})*\d{3}(?!\d))/g, ',');
}

/** Bytes in the unit of a phone's settings. */
export function bengaliSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${bengaliDigits(Math.max(1, Math.round(kilobytes)))} কেবি`;
  return `${bengaliDigits((kilobytes / 1024).toFixed(1))} এমবি`;
}

/** At most `limit` graphemes, so that no conjunct is split; `...` marks a cut. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const found = text.match(graphemes) ?? [];
  return found.length > limit ? `${found.slice(0, limit).join('').trimEnd()}...` : text;
}

export function firstCharacter(text: string): string {
  return text.trim().match(graphemes)?.[0] ?? '';
}
