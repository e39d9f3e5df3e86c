import { dateFormat, t } from '#i18n/text.ts';
import { dayAhead, formatDay, isMoment } from '#ui/admin/dates.ts';

/** Bangladesh has no daylight saving time. */
const zone = 'Asia/Dhaka';
const offset = '+06:00';

const words = dateFormat({
  timeZone: zone,
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A timestamp in Dhaka time: '05 Dec 2026, 09:00' or 'tomorrow 09:00'. */
export function dhakaTime(moment: string): string {
  const whole = words.format(new Date(moment)).replace('Sept', 'Sep');
  const time = whole.split(', ').at(-1);
  const day = fieldTime(moment).slice(0, 10);
  if (day === dayAhead(0)) return t`today ${time}`;
  if (day === dayAhead(1)) return t`tomorrow ${time}`;
  return whole;
}

/** The day of a timestamp in Dhaka: 'today' or '03 Nov 2025'. */
export function dayOf(moment: string): string {
  const day = fieldTime(moment).slice(0, 10);
  return day === dayAhead(0) ? t('today') : formatDay(day);
}

/** The value of a `datetime-local` input; empty for null. */
export function fieldTime(moment: string | null): string {
  return moment ? new Date(Date.parse(moment) + 6 * 3_600_000).toISOString().slice(0, 16) : '';
}

/** The timestamp of such an input; what is no moment is left to the server. */
export function toTimestamp(field: string): string | null {
  return isMoment(field) ? new Date(`${field}${offset}`).toISOString() : field || null;
}
