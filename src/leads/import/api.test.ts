import { beforeAll, describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import type { Role } from '#api/rights.ts';
import { leadCalls } from '#paths.ts';
import type { Written } from '#ui/admin/calls/api.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { askForDemo, callOf, leadOf, leadsAt } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { workbookWith, zipOf } from '../../../test/helpers/workbook.ts';
import type { ImportResult } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
let rahimsId: number;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  rahimsId = await askForDemo(app);
  return app.close;
});

const send = (csv: unknown, more: object = {}) => office.post(leadCalls.import, { csv, dry_run: true, ...more });
async function imported(csv: string, more: object = {}): Promise<Written<ImportResult>> {
  const answer = await send(csv, more);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Written<ImportResult>>();
}
const only = async (csv: string) => (await imported(csv)).data.rows[0];
async function countAll(): Promise<number> {
  return (await app.database.selectFrom('demo_requests').select('id').execute()).length;
}

const file = [
  'Name,Institute,Phone,Email,Stage,Next step,Next step on,Notes,Date',
  'সেলিনা পারভীন,পদ্মা পাবলিক স্কুল,০১৭৩০-৪৪৫৫৬৬,selina@padma.example,Contacted,Call again,2026-12-05,"Met at the fair,\nwants a price",05/11/2025',
  'রহিম,অন্য স্কুল,01712345678,,,,,,',
  ',,123,,,,,,',
  'সেলিনা,পদ্মা,,SELINA@padma.example,,,,,',
].join('\r\n');

test('a dry run tells what would become of each row, and writes nothing', async () => {
  const before = await countAll();
  const { data, message } = await imported(file);
  expect(message).toBe('Nothing was written yet');
  expect(data.counts).toEqual({ rows: 4, new: 1, duplicate: 2, invalid: 1, blank: 0, added: 1 });
  expect(data.columns.map(({ field }) => field).join(' ')).toBe(
    'name institute_name number email status next_step next_step_on note received',
  );
  expect(data.rows.map(({ result, note, lead_id }) => [result, note, lead_id])).toEqual([
    ['new', null, null],
    ['duplicate', `Lead ${rahimsId} has the same number.`, rahimsId],
    ['invalid', null, null],
    ['duplicate', 'The same as line 2.', null],
  ]);
  expect(data.rows[2]?.errors).toEqual({
    name: ['Write a name or an institute.'],
    number: ['This is no phone number.'],
  });
  expect(await countAll()).toBe(before);
});

test('for good it adds the new ones with their history, mails nobody, and twice adds nothing twice', async () => {
  const mails = await app.database.selectFrom('mails').select('id').execute();
  const { data, message } = await imported(file, { dry_run: false });
  expect(message).toMatch(/^1 of 4 rows imported\./);
  expect(data.counts.added).toBe(1);
  const [found] = await leadsAt(office, { search: '01730445566' });
  const lead = await leadOf(office, found?.id ?? 0);
  expect(lead).toMatchObject({
    name: 'সেলিনা পারভীন',
    number: '+8801730445566',
    status: 'contacted',
    next_step: 'Call again',
    next_step_on: '2026-12-05',
    created_at: '2025-11-04T18:00:00.000Z',
  });
  expect(lead.history.map(({ event, user, details }) => [event, user?.id, details])).toEqual([
    ['imported', office.userId, null],
    ['noted', office.userId, { note: 'Met at the fair,\nwants a price' }],
  ]);
  expect((await imported(file, { dry_run: false })).data.counts).toMatchObject({ new: 0, duplicate: 3, added: 0 });
  expect(await app.database.selectFrom('mails').select('id').execute()).toEqual(mails);
  const audit = await app.database.selectFrom('audit_events').selectAll().where('action', '=', 'import').execute();
  expect(audit.map(({ after }) => after)).toEqual([JSON.stringify({ count: 1, import_id: data.import_id })]);
});

describe('DELETE /admin/contact-requests/imports/{id}', () => {
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `ক,স্কুল ${from + index},0191${1_000_000 + from + index}`);
  const add = async (from: number, count: number): Promise<number> => {
    const { data } = await imported(['Name,Institute,Phone', ...rows(from, count)].join('\n'), { dry_run: false });
    expect(data.counts.added).toBe(count);
    return data.import_id ?? 0;
  };
  const takeBack = (id: number) => office.delete(callOf(leadCalls.imported, id));
  const found = (from: number) => leadsAt(office, { search: `0191${1_000_000 + from}` });

  test('moves the leads of one import to the trash, but for those that somebody worked on', async () => {
    const [other, id] = [await add(100, 1), await add(200, 250)];
    const ids = await app.database.selectFrom('demo_requests').select('id').where('import_id', '=', id).execute();
    const [moved = 0, noted = 0, deleted = 0] = ids.map((row) => row.id);
    await office.put(`${leadCalls.list}/${moved}`, { status: 'contacted' });
    await office.post(`${leadCalls.list}/${noted}/notes`, { note: 'Rang' });
    await office.delete(`${leadCalls.list}/${deleted}`);
    const answer = await takeBack(id);
    expect(answer.status, answer.text).toBe(200);
    const message = '247 imported leads moved to the trash. 2 stay: somebody worked on them since.';
    expect(answer.json()).toEqual({ data: { removed: 247, kept: 2 }, message });
    expect(await found(449)).toEqual([]);
    expect(await found(100)).toHaveLength(1);
    expect((await leadOf(office, noted)).history.map(({ event }) => event)).toEqual(['imported', 'noted']);
    const trash = await leadsAt(office, { trash: '1', search: '01911000449' });
    expect(trash).toHaveLength(1);
    expect((await office.post(`${leadCalls.list}/${trash[0]?.id}/restore`, {})).status).toBe(200);
    const again = await takeBack(id);
    expect(again.json()).toMatchObject({ data: { removed: 0, kept: 3 } });
    expect((await takeBack(other)).json()).toMatchObject({ data: { removed: 1, kept: 0 } });
    expect((await takeBack(other)).json()).toMatchObject({ message: 'No lead of this import is left to take back.' });
    const audit = app.database.selectFrom('audit_events').select('after').where('action', '=', 'take-back-import');
    expect((await audit.execute())[0]?.after).toBe(JSON.stringify({ import_id: id, removed: 247, kept: 2 }));
    expect((await takeBack(2_147_483_647)).status).toBe(404);
  });

  test('keeps a contact whose note from the file was changed since', async () => {
    const csv = `Name,Phone,Notes\nক,01911999999,From the fair\n`;
    const { import_id } = (await imported(csv, { dry_run: false })).data;
    const [lead] = await leadsAt(office, { search: '01911999999' });
    const note = (await leadOf(office, lead?.id ?? 0)).history.find(({ event }) => event === 'noted');
    const path = callOf(leadCalls.note, lead?.id ?? 0).replace(':note', String(note?.note_id));
    expect((await office.put(path, { note: 'Wants a price' })).status).toBe(200);
    expect((await takeBack(import_id ?? 0)).json()).toMatchObject({ data: { removed: 0, kept: 1 } });
  });
});

test('DELETE …/imports/{id} is for who made it, within 30 days, and for owners whoever did', async () => {
  const as = async (role: Role) => sessionOf(app, await hireStaff(app, role, role));
  const [kamal, nadia, owner] = [await as('sales'), await as('sales'), await as('owner')];
  const bring = async (number: string) => {
    const body = { csv: `Name,Phone\nRahim,${number}`, dry_run: false };
    const { data } = (await sendAs(app, kamal, 'POST', leadCalls.import, body)).json<Written<ImportResult>>();
    return callOf(leadCalls.imported, data.import_id ?? 0);
  };
  const [first, second, old] = [await bring('01555000001'), await bring('01555000002'), await bring('01555000003')];
  const before = new Date(Date.now() - 31 * 86_400_000).toISOString();
  const imports = app.database.updateTable('lead_imports').where('id', '=', Number(old.split('/').at(-1)));
  await imports.set({ created_at: before }).execute();
  const tries = [
    [nadia, first],
    [kamal, first],
    [owner, second],
    [kamal, old],
    [owner, old],
  ] as const;
  const statuses = [];
  for (const [who, path] of tries) statuses.push((await sendAs(app, who, 'DELETE', path)).status);
  expect(statuses).toEqual([404, 200, 200, 404, 404]);
});

test('duplicates are added where that is asked for', async () => {
  const before = await countAll();
  const { data } = await imported('Name,Phone\nরহিম,01712345678\n', { dry_run: false, add_duplicates: true });
  expect(data.counts).toMatchObject({ duplicate: 1, added: 1 });
  expect(await countAll()).toBe(before + 1);
});

test.each([
  ['Bengali heads', 'নাম,প্রতিষ্ঠানের নাম,মোবাইল নম্বর,ইমেইল\nক,খ,01911000001,a@b.example'],
  ['a BOM and semicolons', '\uFEFFName;School;Mobile;E-mail *\r\nক;খ;01911000001;a@b.example\r\n'],
  ['tabs', 'contact person\tINSTITUTION\tphone_number\temail address\nক\tখ\t01911000001\ta@b.example'],
])('a file with %s is read', async (_what, csv) => {
  expect(await only(csv)).toMatchObject({
    result: 'new',
    name: 'ক',
    institute_name: 'খ',
    number: '+8801911000001',
    email: 'a@b.example',
  });
});

test('columns can be chosen by their heads, and left out', async () => {
  const csv = 'A,B,Email\nক,01911000002,not-an-address\n';
  expect((await send(csv)).status).toBe(200);
  const { data } = await imported(csv, { columns: { A: 'institute_name', B: 'number', Email: '' } });
  expect(data.columns.map(({ field }) => field)).toEqual(['institute_name', 'number', null]);
  expect(data.rows[0]).toMatchObject({ result: 'new', name: 'ক', institute_name: 'ক', errors: {} });
  expect((await send(csv, { columns: { A: 'password_hash' } })).status).toBe(422);
});

test('what we exported comes back as it was, in Bengali too', async () => {
  const row = await only("Name,Number,Stage\n'=HYPERLINK(1),'+447911123456,Demo given\n");
  expect(row).toMatchObject({ name: '=HYPERLINK(1)', number: '+447911123456', status: 'demo_given' });
  const authorization = `Bearer ${await sessionOf(app, await hireStaff(app, 'Rokeya Khatun'))}`;
  const { text } = await app.send(leadCalls.export, { headers: { authorization, 'accept-language': 'bn' } });
  expect(text).toMatch(/,ধাপ,.*,নতুন,/s);
  const { data } = await imported(text);
  const person = ['received', 'name', 'institute_name', 'number', 'email'];
  const work = ['status', 'lost_reason', 'owner', 'next_step', 'next_step_on', 'note'];
  const fields = data.columns.flatMap(({ field }) => field ?? []);
  expect(fields).toEqual([...person, ...work, 'district', 'students', 'package_note', 'value']);
  expect(data.counts.invalid).toBe(0);
});

test('an owner is named by address or name', async () => {
  for (const owner of [office.email.toUpperCase(), 'নাসরিন আক্তার']) {
    expect((await only(`Name,Email,Owner\nক,owner@x.example,${owner}`))?.errors).toEqual({});
  }
  expect((await only('Name,Email,Owner\nক,owner@x.example,Nobody'))?.errors).toHaveProperty('owner');
});

describe('Hostile rows', () => {
  test.each<[string, string, object]>([
    ['a second address', 'Name,Email\nক,"a@b.example\r\nBcc: c@d.example"', { result: 'invalid' }],
    ['a list of addresses', 'Name,Email\nক,"a@b.example,c@d.example"', { result: 'invalid' }],
    ['control characters', 'Name,Number\nআ\u0000ব্দু\u001bর\u202e,01911000003', { name: 'আব্দুর' }],
    ['markup', 'Name,Number\n<img src=x onerror=alert(1)>,01911000003', { name: '<img src=x onerror=alert(1)>' }],
    ['a name without measure', `Name,Number\n${'ক'.repeat(191)},01911000003`, { result: 'invalid' }],
    ['a stage that is none', 'Name,Number,Stage\nক,01911000003,__proto__', { result: 'invalid' }],
    ['a day that is none', 'Name,Number,Date\nক,01911000003,31/02/2026', { result: 'invalid' }],
    ['a day to come', 'Name,Number,Date\nক,01911000003,2099-01-01', { result: 'invalid' }],
    ['heads that reach a prototype', '__proto__,constructor,Name,Number\nx,y,ক,01911000003', { result: 'new' }],
  ])('%s', async (_what, csv, expected) => {
    expect(await only(csv)).toMatchObject(expected);
  });

  test.each<[string, unknown]>([
    ['nothing', ''],
    ['no text', 5],
    ['heads alone', 'Name,Number\n'],
    ['no way to reach anybody', 'Name,Institute\nক,খ'],
    ['a cell without measure', `Name,Number\n${'x'.repeat(200_000)},1`],
    ['more than 5,000 rows', `Name,Number\n${'ক,01911000003\n'.repeat(5_001)}`],
    ['a picture', '\u0089PNG\r\n\u001a\n'],
  ])('a file that is %s is a 422', async (_what, csv) => {
    const answer = await send(csv, { dry_run: false });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toHaveLength(1);
  });

  test('5,000 rows are taken', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `Row ${index},0181${String(index).padStart(7, '0')}`);
    const { data } = await imported(`Name,Number\n${rows.join('\n')}`, { dry_run: false });
    expect(data.counts).toMatchObject({ rows: 5_000, new: 5_000, added: 5_000 });
    expect((await leadsAt(office, { search: '01810004999' })).map(({ name }) => name)).toEqual(['Row 4999']);
  });
});

test('of eight files at once at least four are read, and the others are refused with Retry-After', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('Name,Number\nক,01911000004')));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(4);
  for (const { status, headers } of refused) {
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
});

describe('A workbook', () => {
  type Cell = string | number | boolean | Date | null;
  const workbook = async (rows: Cell[][]): Promise<Buffer> => {
    const cells = rows.map((row) =>
      row.map((value) => (value instanceof Date ? { value, type: Date, format: 'dd/mm/yyyy' } : { value })),
    );
    return (writeExcelFile as (rows: object[][]) => { toBuffer: () => Promise<Buffer> })(cells).toBuffer();
  };
  const sendXlsx = (bytes: Buffer, more: object = {}) =>
    office.post(leadCalls.import, { xlsx: bytes.toString('base64'), dry_run: true, ...more });
  const problemOf = async (bytes: Buffer) => {
    const answer = await sendXlsx(bytes, { dry_run: false });
    expect(answer.status).toBe(422);
    return answer.json<{ errors: { xlsx: string[] } }>().errors.xlsx?.[0];
  };

  test('is read as a file of texts is: words, numbers and days, by its own rows', async () => {
    const answer = await sendXlsx(
      await workbook([
        ['নাম', 'প্রতিষ্ঠান', 'Mobile', 'Next step on', 'Students'],
        ['সেলিনা', 'মেঘনা স্কুল', 1_719_000_001, new Date('2026-12-05T00:00:00Z'), 450],
        [null, null, null, null, null],
        ['করিম', 'যমুনা কলেজ', '১২৩', null, null],
      ]),
    );
    expect(answer.status, answer.text).toBe(200);
    const { data, message } = answer.json<Written<ImportResult>>();
    expect(message).toBe('Nothing was written yet');
    expect(data.rows.map(({ line, result, number }) => [line, result, number])).toEqual([
      [2, 'new', '+8801719000001'],
      [4, 'invalid', ''],
    ]);
    expect(data.rows[1]?.errors).toEqual({ number: ['This is no phone number.'] });
    const fields = ['name', 'institute_name', 'number', 'next_step_on', 'students'];
    expect(data.columns.map(({ field }) => field)).toEqual(fields);
  });

  test('of 5,000 rows is taken, with the same dry run before', { tags: ['full'] }, async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => [`Sheet ${at}`, `0182${String(at).padStart(7, '0')}`]);
    const bytes = await workbook([['Name', 'Number'], ...rows]);
    const before = await countAll();
    expect((await sendXlsx(bytes)).json<Written<ImportResult>>().data.counts).toMatchObject({ new: 5_000, invalid: 0 });
    expect(await countAll()).toBe(before);
    const { data } = (await sendXlsx(bytes, { dry_run: false })).json<Written<ImportResult>>();
    expect(data.counts.added).toBe(5_000);
    expect(await countAll()).toBe(before + 5_000);
    expect(await problemOf(await workbook([['Name', 'Number'], ...rows, ['One', 'more']]))).toBe(
      'The sheet has more than 5000 rows: there is something in A5002. Split it into smaller ones.',
    );
  });

  const sheetWith = (cells: string) => workbookWith(`<worksheet><sheetData>${cells}</sheetData></worksheet>`);

  const tooWide = 'The sheet has more than 200 columns: there is something in XFD1.';
  const broken = 'The workbook is broken. Open it, save it again as .xlsx, and choose it once more.';

  /** A few KB each, that unpack to some MB; a pattern may look for an end from each of half a million beginnings. */
  test.each([
    ['cells', sheetWith(`<row>${'<c>'.repeat(600_000)}</row>`)],
    ['rows', sheetWith('<row>'.repeat(600_000))],
    ['dashes', sheetWith(`<row r="1" ${'-'.repeat(1_500_000)}><c><v>1</v></row>`)],
    ['phonetic readings', workbookWith('', { texts: '<rPh>'.repeat(600_000) })],
    ['comments', workbookWith('<!--'.repeat(600_000))],
    ['instructions', workbookWith('<?'.repeat(600_000))],
  ])('of %s without an end is refused before its time is over', { tags: ['full'] }, async (_what, bytes) => {
    expect(await problemOf(bytes)).toMatch(/^The (?:workbook is broken|file is empty)/);
  });

  test.each<[string, Buffer, string]>([
    ['a file of texts', Buffer.from('Name,Number\nক,01911000003'), 'This is no Excel workbook (.xlsx).'],
    [
      'of the old kind, or with a password',
      Buffer.from('d0cf11e0a1b11ae1'.padEnd(1_024, '0'), 'hex'),
      'This workbook is of the old kind (.xls) or has a password. Save it as .xlsx without a password.',
    ],
    [
      'a bomb',
      zipOf({ 'xl/worksheets/sheet1.xml': 'x'.repeat(70 * 2 ** 20) }),
      'Unpacked the workbook is too large. Save the sheet alone, or split it into smaller ones.',
    ],
    ['a bomb that says it is small', workbookWith('x'.repeat(20 * 2 ** 20), { claimed: 10 }), broken],
    ['something far out', sheetWith('<row r="1"><c r="XFD1"><v>1</v></c></row>'), tooWide],
    [
      'something far out behind a comment, with a prefix, in single quotes',
      sheetWith("<x:row r='1'><x:c r='XFD1'><!-- > --><x:v>1</x:v></x:c></x:row>"),
      tooWide,
    ],
    ['tags without an end', sheetWith('<c r="A1" '.repeat(30_000)), broken],
    ['a document type', workbookWith('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>'), broken],
    ['no workbook inside', zipOf({ 'readme.txt': 'Hello' }), 'The workbook can’t be read.'],
    ['cut off', sheetWith('').subarray(0, 60), broken],
  ])('that is %s is a 422 that says so', async (_what, bytes, problem) => {
    expect(await problemOf(bytes)).toBe(problem);
  });

  test('comes alone, in base 64', async () => {
    const bytes = await workbook([
      ['Name', 'Number'],
      ['ক', '01911000003'],
    ]);
    expect((await sendXlsx(bytes, { csv: 'Name,Number\nক,01911000003' })).status).toBe(422);
    expect((await office.post(leadCalls.import, { xlsx: '***', dry_run: true })).status).toBe(422);
    expect((await office.post(leadCalls.import, { dry_run: true })).status).toBe(422);
  });
});
