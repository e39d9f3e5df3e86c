/** The letters of a column in a workbook: 1 is A, 27 is AA. */
export function nameOfColumn(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? nameOfColumn(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}
