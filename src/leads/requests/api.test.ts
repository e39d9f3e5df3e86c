// @module-tag postgres
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim, salma, visitor } from '../../../test/helpers/content.ts';
import { storedRequests } from '../../../test/helpers/demo-requests.ts';
import { said } from '../../../test/helpers/specified-texts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

let networks = 0;
/** Each from a network of its own, so that no limit is in the way. */
const request = (body: unknown, headers?: Record<string, string>) =>
  app.requestDemo(body, headers, `127.0.1.${++networks}`);

async function storedBy(body: unknown, headers?: Record<string, string>) {
  const answer = await request(body, headers);
  expect(answer.status, answer.text).toBe(201);
  const { id } = answer.json<{ data: { id: number } }>().data;
  return app.database.selectFrom('demo_requests').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

test('POST /api/store-contact-information answers 201 and keeps the request with its history', async () => {
  const answer = await request(rahim);
  expect(answer.status).toBe(201);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  const { rows, events } = await storedRequests(app);
  expect(answer.json()).toEqual({
    message: said.sent,
    data: { id: rows[0]?.id, mailed: false },
  });
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(rows).toMatchObject([
    {
      id: expect.any(Number),
      name: 'আব্দুর রহিম',
      // A letter with a dot below is one code point when typed, two in NFC.
      institute_name: rahim.institute_name.normalize('NFC'),
      number: '+8801712345678',
      email: 'rahim@shapla.example',
      created_at: moment,
      updated_at: moment,
      stage: 'new',
      stage_since: rows[0]?.created_at,
      spam: 0,
    },
  ]);
  expect(events).toEqual(
    ['received', 'mail_waiting'].map((event) => ({
      id: expect.any(Number),
      request_id: rows[0]?.id,
      event,
      created_at: moment,
      user_id: null,
      user_name: null,
      details: null,
    })),
  );
});

test('the same address and number again within ten minutes: same answer, one record; another number is another', async () => {
  const [first, again] = [await request(salma), await request({ ...salma, name: 'অন্য নাম', number: '+8801812345678' })];
  expect(again.status).toBe(201);
  expect(again.json()).toEqual(first.json());
  const { rows, events } = await storedRequests(app);
  const ofSalma = rows.filter((row) => row.email === salma.email);
  expect(ofSalma.map((row) => row.name)).toEqual([salma.name]);
  expect(events.filter((event) => event.request_id === ofSalma[0]?.id)).toHaveLength(2);
  expect((await storedBy({ ...salma, number: '01911111111' })).id).not.toBe(ofSalma[0]?.id);
});

test.each<[string, Record<string, string>]>([
  ['without a key', {}],
  ['with one', { 'idempotency-key': randomUUID() }],
])('20 identical requests at once, %s: one record, one answer', async (_what, headers) => {
  const from = `127.0.1.${++networks}`;
  const person = visitor(networks);
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.requestDemo(person, headers, from)));
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  const { rows } = await storedRequests(app);
  expect(rows.filter((row) => row.email === person.email)).toHaveLength(1);
});

test('fields that are not asked for are left behind', async () => {
  const row = await storedBy({ ...visitor(90), id: 9_999, status: 1, created_at: 'x', message: 'x', _token: 'x' });
  expect(row.id).not.toBe(9_999);
  expect(row.created_at).toMatch(/^20/);
});

describe('The text of a request', () => {
  test.each([
    ['control characters', 'আ\u0000ব্দু\u001bর', 'আব্দুর'],
    ['white space', '  আব্দুর \t\n  রহিম ', 'আব্দুর রহিম'],
    ['markup, which is only text', '<b>রহিম</b> & "x"', '<b>রহিম</b> & "x"'],
    ['SQL, which is only text', "x'); drop table demo_requests; --", "x'); drop table demo_requests; --"],
  ])('with %s is kept clean', async (_what, typed, kept) => {
    const row = await storedBy({ ...visitor(100 + networks), name: typed, institute_name: typed });
    expect([row.name, row.institute_name]).toEqual([kept, kept]);
  });

  test.each(['ক'.repeat(190), '😀'.repeat(190)])('may have 190 code points', async (name) => {
    const row = await storedBy({ ...visitor(200 + networks), name, institute_name: name });
    expect([row.name, row.institute_name]).toEqual([name, name]);
  });
});

test.each([
  ['০১৭১২৩৪৫৬৭৮', '+8801712345678'],
  ['01712345678', '+8801712345678'],
  ['+880 1712-345678', '+8801712345678'],
  ['8801712345678', '+8801712345678'],
  ['+৮৮০ ১৭১২ ৩৪৫৬৭৮', '+8801712345678'],
  ['(017) 12 34 56 78', '+8801712345678'],
  ['01312345678', '+8801312345678'],
  ['+44 7911 123456', '+447911123456'],
  ['+1 202-456-1111', '+12024561111'],
])('the number %s is stored as %s', async (typed, stored) => {
  expect((await storedBy({ ...visitor(300 + networks), number: typed })).number).toBe(stored);
});

test.each([
  ['rahim+demo@shapla.example', 'rahim+demo@shapla.example'],
  ['Rahim.Uddin@SHAPLA.Example', 'Rahim.Uddin@shapla.example'],
  ['  rahim_1@mail.shapla.example ', 'rahim_1@mail.shapla.example'],
  [`${'a'.repeat(64)}@shapla.example`, `${'a'.repeat(64)}@shapla.example`],
])('the address %s is stored as %s', async (typed, stored) => {
  expect((await storedBy({ ...visitor(400 + networks), email: typed })).email).toBe(stored);
});

test.each(['APPLICATION/JSON', 'application/json; charset=UTF-8', 'application/json;charset="utf-8"'])(
  'the content type %s is taken, with a body of exactly 16 KiB',
  async (type) => {
    const body = { ...visitor(500 + networks), padding: '' };
    const room = 16 * 1024 - Buffer.byteLength(JSON.stringify(body));
    await storedBy({ ...body, padding: 'x'.repeat(room) }, { 'content-type': type });
  },
);
