import { xmlText } from '#api/text.ts';
import { zip } from '#platform/files/zip.server.ts';

/** Days are written as 2026-12-05, moments as 2026-12-05 16:20; what is not written so stays a text. */
export type CellType = 'number' | 'day' | 'time';

export interface WorkbookHead {
  head: string;
  /** In letters. */
  width: number;
  /** Else a text. */
  type?: CellType | undefined;
}

/** A workbook that is written while its rows come: it takes as little memory for many of them as for few. */
export function writeWorkbook(columns: WorkbookHead[], pieces: AsyncIterable<string[][]>): AsyncGenerator<Buffer> {
  return zip({
    '[Content_Types].xml': [
      `${start}<Types xmlns="${schemas}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${partType('/xl/workbook.xml', 'sheet.main')}${partType('/xl/styles.xml', 'styles')}${partType('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    ],
    '_rels/.rels': [relations(['officeDocument', 'xl/workbook.xml'])],
    'xl/workbook.xml': [
      `${start}<workbook ${main} xmlns:r="${relationTypes}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    'xl/_rels/workbook.xml.rels': [relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
    'xl/styles.xml': [styles],
    'xl/worksheets/sheet1.xml': sheetOf(columns, pieces),
  });
}

async function* sheetOf(columns: WorkbookHead[], pieces: AsyncIterable<string[][]>): AsyncGenerator<string> {
  const letters = columns.map((_column, index) => String.fromCharCode(65 + index));
  const rowOf = (cells: string[]) => `<row r="${row}">${cells.join('')}</row>`;
  let row = 1;
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  yield `${start}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  yield rowOf(columns.map(({ head }, at) => textCell(`${letters[at]}1`, head, 1)));
  for await (const rows of pieces) {
    let xml = '';
    for (const values of rows) {
      row++;
      xml += rowOf(values.map((value, at) => cellOf(`${letters[at]}${row}`, value, columns[at]?.type)));
    }
    yield xml;
  }
  yield `</sheetData><autoFilter ref="A1:${letters.at(-1)}${row}"/></worksheet>`;
}

function cellOf(place: string, value: string, type: CellType | undefined): string {
  if (value === '') return '';
  if (type === 'number' && /^\d{1,15}$/.test(value)) return numberCell(place, Number(value), 0);
  // A moment stands there as the clock in Dhaka has it, in whichever zone the file is opened.
  if (type === 'day') return numberCell(place, serialOf(value), 2);
  if (type === 'time') return numberCell(place, serialOf(`${value.replace(' ', 'T')}Z`), 3);
  return textCell(place, value, 0);
}

function numberCell(place: string, value: number, style: number): string {
  return `<c r="${place}" s="${style}"><v>${value}</v></c>`;
}

/** No program takes it for a formula. */
function textCell(place: string, value: string, style: number): string {
  const text = xmlText(value.slice(0, mostInCell));
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Excel calls a file broken that has more characters in a cell. */
const mostInCell = 32_767;

/** A sheet counts days from the last one of 1899. */
function serialOf(moment: string): number {
  return Date.parse(moment) / 86_400_000 + 25_569;
}

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const schemas = 'http://schemas.openxmlformats.org';
const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
const relationTypes = `${schemas}/officeDocument/2006/relationships`;

/** As they are numbered in cells: plain, a head, a day, a moment. */
const styles = `${start}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function partType(part: string, type: string): string {
  return `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
}

function relations(...parts: [type: string, target: string][]): string {
  const list = parts.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${relationTypes}/${type}" Target="${target}"/>`,
  );
  return `${start}<Relationships xmlns="${schemas}/package/2006/relationships">${list.join('')}</Relationships>`;
}
