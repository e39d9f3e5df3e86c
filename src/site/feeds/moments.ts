/** Start of a calendar day (`YYYY-MM-DD`) in Bangladesh. */
export function publishedAt(day: string): string {
  return `${day.slice(0, 10)}T00:00:00+06:00`;
}
