import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim, visitor } from '../../../test/helpers/content.ts';
import { storedRequests } from '../../../test/helpers/demo-requests.ts';

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

const send = (body: unknown, key: string, from = '127.0.6.1') =>
  app.requestDemo(body, { 'idempotency-key': key }, from);
const rows = async () => (await storedRequests(app)).rows;

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
  for (const from of [{ ...rahim, ...origin }, { ...visitor(3), ...odd }])
    expect((await send(from, randomUUID())).status).toBe(201);
  const leftOut = { page: null, referrer: null, utm_source: null, utm_medium: null, students: null };
  const cut = 'x'.repeat(100);
  expect(await rows()).toMatchObject([kept, { ...leftOut, package_note: null, utm_campaign: cut }]);
});
