/**
 * Days and hours as the vendor's office lives them. Bangladesh is six hours ahead of UTC all the year, since 2010
 * without summer time, so its calendar needs no table of time zones and the database can reckon it too.
 */
const ahead = 6 * 3_600_000;
const dayLong = 86_400_000;

/** The calendar day in Dhaka at this moment, as `YYYY-MM-DD`. */
export function dayInDhaka(moment: Date): string {
  return new Date(moment.getTime() + ahead).toISOString().slice(0, 10);
}

/** The hour of the day in Dhaka at this moment, 0 to 23. */
export function hourInDhaka(moment: Date): number {
  return new Date(moment.getTime() + ahead).getUTCHours();
}

/** The moment at which this hour of this day begins in Dhaka. */
export function momentInDhaka(day: string, hour = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 - ahead);
}

/** The day that lies so many days after `day`, or before it when negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLong).toISOString().slice(0, 10);
}
