import { stringify } from 'csv-stringify/sync';

/** Spreadsheet programs then read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Rows of a CSV file. Cells that a spreadsheet would take for a formula get an apostrophe in front. */
export function csvRows(rows: readonly (readonly (string | number)[])[]): string {
  return stringify([...rows] as (string | number)[][], { escape_formulas: true, record_delimiter: 'windows' });
}
