import { inflateRawSync } from 'node:zlib';
import { t } from '#i18n/text.ts';
import { type ZipEntry, zipEntries } from '#platform/files/zip-directory.server.ts';
import type { FileRow, FileRows } from '../import-file.server.ts';
import { nameOfColumn } from '../name-of-column.ts';

/** With a message for whoever chose the file. */
export class Unreadable extends Error {}

export const maxColumns = 200;

const broken = t('The workbook is broken. Open it, save it again as .xlsx, and choose it once more.');
const tooLarge = t('Unpacked the workbook is too large. Save the sheet alone, or split it into smaller ones.');

/** Far more bytes than a workbook of contacts unpacks to, but a zip bomb exceeds it. */
const maxUnpacked = 64 * 2 ** 20;

interface Most {
  rows: number;
  characters: number;
}

/** The rows of the first sheet. @throws {Unreadable} */
export function readXlsx(bytes: Buffer, most: Most): FileRows {
  if (!startsWith(bytes, signatures.file)) {
    throw new Unreadable(
      startsWith(bytes, signatures.protected)
        ? t('This workbook is of the old kind (.xls) or has a password. Save it as .xlsx without a password.')
        : t('This is no Excel workbook (.xlsx).'),
    );
  }
  try {
    return readWorkbook(new Archive(bytes), most);
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(broken);
  }
}

function readWorkbook(archive: Archive, most: Most): FileRows {
  const path = relationsOf(archive, '').find(({ type }) => type === 'officeDocument')?.path ?? '';
  const parts = relationsOf(archive, path);
  const partOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.path;
  const workbook = archive.read(path);
  const [properties, sheet] = [elements(workbook, 'workbookPr')[0], elements(workbook, 'sheet')[0]];
  const [texts, styles] = [partOf('sharedStrings'), partOf('styles')];
  return readSheet(archive.read(parts.find(({ id }) => id === sheet?.attributes.id)?.path ?? ''), most, {
    texts: texts === undefined ? [] : elements(archive.read(texts), 'si').map(({ inner }) => textIn(inner)),
    isDate: styles === undefined ? [] : dateStyles(archive.read(styles)),
    is1904: /^(?:1|true)$/.test(properties?.attributes.date1904 ?? ''),
  });
}

/** The relationships of a part of an Open Packaging Convention file; `type` is like 'worksheet'. */
function relationsOf(archive: Archive, path: string) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = archive.read(`${folder}_rels/${path.slice(folder.length)}.rels`);
  return elements(relations, 'Relationship').map(({ attributes: { Id: id, Type, Target = '' } }) => ({
    id,
    type: Type?.split('/').at(-1),
    path: Target.startsWith('/') ? Target.slice(1) : folder + Target,
  }));
}

/** Whether each style of a cell shows its number as a date. */
function dateStyles(xml: string): boolean[] {
  const formats = new Map(
    elements(xml, 'numFmt').map(({ attributes: { numFmtId, formatCode = '' } }) => [
      numFmtId,
      // Excel's own limit.
      isDateFormat(formatCode.slice(0, 255)),
    ]),
  );
  const styles = elements(elements(xml, 'cellXfs')[0]?.inner ?? '', 'xf');
  return styles.map(({ attributes: { numFmtId } }) => formats.get(numFmtId) ?? isDateId(Number(numFmtId)));
}

/** Built-in number formats of dates. */
function isDateId(id: number): boolean {
  return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
}

/** A date format contains a year, a day, or the name of a month, apart from literals, colours and conditions. */
function isDateFormat(code: string): boolean {
  return /[yd]|mmm/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}

interface Shared {
  texts: string[];
  isDate: boolean[];
  is1904: boolean;
}

function readSheet(xml: string, most: Most, shared: Shared): FileRows {
  const rows: FileRow[] = [];
  const found = elements(xml, 'row');
  if (found.length !== (xml.match(/<row[\s/>]/g) ?? []).length) throw new Unreadable(broken);
  let [characters, last] = [0, 0];
  for (const { attributes, inner } of found) {
    let [line, column] = [Number(attributes.r ?? last + 1), 0];
    const cells: string[] = [];
    for (const cell of elements(inner, 'c')) {
      [line, column] = placeOf(cell.attributes.r, line, column);
      const text = textOfCell(textIn(cell.inner), cell.attributes, shared);
      // Empty but formatted cells may be anywhere.
      if (text === '') continue;
      assertPlace(line, column, most.rows);
      characters += text.length;
      if (characters > most.characters) throw new Unreadable(tooLarge);
      cells[column - 1] = text;
    }
    last = line;
    if (!isBlank(cells)) rows.push({ line, cells: Array.from(cells, (cell) => cell ?? '') });
  }
  return { rows, blank: countBlank(rows) };
}

/** How many rows are left out between these. @throws {Unreadable} for two rows of one number, or out of their order */
function countBlank(rows: FileRow[]): number {
  const blank = (rows.at(-1)?.line ?? 0) - (rows[0]?.line ?? 1) + 1 - rows.length;
  if (blank < 0) throw new Unreadable(broken);
  return blank;
}

export function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** From a reference such as 'C7', else one column after the cell before. */
function placeOf(reference: string | undefined, line: number, column: number): [line: number, column: number] {
  const [, letters, digits] = /^([A-Z]{1,3})([1-9]\d*)$/.exec(reference ?? '') ?? [];
  return letters === undefined ? [line, column + 1] : [Number(digits), numberOfColumn(letters)];
}

function assertPlace(row: number, column: number, mostRows: number): void {
  const name = `${nameOfColumn(column)}${row}`;
  if (row > mostRows + 1) {
    throw new Unreadable(
      t`The sheet has more than ${mostRows} rows: there is something in ${name}. Split it into smaller ones.`,
    );
  }
  if (column > maxColumns) {
    throw new Unreadable(t`The sheet has more than ${maxColumns} columns: there is something in ${name}.`);
  }
}

function textOfCell(value: string, { t: type = 'n', s: style }: Attributes, shared: Shared): string {
  if (value === '') return '';
  if (type === 's') return shared.texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.slice(0, 10);
  const number = Number(value);
  if (type !== 'n' || Number.isNaN(number)) return value;
  return shared.isDate[Number(style ?? 0)] ? dayOf(number + (shared.is1904 ? 1_462 : 0)) : String(number);
}

/** YYYY-MM-DD. A serial number counts days from 1899-12-30. */
function dayOf(serial: number): string {
  const day = new Date((serial - 25_569) * 86_400_000);
  return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10);
}

function numberOfColumn(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

type Attributes = Partial<Record<string, string>>;

/** What an element contains, as XML; of elements inside one another of the same name, the outer one ends too early. */
function elements(xml: string, name: string): { attributes: Attributes; inner: string }[] {
  const end = lastEnd(xml, `</${name}>`);
  const tag = `<${name}(\\s[^>]*?)?`;
  const found = [
    ...xml.slice(0, end).matchAll(new RegExp(`${tag}(?:/>|>(.*?)</${name}>)`, 'gs')),
    ...xml.slice(end).matchAll(new RegExp(`${tag}/>`, 'gs')),
  ];
  return found.map(([, attributes = '', inner = '']) => ({ attributes: attributesIn(attributes), inner }));
}

/** Behind it a pattern would look in vain for an end, from each of a million beginnings. */
function lastEnd(xml: string, end: string): number {
  const at = xml.lastIndexOf(end);
  return at < 0 ? 0 : at + end.length;
}

/** The text of a cell or of a shared string. */
function textIn(xml: string): string {
  return Array.from(xml.matchAll(/<[tv](?:\s[^>]*)?>([^<]*)</g), ([, text = '']) => decodeEntities(text)).join('');
}

function attributesIn(tag: string): Attributes {
  const found = tag.matchAll(/\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return Object.fromEntries(
    [...found].map(([, name, double, single]) => [name, decodeEntities(double ?? single ?? '')]),
  );
}

/** Without comments, namespace prefixes and phonetic readings. @throws {Unreadable} for what no spreadsheet has */
function simplify(xml: string): string {
  const cut = (text: string, pattern: RegExp, end: string) =>
    text.slice(0, lastEnd(text, end)).replace(pattern, '') + text.slice(lastEnd(text, end));
  const plain = cut(cut(xml, /<!--.*?-->/gs, '-->'), /<\?.*?\?>/gs, '?>').replace(/(<\/?)[\w.-]+:/g, '$1');
  const simple = cut(plain, /<rPh\b.*?<\/rPh>/gs, '</rPh>');
  if (/<!|<[^>]*(?:<|$)/.test(simple)) throw new Unreadable(broken);
  return simple;
}

const entities = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities.get(name) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const signatures = { protected: 0xe011cfd0, file: 0x04034b50 };

/** The XML files of a zip file. Reading outside of the file throws a RangeError. */
class Archive {
  readonly #bytes: Buffer;
  readonly #entries: ZipEntry[];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    const end = bytes.lastIndexOf('PK\u0005\u0006');
    if (end < 0) throw new Unreadable(broken);
    const begin = bytes.readUInt32LE(end + 16);
    const directory = bytes.subarray(begin, begin + bytes.readUInt32LE(end + 12));
    this.#entries = [...zipEntries(directory)].filter(({ name }) => /\.(?:xml|rels)$/.test(name));
    if (this.#entries.reduce((sum, { size }) => sum + size, 0) > maxUnpacked) throw new Unreadable(tooLarge);
  }

  read(path: string): string {
    const entry = this.#entries.find(({ name }) => name === path);
    if (!entry) throw new Unreadable(t('The workbook can’t be read.'));
    const { begin, method, packed, size } = entry;
    const bytes = this.#bytes;
    const from = begin + 30 + bytes.readUInt16LE(begin + 26) + bytes.readUInt16LE(begin + 28);
    const data = bytes.subarray(from, from + packed);
    const xml = method === 0 ? data : inflateRawSync(data, { maxOutputLength: Math.max(size, 1) });
    if (xml.length !== size) throw new Unreadable(broken);
    return simplify(new TextDecoder('utf-8', { fatal: true }).decode(xml));
  }
}

function startsWith(bytes: Buffer, signature: number): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === signature;
}
