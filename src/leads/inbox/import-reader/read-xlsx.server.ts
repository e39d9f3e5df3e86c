import type { FileRow } from '../import-file.server.ts';
import { Archive } from './archive.server.ts';
import { attributesOf, type MarkupHandler } from './markup.server.ts';
import { maxColumns } from './read-csv.server.ts';
import { brokenWorkbook, tooLargeWorkbook, Unreadable } from './unreadable.server.ts';

const sharedLimits = { texts: 1_000_000, characters: 16 * 2 ** 20 };

/** Characters. Excel allows 32,767. */
const maxCellLength = 256 * 1024;

interface Most {
  rows: number;
  characters: number;
}

/** The rows of the first sheet. @throws {Unreadable} */
export async function readXlsx(bytes: Buffer, most: Most): Promise<FileRow[]> {
  const archive = new Archive(bytes);
  const workbook = (await relationsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.path ?? '';
  const { sheetId, is1904 } = await readWorkbook(archive, workbook);
  const parts = await relationsOf(archive, workbook);
  const texts = new SharedReader();
  const shared = parts.find(({ type }) => type === 'sharedStrings');
  if (shared) await archive.read(shared.path, texts);
  const isDate = await readStyles(
    archive,
    parts.find(({ type }) => type === 'styles'),
  );
  const sheet = new SheetReader(most, { texts: texts.texts, isDate, is1904 });
  await archive.read(parts.find(({ id }) => id === sheetId)?.path ?? '', sheet);
  return [...sheet.rows]
    .map(([line, cells]) => ({ line, cells: Array.from(cells, (cell) => cell ?? '') }))
    .sort((a, b) => a.line - b.line);
}

/** A relationship between two parts of an Open Packaging Convention file. */
interface Relation {
  id: string;
  /** The last path segment of its type, such as 'worksheet'. */
  type: string;
  path: string;
}

async function relationsOf(archive: Archive, path: string): Promise<Relation[]> {
  const found: Relation[] = [];
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  await archive.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    open: (name, tag) => {
      if (name !== 'Relationship') return;
      const attributes = attributesOf(tag);
      const target = attributes.get('Target') ?? '';
      found.push({
        id: copyText(attributes.get('Id') ?? ''),
        type: copyText(/[^/]*$/.exec(attributes.get('Type') ?? '')?.[0] ?? ''),
        path: copyText(target.startsWith('/') ? target.slice(1) : folder + target),
      });
      if (found.length > 1_000) throw tooLargeWorkbook();
    },
  });
  return found;
}

async function readWorkbook(archive: Archive, path: string): Promise<{ sheetId: string | null; is1904: boolean }> {
  const found: { sheetId: string | null; is1904: boolean } = { sheetId: null, is1904: false };
  await archive.read(path, {
    open: (name, tag) => {
      if (name === 'workbookPr') found.is1904 = /^(?:1|true)$/.test(attributesOf(tag).get('date1904') ?? '');
      if (name === 'sheet') found.sheetId ??= copyText(attributesOf(tag).get('id') ?? '');
    },
  });
  return found;
}

/** Collects the text of `t` and `v` elements, without phonetic readings (`rPh`). */
class TextReader implements MarkupHandler {
  protected value = '';
  #isText = false;
  #isPhonetic = false;

  open(name: string, _tag: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 't' || name === 'v') this.#isText = true;
  }

  text(text: string): void {
    if (!this.#isText || this.#isPhonetic) return;
    this.value += text;
    if (this.value.length > maxCellLength) throw brokenWorkbook();
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 't' || name === 'v') this.#isText = false;
  }
}

class SharedReader extends TextReader {
  readonly texts: string[] = [];
  #characters = 0;

  override close(name: string): void {
    super.close(name);
    if (name !== 'si') return;
    this.texts.push(copyText(this.value));
    this.#characters += this.value.length;
    this.value = '';
    if (this.texts.length > sharedLimits.texts || this.#characters > sharedLimits.characters) throw tooLargeWorkbook();
  }
}

interface Shared {
  texts: string[];
  isDate: boolean[];
  is1904: boolean;
}

class SheetReader extends TextReader {
  readonly rows = new Map<number, string[]>();
  readonly #most: Most;
  readonly #shared: Shared;
  #place = { row: 0, column: 0 };
  #type = '';
  #style = 0;
  #characters = 0;

  constructor(most: Most, shared: Shared) {
    super();
    this.#most = most;
    this.#shared = shared;
  }

  override open(name: string, tag: string): void {
    super.open(name, tag);
    if (name === 'row') {
      this.#place = { row: rowIn(attributesOf(tag).get('r') ?? String(this.#place.row + 1)), column: 0 };
    } else if (name === 'c') {
      const attributes = attributesOf(tag);
      const [, column, row] = /^([A-Z]{1,3})(\d+)$/.exec(attributes.get('r') ?? '') ?? [];
      this.#place = {
        row: row === undefined ? this.#place.row : rowIn(row),
        column: column === undefined ? this.#place.column + 1 : numberOfColumn(column),
      };
      this.#type = attributes.get('t') ?? 'n';
      this.#style = Number(attributes.get('s') ?? 0);
      this.value = '';
    }
  }

  override close(name: string): void {
    super.close(name);
    if (name !== 'c' || this.value === '') return;
    const text = this.#textOfCell();
    this.#checkPlace();
    this.#characters += text.length;
    if (this.#characters > this.#most.characters) throw tooLargeWorkbook();
    const { row, column } = this.#place;
    const cells = this.rows.get(row) ?? [];
    cells[column - 1] = copyText(text);
    this.rows.set(row, cells);
  }

  /** Called only for cells with a value: empty but formatted cells may be anywhere. */
  #checkPlace(): void {
    const { row, column } = this.#place;
    const name = `${nameOfColumn(column)}${row}`;
    if (row > this.#most.rows + 1) {
      throw new Unreadable(
        `The sheet has more than ${this.#most.rows} rows: there is something in ${name}. Split it into smaller ones.`,
      );
    }
    if (column > maxColumns) {
      throw new Unreadable(`The sheet has more than ${maxColumns} columns: there is something in ${name}.`);
    }
  }

  #textOfCell(): string {
    const { value } = this;
    if (this.#type === 's') return this.#shared.texts[Number(value)] ?? '';
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (this.#type === 'd') return value.slice(0, 10);
    const number = Number(value);
    if (this.#type !== 'n' || Number.isNaN(number)) return value;
    return this.#shared.isDate[this.#style] ? dayOf(number + (this.#shared.is1904 ? 1_462 : 0)) : String(number);
  }
}

function rowIn(digits: string): number {
  if (!/^[1-9]\d{0,6}$/.test(digits)) throw brokenWorkbook();
  return Number(digits);
}

function numberOfColumn(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function nameOfColumn(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? nameOfColumn(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

/** YYYY-MM-DD. A serial number counts days from 1899-12-30. */
function dayOf(serial: number): string {
  const day = new Date((serial - 25_569) * 86_400_000);
  return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10);
}

async function readStyles(archive: Archive, part: Relation | undefined): Promise<boolean[]> {
  const formats = new Map<string, boolean>();
  const styles: boolean[] = [];
  let isInside = false;
  if (!part) return styles;
  await archive.read(part.path, {
    open: (name, tag) => {
      if (name === 'cellXfs') isInside = true;
      if (name === 'numFmt') {
        const attributes = attributesOf(tag);
        formats.set(copyText(attributes.get('numFmtId') ?? ''), isDateFormat(attributes.get('formatCode') ?? ''));
      }
      if (name === 'xf' && isInside) {
        const id = attributesOf(tag).get('numFmtId') ?? '';
        styles.push(formats.get(id) ?? (/^\d+$/.test(id) && isDateId(Number(id))));
      }
      if (formats.size + styles.length > maxStyles) throw tooLargeWorkbook();
    },
    close: (name) => {
      if (name === 'cellXfs') isInside = false;
    },
  });
  return styles;
}

/** Excel allows 64,000. */
const maxStyles = 100_000;

/** Built-in number formats of dates. */
function isDateId(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
}

/** A date format contains a year, a day, or the name of a month, apart from literals, colours and conditions. */
function isDateFormat(code: string): boolean {
  return /[yd]|mmm/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

/** Copies a slice, so that it doesn't keep the whole chunk of the file in memory. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}
