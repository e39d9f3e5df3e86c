/** Bangladesh is UTC+6 without summer time since 2010, so no time zone table is needed and SQL can compute it too. */
const ahead = 6 * 3_600_000;
const dayLong = 86_400_000;

/** `YYYY-MM-DD`. */
export function dayInDhaka(moment: Date): string {
  return new Date(moment.getTime() + ahead).toISOString().slice(0, 10);
}

/** `YYYY-MM-DDTHH:MM`. */
export function minuteInDhaka(moment: Date): string {
  return new Date(moment.getTime() + ahead).toISOString().slice(0, 16);
}

/** 0 to 23. */
export function hourInDhaka(moment: Date): number {
  return new Date(moment.getTime() + ahead).getUTCHours();
}

export function momentInDhaka(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - ahead);
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLong).toISOString().slice(0, 10);
}
