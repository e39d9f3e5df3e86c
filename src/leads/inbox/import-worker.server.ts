import { posix } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { unzipSync, zipSync } from 'fflate';
import { readSheet, type SheetData } from 'read-excel-file/universal';
import { inLanguage } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { leadLimits, nameOfColumn } from '../lead/strings.ts';
import type { FileRow, FileRows, ImportFile, ReadFile } from './import-file.server.ts';

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

/** With a message for whoever chose the file. */
class Unreadable extends Error {}

const maxColumns = 200;

const broken = t('The workbook is broken. Open it, save it again as .xlsx, and choose it once more.');
const tooLarge = t('Unpacked the workbook is too large. Save the sheet alone, or split it into smaller ones.');

/** Far more bytes than a workbook of contacts unpacks to, but a zip bomb exceeds it. */
const maxUnpacked = 64 * 2 ** 20;

/** The rows of the first sheet. @throws {Unreadable} */
async function readXlsx(bytes: Buffer): Promise<FileRows> {
  const signature = bytes.toString('hex', 0, 4);
  if (signature !== '504b0304') {
    throw new Unreadable(
      signature === 'd0cf11e0'
        ? t('This workbook is of the old kind (.xls) or has a password. Save it as .xlsx without a password.')
        : t('This is no Excel workbook (.xlsx).'),
    );
  }
  try {
    return rowsOf(await readSheet(zipSync(filesOfSheet(bytes), { level: 0 }).buffer));
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(broken);
  }
}

/** What the library needs for the first sheet. Of a whole archive it would unpack every file, in threads without a limit. */
function filesOfSheet(bytes: Buffer): Record<string, Buffer> {
  const paths = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];
  const [workbook, relations = ''] = paths.map((path) => unpack(bytes, [path])[path]?.toString());
  if (!workbook) throw new Unreadable(t('The workbook can’t be read.'));
  const pathOf = (part = '') => {
    const relation = new RegExp(`<(?=[^<>]*["'/]${part}["'])[^<>]*?\\sTarget\\s*=\\s*["']([^"']*)`);
    return posix.resolve('/xl', relation.exec(relations)?.[1] ?? '').slice(1);
  };
  const id = /<(?:[\w.-]+:)?sheet\s[^<>]*?:id\s*=\s*["']([\w.-]+)["']/.exec(workbook)?.[1];
  return unpack(bytes, [...paths, ...[id, 'sharedStrings', 'styles'].map(pathOf)]);
}

/** Of an entry no more than it claims is unpacked. @throws {Unreadable} */
function unpack(bytes: Buffer, paths: string[]): Record<string, Buffer> {
  const names = new Set<string>();
  let unpacked = 0;
  const files = unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      if (/\.(?:xml|rels)$/.test(name)) unpacked += Math.max(size, originalSize);
      if (unpacked > maxUnpacked || names.size === 1_000) throw new Unreadable(tooLarge);
      if (names.has(name)) throw new Unreadable(broken);
      names.add(name);
      return paths.includes(name);
    },
  });
  return Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, withPlaces(textOfXml(xml))]));
}

/** Without comments, beside which the library leaves out text. */
function textOfXml(bytes: Uint8Array): string {
  const xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/<!--(?:-?[^-])*-->/g, '');
  if (unusual.test(xml)) throw new Unreadable(broken);
  // The library knows only one of the two ways to write yes.
  return xml.replace(
    /(?<tag><(?:[\w.-]+:)?workbookPr\s(?:[^<>]*\s)?)date1904\s*=\s*["'](?:1|true)["']/,
    '$<tag>date1904="1"',
  );
}

/**
 * What no spreadsheet program writes: CDATA sections, and tags without an end, or far away from it. The library looks for it anew
 * with each piece that it reads. A cell takes half of this at most.
 */
const unusual = /<!|<[^<>]*(?:<|$)|(?:^|>)[^>]{524288}/;

/**
 * With the place of each cell, which a program may leave out. For a single cell far out the library would fill up all before it.
 * @throws {Unreadable}
 */
function withPlaces(xml: string): Buffer {
  const rows: Buffer[] = [];
  let [row, from, line, column] = ['', 0, 0, 0];
  // A replacement by a function would hold all matches at once.
  for (const { 0: tag, 1: name = '', 2: letters, 3: digits, index } of xml.matchAll(rowOrCell)) {
    if (name.endsWith('row')) {
      rows.push(Buffer.from(row + xml.slice(from, index)));
      [row, from, line, column] = ['', index, Number(digits ?? line + 1), 0];
    } else if (letters) {
      [line, column] = [Number(digits), [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)];
    } else {
      const end = index + 1 + name.length;
      row += `${xml.slice(from, end)} r="${nameOfColumn(++column)}${line}"`;
      from = end;
    }
    // The last cell that the format has is XFD1048576.
    if (line > 2 ** 20 || column > 2 ** 14) throw new Unreadable(broken);
    if (hasText.test(xml.slice(index + tag.length))) assertPlace(line, column);
  }
  return Buffer.concat([...rows, Buffer.from(row + xml.slice(from))]);
}

const rowOrCell = /<((?:[\w.-]+:)?(?:row|c))(?=[\s/>])(?:[^<>]*?\sr\s*=\s*["']([A-Z]{0,3})([1-9]\d{0,6})["'])?/g;
const hasText =
  /^[^<>]*>\s*(?:<(?:[\w.-]+:)?f\b[^<>]*>(?:[^<>]*<\/[^<>]*>)?\s*)?<(?:[\w.-]+:)?(?:v|is>\s*<(?:[\w.-]+:)?t)\b[^<>]*>[^<]/;

function rowsOf(sheet: SheetData): FileRows {
  const rows: FileRow[] = [];
  let characters = 0;
  for (const [index, values] of sheet.entries()) {
    const [line, width] = [index + 1, values.findLastIndex((value) => value !== null) + 1];
    const cells = values.slice(0, width).map(textOf);
    if (isBlank(cells)) continue;
    assertPlace(line, width);
    characters += cells.join('').length;
    if (characters > leadLimits.importBytes) throw new Unreadable(tooLarge);
    rows.push({ line, cells });
  }
  return { rows, blank: (rows.at(-1)?.line ?? 0) - (rows[0]?.line ?? 1) + 1 - rows.length };
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function assertPlace(line: number, column: number): void {
  const name = `${nameOfColumn(column)}${line}`;
  if (line > leadLimits.importRows + 1) {
    throw new Unreadable(
      t`The sheet has more than ${leadLimits.importRows} rows: there is something in ${name}. Split it into smaller ones.`,
    );
  }
  if (column > maxColumns) {
    throw new Unreadable(t`The sheet has more than ${maxColumns} columns: there is something in ${name}.`);
  }
}

function textOf(value: unknown): string {
  if (value instanceof Date) return textOfDate(value);
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '');
}

/** YYYY-MM-DD, or of a time without a day HH:MM; empty for a number that is no day. */
function textOfDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  // The fraction of a day may be less than its minute.
  const [day = '', time = ''] = new Date(date.getTime() + 500).toISOString().split('T');
  return day === '1899-12-30' ? time.slice(0, 5) : day;
}
