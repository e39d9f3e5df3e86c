import { isUtf8 } from 'node:buffer';
import { unzipSync } from 'fflate';
import { readSheet, type SheetData } from 'read-excel-file/universal';
import { t } from '#i18n/text.ts';
import { leadLimits } from '../../lead/limits.ts';
import type { FileRow, FileRows } from '../import-file.server.ts';
import { nameOfColumn } from '../name-of-column.ts';

/** With a message for whoever chose the file. */
export class Unreadable extends Error {}

export const maxColumns = 200;

const broken = t('The workbook is broken. Open it, save it again as .xlsx, and choose it once more.');
const tooLarge = t('Unpacked the workbook is too large. Save the sheet alone, or split it into smaller ones.');

/** Far more bytes than a workbook of contacts unpacks to, but a zip bomb exceeds it. */
const maxUnpacked = 64 * 2 ** 20;
const mostOfTag = 2 ** 19;

/** The rows of the first sheet. @throws {Unreadable} */
export async function readXlsx(bytes: Buffer<ArrayBuffer>): Promise<FileRows> {
  const signature = bytes.toString('hex', 0, 4);
  if (signature !== '504b0304') {
    throw new Unreadable(
      signature === 'd0cf11e0'
        ? t('This workbook is of the old kind (.xls) or has a password. Save it as .xlsx without a password.')
        : t('This is no Excel workbook (.xlsx).'),
    );
  }
  try {
    assertUnpackable(bytes);
    return rowsOf(await readSheet(new Blob([bytes])));
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(broken);
  }
}

/** By the same directory of the archive as the library. @throws {Unreadable} */
function assertUnpackable(bytes: Buffer): void {
  let size = 0;
  const isXml = ({ name }: { name: string }) => /\.(?:xml|rels)$/.test(name);
  unzipSync(bytes, {
    filter: (entry) => {
      if (isXml(entry)) size += entry.originalSize;
      return false;
    },
  });
  if (size > maxUnpacked) throw new Unreadable(tooLarge);
  const files = unzipSync(bytes, { filter: isXml });
  if (!files['xl/workbook.xml']) throw new Unreadable(t('The workbook can’t be read.'));
  if (Object.values(files).some((xml) => isUnusual(Buffer.from(xml.buffer)))) throw new Unreadable(broken);
}

/**
 * What no spreadsheet program writes. The library leaves out text beside comments and CDATA sections, and looks for the end of
 * a tag anew with each piece that it reads. A cell takes half of `mostOfTag` at most.
 */
function isUnusual(xml: Buffer): boolean {
  if (xml.includes('<!') || !isUtf8(xml)) return true;
  for (let end = mostOfTag; end < xml.length; end += mostOfTag) {
    if (!xml.subarray(end - mostOfTag, end).includes('>')) return true;
  }
  return false;
}

function rowsOf(sheet: SheetData): FileRows {
  const rows: FileRow[] = [];
  let characters = 0;
  for (const [index, values] of sheet.entries()) {
    const [line, width] = [index + 1, values.findLastIndex((value) => value !== null) + 1];
    const cells = values.slice(0, width).map(textOf);
    if (isBlank(cells)) continue;
    assertPlace(line, cells);
    characters += cells.join('').length;
    if (characters > leadLimits.importBytes) throw new Unreadable(tooLarge);
    rows.push({ line, cells });
  }
  return { rows, blank: (rows.at(-1)?.line ?? 0) - (rows[0]?.line ?? 1) + 1 - rows.length };
}

export function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function assertPlace(line: number, cells: string[]): void {
  const isTooLow = line > leadLimits.importRows + 1;
  const beyond = cells.findIndex((cell, at) => cell !== '' && (isTooLow || at >= maxColumns));
  if (beyond < 0) return;
  const name = `${nameOfColumn(beyond + 1)}${line}`;
  throw new Unreadable(
    isTooLow
      ? t`The sheet has more than ${leadLimits.importRows} rows: there is something in ${name}. Split it into smaller ones.`
      : t`The sheet has more than ${maxColumns} columns: there is something in ${name}.`,
  );
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
