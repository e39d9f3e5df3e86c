import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim, salma, visitor } from '../../../test/helpers/content.ts';
import { storedRequests } from '../../../test/helpers/demo-requests.ts';
import { said } from '../../../test/helpers/specified-texts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return async () => {
    vi.useRealTimers();
    await app.close();
  };
});
beforeEach(async () => {
  await app.database.deleteFrom('demo_requests').execute();
  await app.database.deleteFrom('rate_limits').execute();
});

let networks = 0;
/** Each from a network of its own, so that no limit is in the way. */
const request = (body: unknown, headers?: Record<string, string>) =>
  app.requestDemo(body, headers, `127.0.1.${++networks}`);

const send = (body: unknown, key: string, from = '127.0.6.1') =>
  app.requestDemo(body, { 'idempotency-key': key }, from);
const rows = async () => (await storedRequests(app)).rows;

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
  expect(answer.json()).toEqual({ message: said.sent, data: { id: rows[0]?.id, mailed: false } });
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
  const bySystem = { request_id: rows[0]?.id, created_at: moment, user_id: null, user_name: null, details: null };
  expect(events).toMatchObject(['received', 'mail_waiting'].map((event) => ({ event, ...bySystem })));
});

test('the same address and number again within ten minutes: same answer, one record; another number is another', async () => {
  const [first, again] = [await request(salma), await request({ ...salma, name: 'অন্য নাম', number: '+8801812345678' })];
  expect(again.status).toBe(201);
  expect(again.json()).toEqual(first.json());
  const { rows, events } = await storedRequests(app);
  expect(rows.map((row) => row.name)).toEqual([salma.name]);
  expect(events.filter((event) => event.request_id === rows[0]?.id)).toHaveLength(2);
  expect((await storedBy({ ...salma, number: '01911111111' })).id).not.toBe(rows[0]?.id);
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
  expect(await rows()).toHaveLength(1);
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

test('a request that arrives again under its Idempotency-Key, kept as a hash, is answered as before, hours later too', async () => {
  const key = randomUUID();
  const first = await send(rahim, key);
  expect(first.status).toBe(201);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 3_600_000 });
  const again = await send({ ...rahim, number: '+৮৮০ ১৭১২-৩৪৫৬৭৮', name: 'অন্য' }, key, '127.0.6.2');
  vi.useRealTimers();
  expect([again.status, again.json()]).toEqual([201, first.json()]);
  expect(await rows()).toHaveLength(1);
  expect(JSON.stringify(await rows())).not.toContain(key);
});

test('a key that belongs to somebody else’s request is a 422 that tells nothing of it', async () => {
  const key = randomUUID();
  await send(rahim, key);
  for (const body of [visitor(2), { ...rahim, email: 'other@shapla.example' }]) {
    const answer = await send(body, key);
    expect(answer.status).toBe(422);
    expect(answer.text).not.toContain(rahim.email);
  }
  expect(await rows()).toHaveLength(1);
});

test.each(['short', 'x'.repeat(201), 'with space in it'])('the key %j is a 400', async (key) => {
  expect((await send(rahim, key)).status).toBe(400);
  expect(await rows()).toEqual([]);
});

test('a refused request may come again under its key', async () => {
  const key = randomUUID();
  expect((await send({ ...rahim, email: 'x' }, key)).status).toBe(422);
  expect((await send(rahim, key)).status).toBe(201);
});

test('where the visitor came from is kept as far as it makes sense; what does not is left out, and refuses nothing', async () => {
  const origin = {
    page: '/packages',
    referrer: 'https://www.google.com/search?q=school+software',
    utm_source: 'facebook',
    utm_medium: ' cpc\n',
    utm_campaign: 'ভর্তি ২০২৭',
    students: '৪৫০',
    package: 'স্কুল, পূর্ণাঙ্গ',
  };
  const { package: package_note, ...texts } = origin;
  const kept = { ...texts, referrer: 'www.google.com', utm_medium: 'cpc', students: '450', package_note };
  const odd = {
    page: 'https://evil.example/',
    referrer: 'javascript:alert(1)',
    utm_source: ['x'],
    utm_medium: { $gt: '' },
    utm_campaign: 'x'.repeat(5_000),
    students: 'অনেক',
    package: true,
  };
  for (const from of [
    { ...rahim, ...origin },
    { ...visitor(3), ...odd },
  ])
    expect((await send(from, randomUUID())).status).toBe(201);
  const leftOut = { page: null, referrer: null, utm_source: null, utm_medium: null, students: null };
  const cut = 'x'.repeat(100);
  expect(await rows()).toMatchObject([kept, { ...leftOut, package_note: null, utm_campaign: cut }]);
});
