import { beforeAll, describe, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { askForDemo, leadOf, leadsAt } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { ImportAnswer, ImportRow } from '../lead/schema.ts';

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
async function imported(csv: string, more: object = {}): Promise<ImportAnswer> {
  const answer = await send(csv, more);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<ImportAnswer>();
}
const only = async (csv: string): Promise<ImportRow> => {
  const { data } = await imported(csv);
  const [row] = data.rows;
  if (!row) throw new Error('No row');
  return row;
};
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
  expect(data.counts).toEqual({ new: 1, duplicate: 2, invalid: 1, added: 1 });
  expect(data.columns.map(({ field }) => field)).toEqual([
    ...['name', 'institute_name', 'number', 'email', 'status', 'next_step', 'next_step_on', 'note', 'received'],
  ]);
  expect(data.rows.map(({ result, note, lead_id }) => [result, note, lead_id])).toEqual([
    ['new', null, null],
    ['duplicate', `Lead ${rahimsId} has the same number.`, rahimsId],
    ['invalid', null, null],
    ['duplicate', 'The same as line 3.', null],
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
  expect(message).toBe('1 of 4 rows imported');
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
  expect(audit.map(({ after }) => after)).toEqual(['{"count":1}']);
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
  ['old line ends', 'Name,Institute,Number,Email\rক,খ,01911000001,a@b.example\r'],
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

test('what we exported comes back as it was', async () => {
  const row = await only("Name,Number,Stage\n'=HYPERLINK(1),'+447911123456,Demo given\n");
  expect(row).toMatchObject({ name: '=HYPERLINK(1)', number: '+447911123456', status: 'demo_given' });
});

test('an owner is named by address or name', async () => {
  const { email, name } = await app.database
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', office.userId)
    .executeTakeFirstOrThrow();
  for (const owner of [email.toUpperCase(), name]) {
    expect((await only(`Name,Email,Owner\nক,owner@x.example,${owner}`)).errors).toEqual({});
  }
  expect((await only('Name,Email,Owner\nক,owner@x.example,Nobody')).errors).toHaveProperty('owner');
});

describe('Hostile rows', () => {
  test.each<[string, string, object]>([
    ['a second address', 'Name,Email\nক,"a@b.example\r\nBcc: c@d.example"', { result: 'invalid' }],
    ['a list of addresses', 'Name,Email\nক,"a@b.example,c@d.example"', { result: 'invalid' }],
    ['control characters', 'Name,Number\nআ\u0000ব্দু\u001bর\u202e,01911000003', { name: 'আব্দুর' }],
    ['markup', 'Name,Number\n<img src=x onerror=alert(1)>,01911000003', { name: '<img src=x onerror=alert(1)>' }],
    ['SQL', "Name,Number\n'); drop table demo_requests;--,01911000003", { result: 'new' }],
    ['a name without measure', `Name,Number\n${'ক'.repeat(191)},01911000003`, { result: 'invalid' }],
    ['a stage that is none', 'Name,Number,Stage\nক,01911000003,__proto__', { result: 'invalid' }],
    ['a day that is none', 'Name,Number,Date\nক,01911000003,31/02/2026', { result: 'invalid' }],
    ['a day to come', 'Name,Number,Date\nক,01911000003,2099-01-01', { result: 'invalid' }],
    ['fewer cells than heads', 'Name,Email,Number\nক', { result: 'invalid' }],
    ['more cells than heads', 'Name,Number\nক,01911000003,x,y,z', { result: 'new' }],
    ['heads that reach a prototype', '__proto__,constructor,Name,Number\nx,y,ক,01911000003', { result: 'new' }],
  ])('%s', async (_what, csv, expected) => {
    expect(await only(csv)).toMatchObject(expected);
  });

  test.each<[string, unknown]>([
    ['nothing', ''],
    ['no text', 5],
    ['heads alone', 'Name,Number\n'],
    ['no way to reach anybody', 'Name,Institute\nক,খ'],
    ['an open quotation mark', 'Name,Number\n"ক,01911000003\n'],
    ['a cell without measure', `Name,Number\n${'x'.repeat(200_000)},1`],
    ['more than 5,000 rows', `Name,Number\n${'ক,01911000003\n'.repeat(5_001)}`],
    ['a picture', '\u0089PNG\r\n\u001a\n'],
  ])('a file that is %s is a 422', async (_what, csv) => {
    const answer = await send(csv, { dry_run: false });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toHaveLength(1);
  });

  test('5,000 rows are taken', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `Row ${index},${`0181${String(index).padStart(7, '0')}`}`);
    const { data } = await imported(`Name,Number\n${rows.join('\n')}`, { dry_run: false });
    expect(data.counts).toEqual({ new: 5_000, duplicate: 0, invalid: 0, added: 5_000 });
    expect((await leadsAt(office, { search: '01810004999' })).map(({ name }) => name)).toEqual(['Row 4999']);
  });
});
