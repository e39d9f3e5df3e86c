import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim, visitor } from '../../../test/helpers/content.ts';
import { inBengali, storedRequests } from '../../../test/helpers/demo-requests.ts';
import type { Answer } from '../../../test/helpers/requests.ts';
import { freshStore } from '../../../test/helpers/store.ts';

const minute = 60_000;
let app: TestApp;
beforeEach(async () => {
  // In the middle of every window, so that none ends while a test runs; only the clock's time is held.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-05T06:05:00Z') });
  app = await openTestApp();
});
afterEach(async () => {
  await app.close();
  vi.useRealTimers();
});

let next = 0;
const post = (from: string, headers: Record<string, string> = {}) => app.requestDemo(visitor(++next), headers, from);

async function postMany(count: number, from: string, headers?: Record<string, string>): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) statuses.push((await post(from, headers)).status);
  return statuses;
}

function expectTooMany(answer: Answer, atMost: number): void {
  expect(answer.status).toBe(429);
  expect(answer.json()).toEqual({ message: inBengali });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(atMost);
}

describe('The limit of a network', () => {
  test('is 5 in 10 minutes: the sixth is a 429 and writes nothing, another network is served', async () => {
    expect(await postMany(5, '127.0.0.7')).toEqual([201, 201, 201, 201, 201]);
    const before = await storedRequests(app);
    expectTooMany(await post('127.0.0.7'), 600);
    expect(await storedRequests(app)).toEqual(before);
    expect((await post('127.0.0.8')).status).toBe(201);
  });

  test('ends: after what Retry-After says, the network is served again', async () => {
    await postMany(5, '127.0.0.7');
    const wait = Number((await post('127.0.0.7')).headers['retry-after']);
    vi.setSystemTime(Date.now() + wait * 1_000 - 1_000);
    expect((await post('127.0.0.7')).status).toBe(429);
    vi.setSystemTime(Date.now() + 2_000);
    expect((await post('127.0.0.7')).status).toBe(201);
  });

  test('does not count refusals and repeats', async () => {
    for (let at = 0; at < 10; at++) {
      expect((await app.requestDemo({}, {}, '127.0.0.7')).status).toBe(422);
      expect((await app.requestDemo(rahim, {}, '127.0.0.7')).status).toBe(201);
    }
    expect(await postMany(4, '127.0.0.7')).toEqual([201, 201, 201, 201]);
  });

  test('holds for parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post('127.0.0.7')));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7);
    expect((await storedRequests(app)).rows).toHaveLength(5);
  });

  test('survives a restart', async () => {
    const store = await freshStore();
    for (const expected of [[201, 201, 201], [201, 201, 429], [429]]) {
      const run = await openTestApp({ store });
      const statuses: number[] = [];
      for (const _ of expected) statuses.push((await run.requestDemo(visitor(++next), {}, '127.0.0.7')).status);
      expect(statuses).toEqual(expected);
      await run.close();
    }
    await store.remove();
  });

  test('of many wrong attempts: more than 60 at once are refused before they are looked at', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, () => app.requestDemo({}, {}, '127.0.0.7')));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(10);
    for (const answer of refused) expectTooMany(answer, 60);
  });
});

describe('The limit of an address', () => {
  const variant = (email: string, index: number) =>
    app.requestDemo({ ...visitor(++next), email }, {}, `127.0.3.${index}`);

  test('is 3 a day, from whatever networks', async () => {
    for (let at = 1; at <= 3; at++) expect((await variant('one@shapla.example', at)).status).toBe(201);
    expectTooMany(await variant('one@shapla.example', 4), 86_400);
    vi.setSystemTime(Date.now() + 24 * 60 * minute);
    expect((await variant('one@shapla.example', 5)).status).toBe(201);
  });

  test('is the same in another spelling', async () => {
    const spellings = ['two@shapla.example', 'TWO@shapla.example', ' two@SHAPLA.example '];
    for (const [at, email] of spellings.entries()) expect((await variant(email, at + 10)).status).toBe(201);
    expectTooMany(await variant('tWo@Shapla.Example', 14), 86_400);
  });
});

test('after 2,000 requests in an hour from everywhere, the next is a 503 that says when', async () => {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600;
  await app.database
    .insertInto('rate_limits')
    .values({ key: 'demo-everyone', window_start: hour, count: 2_000 })
    .execute();
  const answer = await post('127.0.0.7');
  expect(answer.status).toBe(503);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect((await storedRequests(app)).rows).toEqual([]);
});

test('the same request again after ten minutes is a new one', async () => {
  const first = await app.requestDemo(rahim);
  vi.setSystemTime(Date.now() + 10 * minute - 1_000);
  expect((await app.requestDemo(rahim)).json()).toEqual(first.json());
  vi.setSystemTime(Date.now() + 2_000);
  expect((await app.requestDemo(rahim)).json()).not.toEqual(first.json());
  expect((await storedRequests(app)).rows).toHaveLength(2);
});

test("yesterday's token is taken, the one before is a 419", async () => {
  vi.setSystemTime(Date.now() + 24 * 60 * minute);
  expect((await post('127.0.0.7')).status).toBe(201);
  vi.setSystemTime(Date.now() + 24 * 60 * minute);
  expect((await post('127.0.0.7')).status).toBe(419);
});

test('limits are counted without keeping whom they count', async () => {
  await app.requestDemo(rahim, {}, '127.0.0.7');
  const keys = JSON.stringify((await storedRequests(app)).limits);
  for (const secret of [rahim.email, '1712345678', '127.0.0.7']) expect(keys).not.toContain(secret);
});

describe('The network is the peer', () => {
  const spoofed = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip'];

  test.each(spoofed)('whatever %s says', async (header) => {
    const statuses: number[] = [];
    for (let at = 1; at <= 6; at++) statuses.push((await post('127.0.0.7', { [header]: `203.0.113.${at}` })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe('Behind a proxy that TRUST_PROXY names', () => {
  beforeEach(async () => {
    await app.close();
    app = await openTestApp({ env: { TRUST_PROXY: '127.0.0.50' } });
  });
  const through = (chain: string, peer = '127.0.0.50') => post(peer, { 'x-forwarded-for': chain });

  test('the network is the forwarded one', async () => {
    await postMany(5, '127.0.0.50', { 'x-forwarded-for': '203.0.113.1' });
    expect((await through('203.0.113.1')).status).toBe(429);
    expect((await through('203.0.113.2')).status).toBe(201);
  });

  test('what a visitor puts in front of the chain changes nothing', async () => {
    for (let at = 1; at <= 5; at++) expect((await through(`198.51.100.${at}, 203.0.113.1`)).status).toBe(201);
    expect((await through('198.51.100.99, 203.0.113.1')).status).toBe(429);
  });

  test('another peer is not believed', async () => {
    for (let at = 1; at <= 5; at++) expect((await through(`203.0.113.${at}`, '127.0.0.7')).status).toBe(201);
    expect((await through('203.0.113.99', '127.0.0.7')).status).toBe(429);
  });

  test('addresses of one /64 are one network', async () => {
    for (let at = 1; at <= 5; at++) expect((await through(`2001:db8:1:2::${at}`)).status).toBe(201);
    expect((await through('2001:0DB8:1:2:ffff::1')).status).toBe(429);
    expect((await through('2001:db8:1:3::1')).status).toBe(201);
  });
});
