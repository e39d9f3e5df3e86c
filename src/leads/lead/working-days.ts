/** The first working day on or after this one: Sunday to Thursday, no holiday. Days are YYYY-MM-DD. */
export function workingDay(day: string, holidays: readonly string[]): string {
  // Friday is 5, Saturday 6.
  const isFree = new Date(day).getUTCDay() >= 5 || holidays.includes(day);
  return isFree ? workingDay(new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10), holidays) : day;
}
