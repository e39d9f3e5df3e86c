import { CsvError, parse } from 'csv-parse/sync';
import { inLanguage } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { leadLimits } from '../../lead/limits.ts';
import type { FileRow, ImportFile, ReadFile } from '../import-file.server.ts';
import { maxColumns, readXlsx, Unreadable } from './read-xlsx.server.ts';

/** Parses untrusted files in a child process, one after the other. The parent ends it if one takes too long. */
process.on('message', (file: ImportFile) => process.send?.(inLanguage(file.reader, () => read(file))));
process.on('disconnect', () => process.exit(0));

const unreadable = t({ csv: 'The file can’t be read as CSV.', xlsx: 'The workbook can’t be read.' });

function read({ format, text }: ImportFile): ReadFile {
  const most = { rows: leadLimits.importRows, characters: leadLimits.importBytes };
  try {
    return { rows: format === 'csv' ? readCsv(text, most.rows) : readXlsx(Buffer.from(text, 'base64'), most) };
  } catch (error) {
    return { problem: error instanceof Unreadable ? error.message : unreadable[format] };
  }
}

/**
 * Returns at most one row more than allowed below the heads, so that the caller can detect the excess.
 * @throws {Unreadable}
 */
function readCsv(csv: string, mostRows: number): FileRow[] {
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
    const { lines: line } = error;
    throw new Unreadable(
      typeof line === 'number'
        ? t`The file can’t be read as CSV. Look at line ${line}: a quotation mark may be missing.`
        : t('The file can’t be read as CSV. a quotation mark may be missing.'),
    );
  }
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
  const heads = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? '';
  const count = (delimiter: string) => heads.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
