import { CsvError, parse } from 'csv-parse/sync';
import { invalid } from '#server/errors.server.ts';
import { leadLimits } from '../schema.ts';

/** A line of a table, by its number in the file. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** @throws {Refusal} 422 for what is no table, or a longer one than one call may carry */
export function readFile(csv: string): { heads: string[]; rows: FileRow[] } {
  if (csv.length > leadLimits.importBytes) throw refused('The file is too large. Split it into smaller ones.');
  const text = csv.replace(/^\uFEFF/, '');
  const [first, ...rest] = parsed(text);
  if (!first || first.cells.every((cell) => cell.trim() === '')) throw refused('The file is empty.');
  if (rest.length > leadLimits.importRows) {
    throw refused(`The file has more than ${leadLimits.importRows} rows. Split it into smaller ones.`);
  }
  if (rest.length === 0) throw refused('Below its heads the file has no rows.');
  return { heads: first.cells.map((cell) => cell.trim()), rows: rest };
}

function parsed(text: string): FileRow[] {
  try {
    const records = parse(text, {
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 100_000,
      info: true,
      to: leadLimits.importRows + 2,
      // Its types don't know what `info` makes of a record.
    }) as unknown as { info: { lines: number }; record: string[] }[];
    return records.map(({ info, record }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === 'number' ? ` Look at line ${error.lines}: ` : ' ';
    throw refused(`The file can’t be read as CSV.${line}a quotation mark may be missing.`);
  }
}

/** Spreadsheet programs write a comma, a semicolon or a tab, as their language has it. */
function delimiterOf(text: string): string {
  const heads = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string) => heads.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function refused(message: string) {
  return invalid({ csv: [message] });
}
