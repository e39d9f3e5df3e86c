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
