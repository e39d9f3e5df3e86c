import { CsvError, parse } from 'csv-parse/sync';
import type { FileRow } from '../import-file.server.ts';
import { Unreadable } from './unreadable.server.ts';

export const maxColumns = 200;

/**
 * Returns at most one row more than allowed below the heads, so that the caller can detect the excess.
 * @throws {Unreadable}
 */
export function readCsv(csv: string, mostRows: number): FileRow[] {
  const text = csv.replace(/^\uFEFF/, '');
  const rows: FileRow[] = [];
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 100_000,
      on_record: (cells: string[], { lines }) => {
        if (rows.length < mostRows + 2) rows.push({ line: lines, cells: limitColumns(cells, lines) });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? ` Look at line ${error.lines}: ` : ' ';
    throw new Unreadable(`The file can’t be read as CSV.${line}a quotation mark may be missing.`);
  }
}

/** Spreadsheet programs may write empty cells far to the right. */
function limitColumns(cells: string[], line: number): string[] {
  if (cells.slice(maxColumns).some((cell) => cell.trim() !== '')) {
    throw new Unreadable(`The file has more than ${maxColumns} columns: look at line ${line}.`);
  }
  return cells.slice(0, maxColumns);
}

/** Spreadsheet programs write a comma, a semicolon or a tab, depending on their locale. */
function delimiterOf(text: string): string {
  const heads = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string) => heads.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
