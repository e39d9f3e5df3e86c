import { inDigits, language, t } from '#i18n/text.ts';

export const stages = ['new', 'contacted', 'demo_given', 'won', 'lost'] as const;
export type Stage = (typeof stages)[number];
/** In the browser in the reader's language; the server looks them up for each request, with `t`. */
export const stageNames: Record<Stage, string> = t({
  new: 'New',
  contacted: 'Contacted',
  demo_given: 'Demo given',
  won: 'Won',
  lost: 'Lost',
});

/** What the week is told by, in this order. */
const weekLabels = t({ came: 'Came', called_in_a_day: 'Called within a day', won: 'Won', lost: 'Lost' });
export const weekRows = Object.entries(weekLabels) as [keyof typeof weekLabels, string][];

export function reasonsInWords(reasons: { reason: string; count: number }[]): string {
  return t`Lost because: ${reasons.map(({ reason, count }) => `${reason} (${inDigits(count)})`).join(', ')}`;
}

/** The institute of the first steps' test request, by which it is known among the leads. */
export const testInstitute = 'Test request';

export const leadOrigins = ['requested', 'added', 'imported'] as const;
export type LeadOrigin = (typeof leadOrigins)[number];
export const originNames: Record<LeadOrigin, string> = t({
  requested: 'Asked on the site',
  added: 'Added by hand',
  imported: 'Imported',
});

export const outcomes = ['spoke', 'no_answer', 'busy', 'wrong_number', 'not_interested'] as const;
export type Outcome = (typeof outcomes)[number];
export const outcomeNames: Record<Outcome, string> = t({
  spoke: 'Spoke',
  no_answer: 'No answer',
  busy: 'Busy',
  wrong_number: 'Wrong number',
  not_interested: 'Not interested',
});

/** '2026-12-05T15:30', or without the hour. */
export function stepMoment(step: { next_step_on: string | null; next_step_time?: string | null | undefined }): string {
  return [step.next_step_on, step.next_step_time].filter(Boolean).join('T');
}

export const waysToWrite = ['whatsapp', 'sms', 'mail'] as const;
export type WayToWrite = (typeof waysToWrite)[number];
export const wayNames: Record<WayToWrite, string> = t({ whatsapp: 'WhatsApp', sms: 'SMS', mail: 'Mail' });

/** 01712-345678 for mobile numbers of Bangladesh; others keep their country code. */
export function phoneInWords(number: string): string {
  const local = /^\+880(1\d{3})(\d{6})$/.exec(number);
  return local ? `0${local[1]}-${local[2]}` : number;
}

const bengaliUnits = { h: 'ঘণ্টা', d: 'দিন' };

/** '3 h'. The catalogue takes no words of one letter. */
export function inUnit(count: number, unit: 'h' | 'd'): string {
  return language() === 'bn' ? `${inDigits(count)} ${bengaliUnits[unit]}` : `${count} ${unit}`;
}

export function leadsInWords(count: number): string {
  return count === 1 ? t('1 lead') : t`${count} leads`;
}

/** Null if only one name is known, which both fields then hold. */
export function contactOf({ name, institute_name }: { name: string; institute_name: string }): string | null {
  return name === institute_name ? null : name;
}

/** Lengths in characters; maximum number of leads or rows in one call. */
export const leadLimits = {
  name: 190,
  number: 40,
  email: 254,
  lostReason: 255,
  nextStep: 255,
  note: 5_000,
  bulk: 500,
  selected: 10_000,
  merge: 50,
  value: 1_000_000_000,
  importRows: 5_000,
  importBytes: 4 * 2 ** 20,
  xlsxRows: 20_000,
} as const;

export const eraseWord = 'ERASE';

/** The first working day on or after this one: Sunday to Thursday, no holiday. Days are YYYY-MM-DD. */
export function workingDay(day: string, holidays: readonly string[]): string {
  // Friday is 5, Saturday 6.
  const isFree = new Date(day).getUTCDay() >= 5 || holidays.includes(day);
  return isFree ? workingDay(new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10), holidays) : day;
}

/** The letters of a column in a workbook: 1 is A, 27 is AA. */
export function nameOfColumn(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? nameOfColumn(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

/** One character in the alphabet of old phones, and those that take the place of two. */
const single = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const double = new Set('^{}\\[~]|€\f');

/** In characters. */
export const longestSms = 1_000;

/** How long a text is as gateways count it, and in how many parts it goes, each of which costs. */
export interface SmsLength {
  units: number;
  parts: number;
  /** What fits into the parts that there are. */
  room: number;
  /** Whether it has letters beyond the alphabet of old phones, as Bengali has: far less fits then. */
  isUnicode: boolean;
}

export function smsLength(text: string): SmsLength {
  const characters = [...text];
  const isUnicode = characters.some((character) => !single.has(character) && !double.has(character));
  const units = isUnicode
    ? text.length
    : characters.reduce((sum, character) => sum + (double.has(character) ? 2 : 1), 0);
  const [alone, together] = isUnicode ? [70, 67] : [160, 153];
  const parts = units <= alone ? Math.min(1, units) : Math.ceil(units / together);
  return { units, parts, room: parts > 1 ? parts * together : alone, isUnicode };
}
