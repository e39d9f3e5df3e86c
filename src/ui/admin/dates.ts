import { latinDigits } from '#api/text.ts';
import { dateFormat, language, t } from '#i18n/text.ts';

const wholeDay = { day: '2-digit', month: 'short', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const day = dateFormat({ ...wholeDay, timeZone: 'UTC' });
const time = dateFormat(clock);
const dayAndTime = dateFormat({ ...wholeDay, ...clock });
const relative = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });

/** '2025-11-05' becomes '05 Nov 2025'. */
export function formatDay(date: string): string {
  const moment = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) ? date : day.format(moment).replace('Sept', 'Sep');
}

const moments = {
  day: dateFormat({ ...wholeDay, ...clock, timeZone: 'UTC' }),
  weekday: dateFormat({ weekday: 'short', day: 'numeric', month: 'short', ...clock, timeZone: 'UTC' }),
};

/** '2025-11-05T09:00', as native inputs have it, becomes '05 Nov 2025, 09:00' or 'Wed 5 Nov, 09:00'. */
export function formatMoment(value: string, format: keyof typeof moments = 'day'): string {
  return isMoment(value) ? moments[format].format(new Date(`${value}Z`)).replace('Sept', 'Sep') : formatDay(value);
}

export function isMoment(value: string): boolean {
  return /T\d\d:\d\d$/.test(value) && !Number.isNaN(Date.parse(`${value}Z`));
}

const monthName = dateFormat({ month: 'long', timeZone: 'UTC' });

/** Reads '30 Nov 2026' or '30/11/2026, 9:00' into the value of a native input; anything else stays. */
export function readMoment(text: string): string {
  const [day = '', word = '', year = '', time] = latinDigits(text)
    .trim()
    .split(/[\s,./-]+/);
  const isMonth = (month: number) =>
    monthName
      .format(Date.UTC(2026, month - 1))
      .toLowerCase()
      .startsWith(word.toLowerCase());
  const month = Number(word) || [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].find(isMonth);
  if (!/^\d{4}$/.test(year) || !month) return text;
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
  return time ? `${date}T${time.padStart(5, '0')}` : date;
}

/** '11:42' today, else '05 Nov 2025, 11:42'. */
export function timeOfDay(moment: number): string {
  const isToday = new Date(moment).toDateString() === new Date().toDateString();
  return (isToday ? time : dayAndTime).format(moment);
}

/** '3 hours ago', up to seven days; then the date. */
export function formatAge(moment: string): string {
  const minutes = Math.round((Date.parse(moment) - Date.now()) / 60_000);
  if (minutes > -1) return t('just now');
  if (minutes > -60) return relative.format(minutes, 'minute');
  if (minutes > -1440) return relative.format(Math.round(minutes / 60), 'hour');
  if (minutes > -7 * 1440) return relative.format(Math.round(minutes / 1440), 'day');
  return dayAndTime.format(Date.parse(moment));
}

const weekday = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });

/** 'today', 'tomorrow' or 'Sun 29 Nov'. */
export function nearDay(date: string): string {
  if (date === dayAhead(0)) return t('today');
  return date === dayAhead(1) ? t('tomorrow') : weekday.format(new Date(date)).replace(',', '');
}

const inDhaka = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka', dateStyle: 'short' });

/** YYYY-MM-DD in Asia/Dhaka; 0 is today. */
export function dayAhead(days: number): string {
  return inDhaka.format(Date.now() + days * 86_400_000);
}
