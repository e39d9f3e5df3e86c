import { posix } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { readSheet, type SheetData } from 'read-excel-file/universal';
import { inLanguage } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { serveJobs } from '#platform/jobs/process-pool.server.ts';
import { leadLimits, nameOfColumn } from '../lead/strings.ts';
import { type FileRow, type FileRows, fieldOf, isBlank, maxColumns, maxRows, Unreadable } from './columns.server.ts';
import { readCsv } from './csv.server.ts';
import type { ImportFile } from './file.server.ts';
import { type ReadFile, tableOf, unread } from './table.server.ts';

/** Parses untrusted files in a child process, one after the other. The parent ends it if one takes too long. */
serveJobs((file: ImportFile) => inLanguage(file.reader, () => read(file)));

// The reader of workbooks takes days of ISO 8601 for local ones, and cuts the numbers of characters, such as emoji, to 16 bits.
process.env.TZ = 'UTC';
String.fromCharCode = String.fromCodePoint;

async function read({ format, text, sheet, head_row }: ImportFile): Promise<ReadFile> {
  try {
    if (format === 'xlsx') return await readXlsx(Buffer.from(text, 'base64'), sheet, head_row);
    return tableOf(readCsv(text), head_row);
  } catch (error) {
    return unreadBecause(error);
  }
}

function unreadBecause(error: unknown): ReadFile {
  return { ...unread, problem: error instanceof Unreadable ? error.message : broken };
}

const broken = t('The workbook is broken. Open it, save it again as .xlsx, and choose it once more.');
const tooLarge = t('Unpacked the workbook is too large. Save the sheet alone, or split it into smaller ones.');

/** Far more bytes than a workbook of contacts unpacks to, but a zip bomb exceeds it. */
const maxUnpacked = 64 * 2 ** 20;

/** The sheet of that name, else the first visible one with leads. @throws {Unreadable} */
async function readXlsx(bytes: Buffer, name: ImportFile['sheet'], headRow: number | undefined): Promise<ReadFile> {
  const signature = bytes.toString('hex', 0, 4);
  if (signature !== '504b0304') {
    throw new Unreadable(
      signature === 'd0cf11e0'
        ? t('This workbook is of the old kind (.xls) or has a password. Save it as .xlsx without a password.')
        : t('This is no Excel workbook (.xlsx).'),
    );
  }
  const sheets = sheetsOf(bytes);
  const visible = sheets.filter(({ rows, hidden }) => rows > 0 && !hidden);
  const asked = name ? sheets.filter((each) => each.name === name) : visible.length > 0 ? visible : sheets.slice(0, 1);
  let found: ReadFile = { ...unread, problem: t('The workbook has no sheet of this name.') };
  for (const [at, sheet] of sheets.entries()) {
    if (!asked.includes(sheet)) continue;
    const read = { ...(await readTable(bytes, sheet, at + 1, headRow)), sheet: sheet.name };
    // One that can't be read may be the one with the leads.
    const isList = read.lines.length === 0 || read.heads.some((head) => /^(?:number|email)$/.test(fieldOf(head) ?? ''));
    if (isList || found.sheet === null || read.rows.length > found.rows.length) found = read;
    if (isList) break;
  }
  return { ...found, sheets: sheets.map(({ files: _, ...sheet }) => sheet) };
}

async function readTable(
  bytes: Buffer,
  { files }: WorkbookSheet,
  place: number,
  headRow: number | undefined,
): Promise<ReadFile> {
  try {
    return tableOf(rowsOf(await readSheet(zipSync(unpack(bytes, files), { level: 0 }).buffer, place)), headRow);
  } catch (error) {
    return unreadBecause(error);
  }
}

const fixed = ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'];

type SheetInfo = ReadFile['sheets'][number];

interface WorkbookSheet extends SheetInfo {
  /** What the library needs. Of a whole archive it would unpack every file, in threads without a limit. */
  files: string[];
}

function sheetsOf(bytes: Buffer): WorkbookSheet[] {
  const [workbook, relations = ''] = fixed.map((path) => unpack(bytes, [path])[path]?.toString());
  if (!workbook) throw new Unreadable(t('The workbook can’t be read.'));
  const pathOf = (part: string) => {
    const relation = new RegExp(`<(?=[^<>]*["'/]${part}["'])[^<>]*?\\sTarget\\s*=\\s*["']([^"']*)`);
    return posix.resolve('/xl', relation.exec(relations)?.[1] ?? '').slice(1);
  };
  return [...workbook.matchAll(/<(?:[\w.-]+:)?sheet\s[^<>]*>/g)].map(([tag]) => {
    const attribute = (name: string) => new RegExp(`[\\s:]${name}\\s*=\\s*(["'])(.*?)\\1`).exec(tag)?.[2] ?? '';
    const [path = '', ...others] = [attribute('id').replace(/[^\w.-]/g, ''), 'sharedStrings', 'styles'].map(pathOf);
    const rows = countRows(Buffer.from(unzip(bytes, [path])[path] ?? '').toString());
    const hidden = /hidden/i.test(attribute('state'));
    return {
      name: attribute('name').replace(/&(amp|lt|gt|quot|apos);/g, (all, name) => entities[name] ?? all),
      rows,
      hidden,
      files: [...fixed, path, ...others],
    };
  });
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function countRows(xml: string): number {
  let [rows, isNew] = [0, false];
  for (const { 0: tag, 1: row, index } of xml.matchAll(/<(?:[\w.-]+:)?(?:(row)|[vt])(?=[\s>/])[^<>]*>/g)) {
    if (row) isNew = true;
    else if (isNew && (xml[index + tag.length] ?? '<') !== '<') [rows, isNew] = [rows + 1, false];
  }
  return rows;
}

function unpack(bytes: Buffer, paths: string[]): Record<string, Buffer> {
  const files = Object.entries(unzip(bytes, paths));
  return Object.fromEntries(files.map(([name, xml]) => [name, withPlaces(textOfXml(xml))]));
}

/** Of an entry no more than it claims is unpacked. @throws {Unreadable} */
function unzip(bytes: Buffer, paths: string[]): Record<string, Uint8Array> {
  const names = new Set<string>();
  let unpacked = 0;
  return unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      if (/\.(?:xml|rels)$/.test(name)) unpacked += Math.max(size, originalSize);
      if (unpacked > maxUnpacked || names.size === 1_000) throw new Unreadable(tooLarge);
      if (names.has(name)) throw new Unreadable(broken);
      names.add(name);
      return paths.includes(name);
    },
  });
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
    rows.push({ line, cells, before: line - (rows.at(-1)?.line ?? 0) - 1 });
  }
  return { rows, after: 0 };
}

function assertPlace(line: number, column: number): void {
  const name = `${nameOfColumn(column)}${line}`;
  if (line > maxRows) {
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
