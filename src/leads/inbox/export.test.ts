import { parse } from 'csv-parse/sync';
import readExcelFile from 'read-excel-file/node';
import { beforeAll, describe, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import type { Written } from '#ui/admin/calls/api.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { salma, visitor } from '../../../test/helpers/content.ts';
import { askForDemo, callOf, leadOf, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { ImportResult } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
let ids: number[];
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  ids = [
    await askForDemo(app),
    await askForDemo(app, { ...salma, name: '=cmd|"/c calc"!A1', institute_name: '@SUM(1+1)*cmd' }),
    await askForDemo(app, { ...visitor(3), name: '-2+3, "quoted"', number: '+44 7911 123456' }),
  ];
  await office.post(callOf(leadCalls.notes, ids[0] ?? 0), { note: '+8801\nsecond line' });
  return app.close;
});

const exported = (query = '') => office.get(`${leadCalls.export}${query}`);
const rowsOf = (text: string) => parse(text, { bom: true, columns: true }) as Record<string, string>[];

test('GET /export answers CSV in UTF-8 with a BOM, never to be stored, with cells defused that start like a formula', async () => {
  const answer = await exported();
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
  expect([...answer.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = rowsOf(answer.text);
  expect(rows.map((row) => row.ID)).toEqual(ids.toReversed().map(String));
  expect(rows[2]).toMatchObject({
    Name: 'আব্দুর রহিম',
    Institute: expect.stringContaining('শাপলা'),
    Number: '01712-345678',
    Email: 'rahim@shapla.example',
    Stage: 'New',
    Owner: '',
    Received: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  });
  const [third, second, first] = rows;
  expect(second).toMatchObject({ Name: `'=cmd|"/c calc"!A1`, Institute: "'@SUM(1+1)*cmd" });
  expect(third).toMatchObject({ Name: `'-2+3, "quoted"`, Number: "'+447911123456" });
  expect(first).toMatchObject({ Notes: "'+8801\nsecond line" });
  for (const row of [first, second, third]) {
    for (const cell of Object.values(row ?? {})) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
  }
});

test('a filter and chosen columns hold for the export too', async () => {
  const { text } = await exported(`?search=${encodeURIComponent('রহিম কুমিল্লা')}&columns=email,name`);
  expect(text).toBe('\uFEFFEmail,Name\r\nrahim@shapla.example,আব্দুর রহিম\r\n');
});

test('XLSX has the same rows: numbers can be summed up, days sorted, a phone number stays a text', async () => {
  const work = { value: 450_000, next_step: 'Call', next_step_on: '2026-12-05' };
  await office.put(callOf(leadCalls.one, ids[2] ?? 0), work);
  const answer = await exported('?format=xlsx&columns=id,name,number,value,next_step_on,received');
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(answer.headers['content-disposition']).toMatch(/\.xlsx"$/);
  const [sheet] = await readExcelFile(answer.bytes);
  const [heads, first, ...others] = sheet?.data ?? [];
  expect(heads).toEqual(['ID', 'Name', 'Number', 'Value', 'Next step on', 'Received']);
  const received = new Date(`${new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10)}T00:00:00Z`);
  const day = new Date('2026-12-05T00:00:00Z');
  expect(first?.slice(0, 5)).toEqual([ids[2], '-2+3, "quoted"', '+447911123456', 450_000, day]);
  expect(new Date(String(first?.[5])).getTime()).toBeGreaterThanOrEqual(received.getTime());
  expect(others.map((cells) => cells.slice(1, 5))).toEqual([
    ['=cmd|"/c calc"!A1', '01812-345678', null, null],
    ['আব্দুর রহিম', '01712-345678', null, null],
  ]);
  const imported = await office.post(leadCalls.import, { xlsx: answer.bytes.toString('base64'), dry_run: true });
  expect(imported.status).toBe(200);
  const { rows } = imported.json<Written<ImportResult>>().data;
  expect(rows.map(({ lead_id }) => lead_id)).toEqual(ids.toReversed());
});

describe('422', () => {
  test.each([
    ['limit', 'limit=-1'],
    ['columns', 'columns=password_hash'],
    ['columns', 'columns=name,,email'],
    ['columns', `columns=${encodeURIComponent('(select password_hash from users)')}`],
    ['format', 'format=pdf'],
    ['filename', 'filename=x%0d%0aSet-Cookie:%20a=b'],
    ['file', 'file=../../etc/passwd'],
    ['date_from', `date_from=${encodeURIComponent("2026-01-01' or '1'='1")}`],
  ])('%s: %s', async (field, query) => {
    const before = await auditRows();
    const answer = await exported(`?${query}`);
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } });
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(await auditRows()).toEqual(before);
  });
});

test('the audit tells who took how many with which filter, and not what was searched for; each lead tells it too', async () => {
  const id = await askForDemo(app, visitor(9));
  await exported('?search=sender9&status=new');
  const rows = await auditRows();
  const row = rows.at(-1);
  expect(row).toMatchObject({ action: 'export', user_id: office.userId });
  expect(JSON.parse(row?.after ?? '')).toMatchObject({
    format: 'csv',
    count: 1,
    filter: { status: 'new', searched: true, date_from: null },
  });
  expect(row?.after).not.toContain('sender9');
  expect((await app.send(leadCalls.export, { method: 'HEAD' })).status).toBe(401);
  expect(pastOf(await leadOf(office, id)).map(({ event }) => event)).toEqual(['received', 'exported']);
  expect(await auditRows()).toEqual(rows);
});

test('a long list comes in pieces, whole and in order', async () => {
  const now = new Date().toISOString();
  const same = { institute_name: 'Many', number: '', email: '', search_text: '  many', institute_folded: '' };
  const moments = { created_at: now, updated_at: now, stage_since: now };
  const many = Array.from({ length: 1_100 }, (_, index) => ({ name: `Many ${index}`, ...same, ...moments }));
  for (let at = 0; at < many.length; at += 275) {
    const part = many.slice(at, at + 275);
    await app.database.insertInto('demo_requests').values(part).execute();
  }
  const rows = rowsOf((await exported('?search=many&columns=name')).text);
  expect(rows.map((row) => row.Name)).toEqual(many.map(({ name }) => name).toReversed());
});

function auditRows() {
  return app.database.selectFrom('audit_events').selectAll().where('action', '=', 'export').orderBy('id').execute();
}
