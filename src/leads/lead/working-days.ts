/** The first working day on or after this one: Sunday to Thursday, no holiday. Days are YYYY-MM-DD. */
export function workingDay(day: string, holidays: readonly { day: string }[]): string {
  const moment = new Date(`${day}T00:00:00Z`);
  while (isFree(moment, holidays)) moment.setUTCDate(moment.getUTCDate() + 1);
  return dayOf(moment);
}

const [friday, saturday] = [5, 6];

function isFree(moment: Date, holidays: readonly { day: string }[]): boolean {
  const weekday = moment.getUTCDay();
  return weekday === friday || weekday === saturday || holidays.some(({ day }) => day === dayOf(moment));
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
