import { CsvError, parse } from 'csv-parse/sync';
import { inLanguage } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { leadLimits } from '../../lead/limits.ts';
import type { FileRow, FileRows, ImportFile, ReadFile } from '../import-file.server.ts';
import { isBlank, maxColumns, readXlsx, Unreadable } from './read-xlsx.server.ts';

/** Parses untrusted files in a child process, one after the other. The parent ends it if one takes too long. */
process.on('message', (file: ImportFile) => inLanguage(file.reader, async () => process.send?.(await read(file))));
process.on('disconnect', () => process.exit(0));

// The reader of workbooks takes days of ISO 8601 for local ones, and cuts the numbers of characters, such as emoji, to 16 bits.
process.env.TZ = 'UTC';
String.fromCharCode = String.fromCodePoint;

const unreadable = t({ csv: 'The file can’t be read as CSV.', xlsx: 'The workbook can’t be read.' });

async function read({ format, text }: ImportFile): Promise<ReadFile> {
  try {
    return format === 'csv' ? readCsv(text) : await readXlsx(Buffer.from(text, 'base64'));
  } catch (error) {
    return { problem: error instanceof Unreadable ? error.message : unreadable[format] };
  }
}

/**
 * Returns at most one row more than allowed below the heads, so that the caller can detect the excess.
 * @throws {Unreadable}
 */
function readCsv(csv: string): FileRows {
  // A file may mix the ends of lines of several programs, of which the parser takes the first for all.
  const text = csv.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const lines = text.replace(/\n$/, '').split('\n');
  const delimiter = delimiterOf(text);
  const rows: FileRow[] = [];
  let [blank, last] = [0, 0];
  const passBlankLines = () => {
    for (; lines[last] === ''; last++) blank += Math.sign(rows.length);
  };
  try {
    parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      max_record_size: 100_000,
      // Each record costs some 20 µs, and a file may end in a million blank lines.
      skip_empty_lines: true,
      on_record: (cells: string[], { lines: end }) => {
        passBlankLines();
        const line = last + 1;
        const heads = rows[0]?.cells.length ?? cells.length;
        const isLikeRow = (text: string) => cells.length < heads || text.split(delimiter).length === heads;
        if (lines.slice(last, end).filter((text) => withContact.test(text) && isLikeRow(text)).length > 1) {
          throw new Unreadable(
            t`Lines ${line} to ${end} are one row because of the quotation marks in them, but look like several. Mend or remove the marks.`,
          );
        }
        last = end;
        if (isBlank(cells)) blank += Math.sign(rows.length);
        else if (rows.length < leadLimits.importRows + 2) rows.push({ line, cells: limitColumns(cells, line) });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw notCsv(last + 1);
  }
  passBlankLines();
  if (last !== lines.length) throw notCsv(last + 1);
  return { rows, blank };
}

/** A quotation mark too many makes one row of all up to the next one: then several lines have a number or an address. */
const withContact = /@|(?:\p{Nd}\P{Nd}*){6}/u;

function notCsv(line: number): Unreadable {
  return new Unreadable(t`The file can’t be read as CSV. Look at line ${line}: a quotation mark may be missing.`);
}

/** Spreadsheet programs may write empty cells far to the right. */
function limitColumns(cells: string[], line: number): string[] {
  if (cells.slice(maxColumns).some((cell) => cell.trim() !== '')) {
    throw new Unreadable(t`The file has more than ${maxColumns} columns: look at line ${line}.`);
  }
  return cells.slice(0, maxColumns);
}

/** Spreadsheet programs write a comma, a semicolon or a tab, depending on their locale. */
function delimiterOf(text: string): string {
  const heads = text.slice(0, 10_000).split('\n', 1)[0] ?? '';
  const count = (delimiter: string) => heads.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
