const [friday, saturday] = [5, 6];

/** The first working day on or after this one: Sunday to Thursday, no holiday. Days are YYYY-MM-DD. */
export function workingDay(day: string, holidays: readonly string[]): string {
  const weekday = new Date(day).getUTCDay();
  const isFree = weekday === friday || weekday === saturday || holidays.includes(day);
  return isFree ? workingDay(new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10), holidays) : day;
}
