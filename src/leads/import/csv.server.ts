import { parse } from 'csv-parse/sync';
import { t } from '#i18n/text.ts';
import { type FileRows, isBlank, maxColumns, maxRows, Unreadable } from './columns.server.ts';

const loose = t('A quotation mark stands within a cell: look whether everything is in its column.');
const unpaired = t('A quotation mark is missing or too many. Mend or remove it.');

/**
 * A quotation mark that hides other rows, or has no partner, is a problem of its line alone: the next one is read anew.
 * @throws {Unreadable}
 */
export function readCsv(csv: string): FileRows {
  // A file may mix the ends of lines of several programs.
  const lines = csv
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n');
  // Excel takes the separator from a line above the heads.
  const [, named] = /^"?sep=([,;\t|])/i.exec(lines[0] ?? '') ?? [];
  const delimiter = named ?? delimiterOf(lines.slice(0, 50));
  const width = widthOf(lines, delimiter);
  const file: FileRows = { rows: [], after: 0 };
  let doubtful = 0;
  for (let at = named ? 1 : 0; at < lines.length && file.rows.length <= maxRows; ) {
    const record = readRecord(lines, at, delimiter, width);
    const row = { before: file.after, ...rowOf(record, at + 1, at < doubtful ? width : null) };
    if (!isBlank(row.cells)) file.rows.push(row);
    file.after = isBlank(row.cells) ? file.after + 1 : 0;
    [at, doubtful] = [record.end, Math.max(doubtful, record.last ?? 0)];
  }
  return file;
}

/** Of a row beside doubtful quotation marks the width is given, which it must have. */
function rowOf({ cells, hint = '', problem = '' }: CsvRecord, line: number, width: number | null) {
  if (!isBlank(cells.slice(maxColumns))) {
    throw new Unreadable(t`The file has more than ${maxColumns} columns: look at line ${line}.`);
  }
  const isFragment = width !== null && cells.length !== width;
  return {
    line,
    cells: cells.slice(0, maxColumns).map((cell) => (width === null ? cell : cell.replace(/^"|"$/g, ''))),
    problem: problem || (isFragment ? unpaired : ''),
    hint,
  };
}

/** A quotation mark too many makes one row of all up to the next one: then several lines have a number or an address. */
const withContact = /@|(?:\p{Nd}\P{Nd}*){6}/u;

interface CsvRecord {
  cells: string[];
  end: number;
  /** The line up to which quotation marks are in doubt. */
  last?: number;
  hint?: string;
  problem?: string;
}

function readRecord(lines: string[], at: number, delimiter: string, width: number): CsvRecord {
  const first = lines[at] ?? '';
  if (first.length > 100_000) throw new Unreadable(t`The file can’t be read as CSV: line ${at + 1} is too long.`);
  const alone = { cells: first.split(delimiter), end: at + 1 };
  for (let end = at + 1; first.includes('"') && end <= Math.min(lines.length, at + 100); end++) {
    const some = lines.slice(at, end);
    const cells = some.at(-1)?.includes('"') ? cellsOf(some.join('\n'), delimiter) : null;
    if (!cells) continue;
    const isLikeRow = (each: string) => cells.length < width || each.split(delimiter).length === width;
    const isSeveral = some.filter((each) => withContact.test(each) && isLikeRow(each)).length > 1;
    const isLoose = cells.join('').includes('"') && !some.join('').includes('""');
    if (!isSeveral) return { cells, end, hint: isLoose ? loose : '' };
    const problem = t`Lines ${at + 1} to ${end} are one row because of the quotation marks in them, but look like several. Mend or remove the marks.`;
    return { ...alone, last: end, problem };
  }
  return first.includes('"') ? { ...alone, last: at + 1, problem: unpaired } : alone;
}

/** Null if a quoted cell has no end. */
function cellsOf(text: string, delimiter: string): string[] | null {
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true })[0] ?? null;
  } catch {
    return null;
  }
}

/** Of the heads: titles above them are shorter, and what is beyond them is in a cell too many. */
function widthOf(lines: string[], delimiter: string): number {
  const above = lines.slice(
    0,
    Math.max(
      1,
      lines.findIndex((line) => withContact.test(line)),
    ),
  );
  return Math.max(...above.slice(0, 50).map((line) => line.split(delimiter).length));
}

/** Programs write a comma, a semicolon, a tab or a bar, as their locale is: the one that most lines have. */
function delimiterOf(lines: string[]): string {
  const texts = lines.map((line) => line.replace(/"[^"]*"/g, ''));
  const count = (each: string) =>
    texts.filter((text) => text.includes(each)).length + texts.join().split(each).length / 1e6;
  return [';', '\t', '|'].reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}
