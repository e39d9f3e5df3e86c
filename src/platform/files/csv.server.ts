import { stringify } from 'csv-stringify/sync';

/** Makes spreadsheet programs read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Cells that a spreadsheet would run as a formula get an apostrophe in front. */
export function csvRows(rows: readonly (readonly (string | number)[])[]): string {
  return stringify([...rows] as (string | number)[][], { escape_formulas: true, record_delimiter: 'windows' });
}
