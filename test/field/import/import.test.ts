import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { leadCalls } from '#paths.ts';
import type { Written } from '#ui/admin/calls/api.ts';
import type { ImportResult } from '../../../src/leads/lead/schema.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { type Office, openOffice } from '../../helpers/office.ts';
import { workbookWith, zipOf } from '../../helpers/workbook.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  // Days of a workbook are those of no time zone.
  vi.stubEnv('TZ', 'Asia/Dhaka');
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const heads = ['Name', 'Mobile', 'Notes'];
const ruma = ['রুমা', '01712000003', 'কথা হয়েছে'];
const karim = ['করিম', '01712000004', 'পরে কল'];

type Expected = [file: string, lines: number[], counts?: Partial<ImportResult['counts']>];

describe('Every row of a file is counted (W10)', () => {
  test.each<Expected>([
    ['heads-crlf-rows-lf.csv', [2, 3, 4]],
    ['heads-lf-rows-crlf.csv', [2, 3, 4]],
    ['heads-cr-rows-crlf.csv', [2, 3, 4]],
    ['heads-crlf-rows-cr.csv', [2, 3, 4]],
    ['cr-only.csv', [2, 3, 4]],
    ['mixed-within.csv', [2, 3, 4]],
    ['bom-mixed.csv', [2, 3, 4]],
    ['semicolons-mixed.csv', [2, 3, 4]],
    ['email-last.csv', [2, 3]],
    ['no-last-end.csv', [2, 3, 4]],
    ['blank-lines.csv', [5, 8, 11], { blank: 6 }],
    ['quoted-line-breaks.csv', [2, 5, 9]],
    ['nel-and-ls.csv', [2, 3, 4]],
    ['trailing-separators.csv', [2, 3, 4]],
    ['fewer-and-more-cells.csv', [2, 3, 4], { invalid: 1 }],
    ['same-twice.csv', [2, 3, 4, 6], { duplicate: 1, invalid: 1, blank: 1 }],
  ])('%s', async (file, lines, { duplicate = 0, invalid = 0, blank = 0 } = {}) => {
    const { status, data } = await tryImport({ csv: await textOf(file) });
    expect(status).toBe(200);
    expect(data?.rows.map(({ line }) => line)).toEqual(lines);
    const fresh = lines.length - duplicate - invalid;
    expect(data?.counts).toMatchObject({ rows: lines.length + blank, new: fresh, duplicate, invalid, blank });
  });

  test.each<[sheet: string, rows: string, lines: number[], blank: number]>([
    ['rows that the sheet leaves out', `${row(1, heads)}${row(2, ruma)}${row(6, karim)}`, [2, 6], 3],
    ['empty rows', `<row r="1"/>${row(2, heads)}<row r="3"/>${row(4, ruma)}<row r="5"/>`, [4], 1],
    ['cells of spaces', `${row(1, heads)}${row(2, [' ', '\t', ' '])}${row(3, karim)}`, [3], 1],
    [
      'line breaks in a cell',
      `${row(1, heads)}${row(2, ['রুমা', '01712000003', 'a\r\nb\nc'])}${row(3, karim)}`,
      [2, 3],
      0,
    ],
  ])('a workbook with %s', async (_sheet, rows, lines, blank) => {
    const { status, data } = await tryImport({ xlsx: workbook(rows) });
    expect(status).toBe(200);
    expect(data?.rows.map(({ line }) => line)).toEqual(lines);
    expect(data?.counts).toMatchObject({ rows: lines.length + blank, new: lines.length, blank });
  });
});

test.each<[cell: string, xml: string, text: string]>([
  ['of plain text', 't="inlineStr"><is><t> রুমা &amp; সুমি </t></is>', 'রুমা & সুমি'],
  ['of formatted text', 't="inlineStr"><is><r><t>রু</t></r><r><rPr/><t>মা</t></r></is>', 'রুমা'],
  ['of characters by number', 't="inlineStr"><is><t>&#2480;&#x9C1;মা &#128512;&#x1F600;</t></is>', 'রুমা 😀😀'],
  ['of a formula', 't="str"><f>A1</f><v>রুমা</v>', 'রুমা'],
  ['of a number', '><v>1.719E9</v>', '1719000000'],
  ['of a digit that a computer rounds', '><v>0.30000000000000004</v>', '0.30000000000000004'],
  ['of yes or no', 't="b"><v>1</v>', 'TRUE'],
  ['of a day', 's="1"><v>46361</v>', '2026-12-05'],
  ['of a day with its time', 's="1"><v>46361.99</v>', '2026-12-05'],
  ['of a day in words', 't="d"><v>2026-12-05T00:00:00</v>', '2026-12-05'],
  ['of a time', 's="2"><v>0.4305555555555556</v>', '10:20'],
])('a cell %s is read', async (_cell, xml, text) => {
  const { data } = await tryImport({ xlsx: workbook(`${row(1, heads)}<row r="2"><c r="A2" ${xml}</c></row>`) });
  expect(data?.rows.map(({ name }) => name)).toEqual([text]);
});

const day = dayRow(46_361);
const queried = Buffer.from('\uFEFF<?xml version="1.0" encoding="utf-16"?><a><!-- b --></a>', 'utf16le');
const farRow = '<row r="6000"><c r="XFD6000"><v>1</v></c></row>';
const farFormat = '<row r="3"><c r="XFD3" s="1"/></row><row r="6000" ht="5"><c r="A6000" s="1"></c></row>';

test.each<[workbook: string, bytes: Buffer]>([
  ['whose days count from 1904', workbook(dayRow(44_899), { properties: '<workbookPr date1904="1"/>' })],
  [
    'whose days count from 1904 in words',
    workbook(dayRow(44_899), { properties: '<x:workbookPr a="b" date1904 = "true" />' }),
  ],
  ['with a query in UTF-16', workbook(day, { more: { 'customXml/item1.xml': queried } })],
  [
    'with another sheet of more rows and columns than are read',
    workbook(day, { more: { 'xl/worksheets/sheet2.xml': sheetXml(farRow) } }),
  ],
  ['with a formatted cell far out', workbook(day + farFormat)],
  ['with a comment', workbook(day.replaceAll('</v>', '<!-- > --></v>'))],
  ['with a picture that can’t be unpacked', withBrokenPicture('xl/media/a.png')],
])('a workbook %s is read', async (_workbook, xlsx) => {
  const { data, errors } = await tryImport({ xlsx });
  expect(errors).toBeUndefined();
  expect(data?.rows.map(({ name }) => name)).toEqual(['2026-12-05']);
});

function withBrokenPicture(picture: string): Buffer {
  const bytes = workbook(day, { more: { [picture]: 'A picture' } });
  const from = bytes.indexOf(picture) + picture.length;
  return bytes.fill(0xff, from, from + 8);
}

test('cells and rows that don’t tell their place come one after the other', async () => {
  const { data } = await tryImport({
    xlsx: workbook(
      '<x:row><x:c t="str"><x:v>Name</x:v></x:c><x:c s="0" t="str"><x:v>Mobile</x:v></x:c></x:row><row/>' +
        '<row r="5"><c t="str"><v>রুমা</v></c><c r="B5"><v>01712000003</v></c></row>' +
        '<row><c r="B6"><v>01712000004</v></c><c t="str"><v>x</v></c></row><row><c t="str" r=""><v>করিম</v></c></row>',
    ),
  });
  expect(data?.rows.map(({ line, name, number }) => [line, name, number])).toEqual([
    [5, 'রুমা', '+8801712000003'],
    [6, '', '+8801712000004'],
    [7, 'করিম', ''],
  ]);
});

const isBroken = 'The workbook is broken';
const ofTwoSheets = workbook(day, { more: { 'xl/worksheets/sheet2.xml': '' } }).toString('latin1');
const lastCell = '<row r="1048576"><c r="XFD1048576" t="s"><v>0</v></c></row>';
const farFormula = '<row r="5000"><c r="A5000"><v>1</v></c><c r="XFD5000" t="str"><f>A1</f><v>x</v></c></row>';

test.each<[workbook: string, bytes: Buffer, told: string]>([
  [
    'of very many files',
    zipOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`xl/${at}.bin`, '']))),
    'Unpacked the workbook is too large',
  ],
  ['of two files of one name', Buffer.from(ofTwoSheets.replaceAll('sheet2', 'sheet1'), 'latin1'), isBroken],
  [
    'of a sheet that unpacks to a hundred times of what it claims',
    workbook(day + '<row/>'.repeat(1_000_000), { claimed: 60_000 }),
    isBroken,
  ],
  [
    'with a sheet in UTF-16',
    workbookWith('', { more: { 'xl/worksheets/sheet1.xml': Buffer.from(sheetXml(day), 'utf16le') } }),
    isBroken,
  ],
  ['with text in a CDATA section', workbook(day.replace('Name', '<![CDATA[Name]]>')), isBroken],
  [
    'with text in the last cell of all',
    workbook(lastCell, { texts: '<si><t>x</t></si>' }),
    'there is something in XFD1048576',
  ],
  ['with the result of a formula far out', workbook(farFormula), 'there is something in XFD5000'],
])('a workbook %s is refused', async (_workbook, xlsx, told) => {
  const { status, errors } = await tryImport({ xlsx });
  expect(status).toBe(422);
  expect(errors?.xlsx).toEqual([expect.stringContaining(told)]);
});

describe('What hides rows is an error that names the line (W10)', () => {
  test.each<[file: string, lines: string[], told: RegExp]>([
    ['quote-not-closed.csv', ['2 new', '3 invalid', '4 new'], /A quotation mark is missing or too many/],
    ['quotes-in-one-column.csv', ['2 new', '3 invalid', '4 new'], /Lines 3 to 4 are one row/],
    ['quotes-around-three-rows.csv', ['2 invalid', '3 new', '4 new'], /Lines 2 to 4 are one row/],
    ['quotes-in-two-columns.csv', ['2 invalid', '3 new'], /Lines 2 to 3 are one row/],
    ['quotes-in-short-rows.csv', ['2 invalid', '3 invalid'], /Lines 2 to 3 are one row/],
    ['quotes-at-both-ends.csv', ['2 invalid', '3 new'], /Lines 2 to 3 are one row/],
  ])('%s: the line is refused, the rest goes on', async (file, lines, told) => {
    const { data } = await tryImport({ csv: await textOf(file) });
    expect(data?.rows.map(({ line, result }) => `${line} ${result}`)).toEqual(lines);
    expect(data?.rows.find(({ result }) => result === 'invalid')?.errors).toEqual({
      line: [expect.stringMatching(told)],
    });
  });

  test('a mark within a cell is taken, and told', async () => {
    const { data } = await tryImport({ csv: await textOf('inches.csv') });
    expect(data?.rows.map(({ institute_name, note }) => [institute_name, note])).toEqual([
      ['পদ্মা স্কুল', null],
      ['5" Screen Academy', expect.stringContaining('quotation mark')],
    ]);
  });

  test.each<[sheet: string, rows: string]>([
    ['two rows of one number', `${row(1, heads)}${row(2, ruma)}${row(2, karim)}`],
    ['rows out of their order', `${row(1, heads)}${row(3, ruma)}${row(2, karim)}`],
    ['a row inside another', `${row(1, heads)}<row r="2">${row(3, ruma)}</row>`],
  ])('a workbook with %s', async (_sheet, rows) => {
    const { status, errors } = await tryImport({ xlsx: workbook(rows) });
    expect(status).toBe(422);
    expect(errors?.xlsx).toEqual([expect.stringContaining('The workbook is broken')]);
  });
});

test('a file of blank lines alone is refused soon', async () => {
  expect((await tryImport({ csv: `Name,Mobile${'\r\n'.repeat(2_000_000)}` })).status).toBe(422);
});

test('the last word of an import says what became of every row (W10)', async () => {
  const { data, message } = await tryImport({ csv: await textOf('same-twice.csv') }, false);
  expect(data?.counts).toEqual({ rows: 5, new: 2, duplicate: 1, invalid: 1, blank: 1, added: 2 });
  expect(message).toBe('2 of 5 rows imported. The file has 1 that are there already, 1 that can’t be taken, 1 blank.');
});

interface Tried {
  status: number;
  data?: ImportResult;
  message: string;
  errors?: { csv?: string[]; xlsx?: string[] };
}

async function tryImport({ csv, xlsx }: { csv?: string; xlsx?: Buffer }, dry_run = true): Promise<Tried> {
  const answer = await office.post(leadCalls.import, { csv, xlsx: xlsx?.toString('base64'), dry_run });
  return { ...answer.json<Written<ImportResult>>(), status: answer.status };
}

function textOf(file: string): Promise<string> {
  return readFile(path.join(import.meta.dirname, file), 'utf8');
}

function row(number: number, cells: string[]): string {
  return `<row r="${number}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
}

/** Its one name is a day. */
function dayRow(day: number): string {
  return `${row(1, heads)}<row r="2"><c r="A2" s="1"><v>${day}</v></c></row>`;
}

function workbook(rows: string, parts?: Parameters<typeof workbookWith>[1]): Buffer {
  return workbookWith(sheetXml(rows), parts);
}

function sheetXml(rows: string): string {
  return `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
}
