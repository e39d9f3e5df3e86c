import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import type { Written } from '#ui/admin/calls/api.ts';
import type { ImportResult, Lead } from '../../../src/leads/lead/schema.ts';
import { openTestApp } from '../../helpers/app.ts';
import { leadOf, leadsAt } from '../../helpers/leads.ts';
import { type Office, openOffice } from '../../helpers/office.ts';
import { workbookWith } from '../../helpers/workbook.ts';

let office: Office;
beforeAll(async () => {
  const app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

/** Lines as `2 new রুমা +8801712000003`, an invalid one with the fields that are wrong. */
type Case = [list: string, csv: string, lines: string[], fields?: string];

const ruma = '2 new রুমা +8801712000003';

describe('A list is taken as it is', () => {
  test.each<Case>([
    ['a head in another spelling', 'other-spelling.csv', [ruma], 'name institute_name number'],
    ['a title above the heads', 'title-row.csv', ['4 new রুমা +8801712000003'], 'name institute_name number email'],
    [
      'a title with a comma in a list of semicolons',
      'তালিকা, ২০২৬\nনাম;মোবাইল\nরুমা;01712000003',
      ['3 new রুমা +8801712000003'],
    ],
    ['a letterhead with a number', 'প্রাঙ্গণ, ফোন: 01711-000000\n\nনাম,মোবাইল\nরুমা,01712000003', ['4 new রুমা +8801712000003']],
    ['no heads', 'রুমা,01712000003\nকরিম,01712000004', [], '- -'],
    [
      'heads in two rows',
      'Name,Phone,Address,\n,,District,Post\nরুমা,01712000003,Dhaka,1207',
      ['3 new রুমা +8801712000003'],
      'name number district -',
    ],
    ['heads in two languages', 'Name,Mobile\nনাম,মোবাইল\nরুমা,01712000003', ['3 new রুমা +8801712000003']],
    [
      'heads with colons, stars and numbers',
      'নামঃ,প্রতিষ্ঠানের নাম *,মোবাইল নাম্বার (১)\nরুমা,পদ্মা,01712000003',
      [ruma],
      'name institute_name number',
    ],
    [
      'questions of a form',
      'Timestamp,আপনার নাম কী?,আপনার স্কুলের নাম লিখুন,WhatsApp number,Email ID,উপজেলা,জেলা,কতজন শিক্ষার্থী?\n2026/01/05 10:00:00,রুমা,পদ্মা,01712000003,,সাভার,ঢাকা,৪৫০',
      [ruma],
      'received name institute_name number email - district students',
    ],
    ['a total at the foot', 'Name,Mobile,Value\nরুমা,01712000003,500\nমোট,,500', [ruma, '3 invalid মোট  number']],
    [
      'heads again in the middle',
      'Name,Mobile\nরুমা,01712000003\nName,Mobile\nকরিম,01712000004',
      [ruma, '3 invalid Name  number', '4 new করিম +8801712000004'],
    ],
    ['sep=', 'sep=;\r\nName;Mobile\r\nরুমা;01712000003', ['3 new রুমা +8801712000003']],
    ['sep= in quotes, and bars', '"sep=|"\nName|Mobile|Notes\nরুমা|01712000003|a, b; c', ['3 new রুমা +8801712000003']],
    ['semicolons, and commas in each address', 'Name;Mobile;Address\nরুমা;01712000003;Road 5, Block B, Dhaka', [ruma]],
    ['a semicolon between two numbers', 'Name,School,Mobile\nরুমা,"পদ্মা, ঢাকা",01712000003; 01812000003', [ruma]],
    [
      'two columns of one name, the first empty',
      'Name,Phone,Phone,Email\nরুমা,,01712000003,',
      [ruma],
      'name number number email',
    ],
    ['Mobile 1 and Mobile 2', 'Name,Mobile 1,Mobile 2\nরুমা,01712000003,01812000003', [ruma], 'name number number'],
    ['first and last name', 'First Name,Last Name,Mobile\nরুমা,আক্তার,01712000003', ['2 new রুমা আক্তার +8801712000003']],
    [
      'placeholders',
      'Name,Institute,Mobile,Email\nরুমা,-,01712000003,নেই\nN/A,পদ্মা,01712000004,n.a.\nকরিম,#N/A,—,k@p.example\n-,none,?,-',
      [ruma, '3 new পদ্মা +8801712000004', '4 new করিম ', '5 invalid   name number'],
    ],
    ['stray quotes', 'stray-quotes.csv', [ruma, '3 new করিম +8801712000004']],
    ['a quoted word at the start of a cell', 'Name,Institute,Mobile\nরুমা,"Ideal" School,01712000003', [ruma]],
  ])('%s', async (_list, csv, lines, fields) => {
    const { data } = await tryCsv(csv.endsWith('.csv') ? await textOf(csv) : csv);
    if (fields) expect(fieldsOf(data)).toBe(fields);
    const read = data.rows.map(({ line, result, name, number, errors }) =>
      [line, result, name, number, ...Object.keys(errors)].join(' '),
    );
    if (lines.length > 0) expect(read).toEqual(lines);
    const { rows, new: fresh, duplicate, invalid, blank } = data.counts;
    expect(rows).toBe(fresh + duplicate + invalid + blank);
  });

  test('where no column is known a dry run shows the list, and nothing else is a 422 with it', async () => {
    const csv = 'ক,খ\nরুমা,01712000003\nকরিম,01712000004';
    const { status, data } = await tryCsv(csv);
    expect([status, fieldsOf(data), data.head_row, data.preview]).toEqual([
      200,
      '- -',
      1,
      [
        ['রুমা', '01712000003'],
        ['করিম', '01712000004'],
      ],
    ]);
    const refused = await tryCsv(csv, { dry_run: false });
    expect([refused.status, Object.keys(refused.errors ?? {}), refused.data.preview.length]).toEqual([
      422,
      ['columns'],
      2,
    ]);
    const chosen = await tryCsv(csv, { columns: [null, 'mobile'] });
    expect(fieldsOf(chosen.data)).toBe('- number');
    const headless = await tryCsv(csv, { head_row: 0, columns: ['name', 'number'] });
    expect([headless.data.head_row, headless.data.counts.rows]).toEqual([0, 3]);
    expect((await tryCsv(csv, { head_row: 9 })).errors).toEqual({ csv: ['The row of the heads is empty.'] });
  });
});

test('of five thousand lines with a quotation mark too many each is told, in time', { tags: ['full'] }, async () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => `স্কুল ${at},"0171${1_000_000 + at},x`);
  const { status, data } = await tryCsv(`Name,Mobile,Notes\n${rows.join('\n')}`);
  expect([status, data.counts.rows, data.counts.invalid > 4_000]).toEqual([200, 5_000, true]);
});

describe('What stands in a cell', () => {
  test.each<[cell: string, expected: Partial<Lead>]>([
    ['"01719000001, 01819000001",', { number: '+8801719000001' }],
    ['01719000002/01819000002,', { number: '+8801719000002' }],
    ['01719000003; 01819000003,', { number: '+8801719000003' }],
    ['01719000004 01819000004,', { number: '+8801719000004' }],
    ['০১৭১৯০০০০০৫ অথবা ০১৮১৯০০০০০৫,', { number: '+8801719000005' }],
    ['"01719000006\n01819000006",', { number: '+8801719000006' }],
    ['01719000007 (WhatsApp)/77,', { number: '+8801719000007' }],
    ['01719-000008,', { number: '+8801719000008' }],
  ])('%s', async (cell, { number }) => {
    const { data } = await tryCsv(`Name,Mobile,Notes\n${number},${cell}`, { dry_run: false });
    expect(data.counts.added).toBe(1);
    const lead = await onlyLead(number ?? '');
    const note = lead.history.map(({ details }) => (details && 'note' in details ? details.note : '')).join('');
    const second =
      number === '+8801719000008'
        ? ''
        : number === '+8801719000007'
          ? 'Other number: 77'
          : `Other number: 01819-${number?.slice(-6)}`;
    expect(note).toBe(second);
    expect(data.rows[0]?.note).toBe(second ? 'The other number goes into the note.' : null);
  });

  test.each<[text: string, day: string | null]>([
    ['5/11/26', '2026-11-05'],
    ['05.11.2026', '2026-11-05'],
    ['5 - 11 - 2026', '2026-11-05'],
    ['৫/১১/২০২৬ ১০:৩০', '2026-11-05'],
    ['৫ নভেম্বর ২০২৬', '2026-11-05'],
    ['৫ই নভেম্বর, ২০২৬', '2026-11-05'],
    ['5th November 2026', '2026-11-05'],
    ['5-Nov-26', '2026-11-05'],
    ['Thursday, November 5, 2026', '2026-11-05'],
    ['Nov. 5, 2026 10:30 PM', '2026-11-05'],
    ['2026/11/5 10:31:02 PM GMT+6', '2026-11-05'],
    ['2026-11-04T20:31:02+00:00', '2026-11-05'],
    ['2026-11-04T20:31:02Z', '2026-11-05'],
    ['46331', '2026-11-05'],
    ['31 April 2026', null],
    ['next week', null],
    ['5/11', null],
  ])('the date %s', async (text, day) => {
    const { data } = await tryCsv(`Name,Mobile,Next step,Next step on\nরুমা,01712000003,Call,"${text}"`);
    expect(data.rows[0]?.errors).toEqual(day ? {} : { next_step_on: ['Write the date as 2026-12-05.'] });
    if (!day) return;
    const number = `0156${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    await tryCsv(`Name,Mobile,Next step,Next step on\nরুমা,${number},Call,"${text}"`, { dry_run: false });
    expect((await onlyLead(number)).next_step_on).toBe(day);
  });

  test('money as people write it', async () => {
    const amounts = [
      '12000.00',
      'BDT 12000',
      'Tk. 12000',
      '"12,000/="',
      '"৳ ১২,০০০/-"',
      '12k',
      '১২ হাজার টাকা',
      '0.12 lakh',
    ];
    const rows = amounts.map((amount, at) => `রুমা,0171900110${at},${amount}`);
    const { data } = await tryCsv(`Name,Mobile,Value\n${rows.join('\n')}\nরুমা,01719001108,12000.50`, { dry_run: false });
    expect(data.counts).toMatchObject({ added: amounts.length, invalid: 1 });
    const leads = await leadsAt(office, { search: '0171900110' });
    expect(leads.map(({ value }) => value)).toEqual(amounts.map(() => 12_000));
  });
});

describe('The order of day and month', () => {
  test.each<[dates: string, order: string, isUnsure: boolean]>([
    ['11/20/2026 22:31:02 5/11/2026', 'month_first', false],
    ['20/11/2026 5/11/2026', 'day_first', false],
    ['5/11/2026 6/11/2026', 'day_first', true],
    ['5/5/2026', 'day_first', false],
    ['2026-11-05', 'day_first', false],
    ['20/11/2026 11/20/2026 5/11/2026', 'day_first', true],
  ])('%s', async (dates, order, isUnsure) => {
    const rows = dates.split(/ (?=\d+\/)/).map((date, at) => `রুমা,0171200001${at},Call,${date}`);
    const { data } = await tryCsv(['Name,Mobile,Next step,Next step on', ...rows].join('\n'));
    expect([data.date_order, data.date_order_unsure, data.counts.invalid]).toEqual([order, isUnsure, 0]);
  });

  test('is what staff say', async () => {
    const csv = 'Name,Mobile,Next step,Next step on\nরুমা,01719002001,Call,5/11/2026';
    const { data } = await tryCsv(csv, { dry_run: false, date_order: 'month_first' });
    expect([data.date_order, data.date_order_unsure]).toEqual(['month_first', true]);
    expect((await onlyLead('01719002001')).next_step_on).toBe('2026-05-11');
  });
});

test('a district and a source stand at the lead; further e-mail addresses and notes in its note', async () => {
  const csv =
    'Name,Mobile,জেলা,Source,Campaign,Email,Email 2,Budget?\nরুমা,01719003001,Dhaka,Fair,Winter,a@b.example,c@d.example,Small';
  const columns = ['name', 'number', 'district', 'source', 'campaign', 'email', 'email', 'note'];
  await tryCsv(csv, { dry_run: false, columns });
  const lead = await onlyLead('01719003001');
  expect(lead).toMatchObject({ district: 'Dhaka', utm_source: 'Fair', utm_campaign: 'Winter', email: 'a@b.example' });
  expect(lead.history.at(-1)?.details).toEqual({ note: 'Email 2: c@d.example\nBudget?: Small' });
});

test.each<[file: string, text: string]>([
  ['question-marks.csv', ''],
  [
    'question marks for half of the names',
    'Name,Mobile\n????? ?????,01712000003\nKarim,01712000004\n??????,01712000005',
  ],
  ['lost heads', '???,??????\nRuma,01712000003\n????,'],
  ['Windows-1252', Buffer.from('নাম,মোবাইল\nরুমা,01712000003').toString('latin1')],
  ['Windows-1252 twice', Buffer.from(Buffer.from('নাম,মোবাইল\nরুমা,1').toString('latin1')).toString('latin1')],
  ['Mac Roman', '‡¶®‡¶æ‡¶Æ,Mobile\n‡¶∞‡ßÅ‡¶Æ‡¶æ,01712000003'],
  ['signs in place of letters', 'Name,Mobile\n\ufffd\ufffd\ufffd,01712000003'],
])('Bengali that is lost is refused with what to do: %s', async (file, text) => {
  const { status, errors } = await tryCsv(text || (await textOf(file)), { dry_run: false });
  expect(status).toBe(422);
  expect(errors?.csv?.[0]).toMatch(/save it as “CSV UTF-8”/);
});

test('a question mark for what nobody knows loses no list', async () => {
  const { data } = await tryCsv(
    'Name,Institute,Mobile\nRuma,????,01712900003\nKarim,Jamuna,01712900004\nSalma,Meghna,01712900005',
  );
  expect(data.counts).toMatchObject({ new: 3 });
});

describe('Of a workbook', () => {
  const sheet = (...rows: string[][]) =>
    `<worksheet><sheetData>${rows
      .map((cells) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`)
      .join('')}</sheetData></worksheet>`;
  const heads = ['Name', 'Mobile'];
  const sheets = '<sheet name="A" sheetId="1" r:id="rId1"/>';
  const withSheets = (first: string, more: Record<string, string>) => {
    const names = Object.keys(more);
    const bytes = workbookWith(first, {
      more: {
        'xl/workbook.xml': `<workbook><sheets>${sheets}${names.map((name, at) => `<sheet ${name} sheetId="${at + 9}" r:id="x${at}"/>`).join('')}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>${names.map((_name, at) => `<Relationship Id="x${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/more${at}.xml"/>`).join('')}</Relationships>`,
        ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/more${at}.xml`, more[name] ?? ''])),
      },
    });
    return bytes;
  };

  test('with a cover sheet the sheet with the leads is read', async () => {
    const { data } = await tryXlsx(await bytesOf('cover-sheet-first.xlsx'));
    expect([data.sheet, data.counts.new]).toEqual(['Leads', 1]);
    expect(data.sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ['Cover', 1],
      ['Leads', 2],
    ]);
  });

  test('a title that is merged over the columns stands above the heads', async () => {
    const { data } = await tryXlsx(await bytesOf('merged-title.xlsx'));
    expect([data.head_row, data.counts]).toMatchObject([3, { rows: 1, new: 1, blank: 0 }]);
    expect(data.lines.map(({ line }) => line)).toEqual([1, 3, 4]);
  });

  test('each sheet can be chosen, the hidden and the empty ones are named', async () => {
    const bytes = withSheets(sheet(['Call 01712-000000'], ['Our districts']), {
      'name="Lists" state="hidden"': sheet(heads, ['Hidden', '01712000004']),
      'name="Empty"': sheet(),
      'name="R &amp; D"': sheet(heads, ['রুমা', '01712000003'], ['করিম', '01712000004']),
    });
    const { data } = await tryXlsx(bytes);
    expect(data.sheets).toEqual([
      { name: 'A', rows: 2, hidden: false },
      { name: 'Lists', rows: 2, hidden: true },
      { name: 'Empty', rows: 0, hidden: false },
      { name: 'R & D', rows: 3, hidden: false },
    ]);
    expect([data.sheet, data.counts.new]).toEqual(['R & D', 2]);
    const hidden = await tryXlsx(bytes, { sheet: 'Lists' });
    expect(hidden.data.rows.map(({ name }) => name)).toEqual(['Hidden']);
    const empty = await tryXlsx(bytes, { sheet: 'Empty' });
    expect([empty.status, empty.errors?.xlsx, empty.data.sheets.length]).toEqual([422, ['The file is empty.'], 4]);
    const missing = await tryXlsx(bytes, { sheet: 'Nobody' });
    expect([missing.status, missing.data.sheets.length]).toEqual([422, 4]);
  });

  test('a sheet that is too large leaves the others to be chosen', async () => {
    const far = '<worksheet><sheetData><row r="9000"><c r="A9000"><v>1</v></c></row></sheetData></worksheet>';
    const bytes = withSheets(far, { 'name="Leads"': sheet(heads, ['রুমা', '01712000003']) });
    const { status, data } = await tryXlsx(bytes);
    expect([status, data.sheet, data.sheets.map(({ name }) => name)]).toEqual([422, 'A', ['A', 'Leads']]);
    expect((await tryXlsx(bytes, { sheet: 'Leads' })).data.counts.new).toBe(1);
  });
});

test('an export of Lead Ads brings who, where and by which advertisement', async () => {
  const csv = await textOf('facebook-lead-ads.csv', 'utf16le');
  const { data } = await tryCsv(csv, { dry_run: false });
  expect(data.counts).toMatchObject({ rows: 1, added: 1 });
  expect(await onlyLead('01712000001')).toMatchObject({
    name: 'মো. সেলিম',
    institute_name: 'মেঘনা স্কুল',
    email: 'selim@meghna.example',
    created_at: '2026-11-19T18:00:00.000Z',
    utm_source: 'facebook',
    utm_campaign: 'Adm',
    utm_medium: 'ডেমো',
  });
});

test('an export of Google Forms, with both ways to write a time, is read without a question', async () => {
  const { data } = await tryCsv(await textOf('google-forms.csv'), { dry_run: false, add_duplicates: true });
  expect([data.date_order, data.date_order_unsure, data.counts.added]).toEqual(['month_first', false, 2]);
  const leads = await leadsAt(office, { search: 'পদ্মা স্কুল', from: '2026-11-20', to: '2026-11-20' });
  expect(leads.map(({ created_at }) => created_at.slice(0, 10))).toEqual(['2026-11-19', '2026-11-19']);
});

interface Tried {
  status: number;
  data: ImportResult;
  errors?: Record<string, string[]>;
}

function tryCsv(csv: string, more: object = {}): Promise<Tried> {
  return post({ csv, ...more });
}

function tryXlsx(xlsx: Buffer, more: object = {}): Promise<Tried> {
  return post({ xlsx: xlsx.toString('base64'), ...more });
}

async function post(body: object): Promise<Tried> {
  const answer = await office.post(leadCalls.import, { dry_run: true, ...body });
  return { ...answer.json<Written<ImportResult>>(), status: answer.status };
}

async function onlyLead(number: string) {
  const found = await leadsAt(office, { search: number });
  expect(found).toHaveLength(1);
  return leadOf(office, found[0]?.id ?? 0);
}

function fieldsOf({ columns }: ImportResult): string {
  return columns.map(({ field }) => field ?? '-').join(' ');
}

function textOf(file: string, encoding: BufferEncoding = 'utf8'): Promise<string> {
  return readFile(path.join(import.meta.dirname, 'lists', file), encoding);
}

function bytesOf(file: string): Promise<Buffer> {
  return readFile(path.join(import.meta.dirname, 'lists', file));
}
