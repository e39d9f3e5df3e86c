import { parentPort, workerData } from 'node:worker_threads';
import { inflateRawSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/universal';
import type { SheetAnswer, SheetTask } from './workbook.server.ts';

/** The thread that reads the first sheet of one workbook: its rows as texts are its only answer, or why it has none. */

/** What a workbook of contacts never comes near to; a bomb does. */
const most = { entries: 1_000, bytes: 64 * 2 ** 20, columns: 200 };

const signatures = { protected: 0xe011cfd0, entry: 0x02014b50, file: 0x04034b50 };

/** Cells that look like something and say nothing may lie anywhere. */
const cell = /<c\b[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>]*?>\s*<(?:v|is|f)\b/g;

const { bytes, rows: mostRows } = workerData as SheetTask;

class Unreadable extends Error {}

answer().then(
  (told) => parentPort?.postMessage(told),
  (error: unknown) => {
    const told: SheetAnswer = { problem: error instanceof Unreadable ? error.message : 'The workbook can’t be read.' };
    parentPort?.postMessage(told);
  },
);

async function answer(): Promise<SheetAnswer> {
  checkArchive(Buffer.from(bytes));
  // A copy of its own: the bytes that came may be a part of something larger.
  const sheet = await readSheet(Uint8Array.from(bytes).buffer, 1);
  return { rows: sheet.map((row) => row.map(textOf)) };
}

/** Dates are days here, as they are in a file of texts. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

/**
 * Goes through the archive before the reader does, which believes what an archive says of itself: nothing in it is larger
 * than it says, all of it together is no bomb, and the cells that say something lie where contacts do.
 */
function checkArchive(archive: Buffer): void {
  let total = 0;
  for (const entry of entriesOf(archive)) {
    total += entry.size;
    if (total > most.bytes) throw tooLarge();
    if (!/\.(?:xml|rels)$/.test(entry.name)) continue;
    const text = unpacked(archive, entry);
    if (entry.name.startsWith('xl/worksheets/')) checkCells(text);
  }
}

/** What the directory of an archive says of a file in it. */
interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  begin: number;
}

function* entriesOf(archive: Buffer): Generator<Entry> {
  if (!startsWith(archive, 0, signatures.file)) throw noWorkbook(archive);
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 22 > archive.length) throw broken();
  const count = archive.readUInt16LE(end + 10);
  if (count > most.entries) throw tooLarge();
  for (let entry = 0, at = archive.readUInt32LE(end + 16); entry < count; entry++) {
    if (at + 46 > archive.length || !startsWith(archive, at, signatures.entry)) throw broken();
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    yield {
      name: archive.toString('utf8', at + 46, nameEnd),
      method: archive.readUInt16LE(at + 10),
      packed: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      begin: archive.readUInt32LE(at + 42),
    };
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

function startsWith(archive: Buffer, at: number, signature: number): boolean {
  return at + 4 <= archive.length && archive.readUInt32LE(at) === signature;
}

function noWorkbook(archive: Buffer): Unreadable {
  return new Unreadable(
    startsWith(archive, 0, signatures.protected)
      ? 'This workbook is of the old kind (.xls) or has a password. Save it as .xlsx without a password.'
      : 'This is no Excel workbook (.xlsx).',
  );
}

function unpacked(archive: Buffer, { begin, packed, size, method }: Entry): Buffer {
  if (begin + 30 > archive.length || !startsWith(archive, begin, signatures.file)) throw broken();
  const from = begin + 30 + archive.readUInt16LE(begin + 26) + archive.readUInt16LE(begin + 28);
  const data = archive.subarray(from, from + packed);
  const text = method === 0 ? data : inflated(data, size);
  if (text?.length !== size) throw broken();
  return text;
}

/** Null for what is broken, or larger than it says. */
function inflated(data: Buffer, size: number): Buffer | null {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  } catch {
    return null;
  }
}

function checkCells(sheet: Buffer): void {
  for (const [, column = '', row] of sheet.toString('latin1').matchAll(cell)) {
    if (Number(row) > mostRows + 1) {
      throw new Unreadable(
        `The sheet has more than ${mostRows} rows: there is something in ${column}${row}. Split it into smaller ones.`,
      );
    }
    const place = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
    if (place > most.columns) {
      throw new Unreadable(`The sheet has more than ${most.columns} columns: there is something in ${column}${row}.`);
    }
  }
}

function broken(): Unreadable {
  return new Unreadable('The workbook is broken. Open it, save it again as .xlsx, and choose it once more.');
}

function tooLarge(): Unreadable {
  return new Unreadable('Unpacked the workbook is too large. Save the sheet alone, or split it into smaller ones.');
}
