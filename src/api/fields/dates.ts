import { z } from 'zod';
import { latinDigits } from '../text.ts';

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
