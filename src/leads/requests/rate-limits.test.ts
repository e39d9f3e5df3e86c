import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminCalls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim, visitor } from '../../../test/helpers/content.ts';
import { access } from '../../../test/helpers/demo-access.ts';
import { inBengali, storedRequests } from '../../../test/helpers/demo-requests.ts';
import { callOf, eventsOf, leadOf } from '../../../test/helpers/leads.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { withAdmin } from '../../../test/helpers/postgres/databases.ts';
import type { Answer } from '../../../test/helpers/requests.ts';
import { hireStaff, newNetwork } from '../../../test/helpers/staff.ts';
import { whileClockStands } from '../../../test/helpers/stopped-clock.ts';
import { freshStore, storeKind } from '../../../test/helpers/store.ts';
import { solve } from './proof-of-work.ts';

const minute = 60_000;
let app: TestApp;
/** Of the visitor, who has sent nothing before. */
let home: string;
// In the middle of every window, so that none ends while a test runs; only the clock's time is held.
const holdClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-05T06:05:00Z') });
beforeAll(async () => {
  holdClock();
  app = await openTestApp();
  return app.close;
});
beforeEach(async () => {
  holdClock();
  home = newNetwork();
  await app.empty('demo_requests', 'mails', 'rate_limits');
});
afterAll(() => vi.useRealTimers());

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
  test('is 5 in 10 minutes: the sixth is a 429 that writes nothing, until Retry-After; another network is served', async () => {
    expect(await postMany(5, home)).toEqual([201, 201, 201, 201, 201]);
    const before = await storedRequests(app);
    const sixth = await post(home);
    expectTooMany(sixth, 600);
    expect(await storedRequests(app)).toEqual(before);
    expect((await post('127.0.0.8')).status).toBe(201);
    vi.setSystemTime(Date.now() + Number(sixth.headers['retry-after']) * 1_000 - 1_000);
    expect((await post(home)).status).toBe(429);
    vi.setSystemTime(Date.now() + 2_000);
    expect((await post(home)).status).toBe(201);
  });

  test('does not count refusals and repeats', async () => {
    for (let at = 0; at < 10; at++) {
      expect((await app.requestDemo({}, {}, home)).status).toBe(422);
      expect((await app.requestDemo(rahim, {}, home)).status).toBe(201);
    }
    expect(await postMany(4, home)).toEqual([201, 201, 201, 201]);
  });

  test('holds for parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(home)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7);
    expect((await storedRequests(app)).rows).toHaveLength(5);
  });

  test('survives a restart', async () => {
    const store = await freshStore();
    for (const expected of [[201, 201, 201], [201, 201, 429], [429]]) {
      const run = await openTestApp({ store });
      const statuses: number[] = [];
      for (const _ of expected) statuses.push((await run.requestDemo(visitor(++next), {}, home)).status);
      expect(statuses).toEqual(expected);
      await run.close();
    }
    await store.remove();
  });

  test('of many wrong attempts: more than 60 at once are refused before they are looked at', async () => {
    const flood = () => Promise.all(Array.from({ length: 72 }, () => app.requestDemo({}, {}, home)));
    const refused = (await whileClockStands(flood)).filter((answer) => answer.status === 429);
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

  test.each([
    ['two@shapla.example', 'TWO@shapla.example', ' two@SHAPLA.example ', 'tWo@Shapla.Example'],
    ['two@shapla.example', 'two+1@shapla.example', 'two+@shapla.example', 'Two+a+b@shapla.example'],
    [
      'victimperson@gmail.com',
      'victim.person+x@gmail.com',
      'v.i.c.t.i.m.person@googlemail.com',
      'VictimPerson@gmail.com',
    ],
  ])('is that of its mailbox: after %s, %s and %s, %s is a 429', async (...spellings) => {
    for (const [at, email] of spellings.slice(0, 3).entries()) {
      expect((await variant(email, at + 10)).status).toBe(201);
    }
    expectTooMany(await variant(spellings[3] ?? '', 14), 86_400);
    expect((await variant('other@gmail.com', 15)).status).toBe(201);
  });

  test('is used up by nothing that looks like spam', async () => {
    const junk = { ...rahim, name: 'Best SEO services', institute_name: 'https://a.example https://b.example' };
    const senders = [1, 2, 3].map((at) => ({ ...junk, number: visitor(at).number }));
    for (const [at, body] of [...senders, rahim].entries())
      expect((await app.requestDemo(body, {}, `127.0.3.${at + 1}`)).status).toBe(201);
    const { rows, limits } = await storedRequests(app);
    expect(rows.map(({ access_mail }) => access_mail)).toEqual(['held', 'held', 'held', 'waiting']);
    expect(limits.filter(({ key }) => key.startsWith('demo-everyone')).map(({ count }) => count)).toEqual([1, 1]);
  });
});

describe('More mails than usual are held, and nobody is refused', () => {
  const mailsOf = async () => (await storedRequests(app)).rows.map(({ access_mail }) => access_mail);

  test('to one small domain from the 11th a day on; large providers are many', async () => {
    const to = (email: string, at: number) => app.requestDemo({ ...visitor(at), email }, {}, `127.0.5.${at}`);
    for (let at = 1; at <= 11; at++) expect((await to(`any${at}@catch-all.example`, at)).status).toBe(201);
    for (let at = 12; at <= 23; at++) expect((await to(`any${at}@gmail.com`, at)).status).toBe(201);
    expect(await mailsOf()).toEqual([...Array(10).fill('waiting'), 'held', ...Array(12).fill('waiting')]);
  });

  test('without a proof of work after 200 in an hour from everywhere; with one they go out', async () => {
    await countedThisHour('demo-everyone-unproved', 200);
    expect((await post(home)).status).toBe(201);
    const person = visitor(++next);
    const asked = await app.requestDemo({ ...person, proof: '' }, {}, '127.0.0.8');
    expect(asked.status).toBe(428);
    const proof = await solve(asked.json<{ challenge: string }>().challenge);
    expect((await app.requestDemo({ ...person, proof }, {}, '127.0.0.8')).status).toBe(201);
    expect(await mailsOf()).toEqual(['held', 'waiting']);
  });

  test('whatever is proved after 2,000 in an hour; staff see it, and mail what is held', async () => {
    await countedThisHour('demo-everyone', 2_000);
    const { id } = (await post(home)).json<{ data: { id: number } }>().data;
    const office = await openOffice(app);
    expect(await leadOf(office, id)).toMatchObject({ spam: false, access_mail: 'held' });
    expect(eventsOf(await leadOf(office, id))).toEqual(['received', 'mail_held']);
    expect((await office.put(adminCalls.demoAccess, access)).status).toBe(200);
    expect(await leadOf(office, id)).toMatchObject({ access_mail: 'held' });
    expect((await office.post(callOf(leadCalls.resend, id), {})).status).toBe(200);
    expect(await leadOf(office, id)).toMatchObject({ access_mail: 'queued' });
  });

  /** As if so many had come from elsewhere. */
  async function countedThisHour(key: string, count: number): Promise<void> {
    const window_start = Math.floor(Date.now() / 3_600_000) * 3_600;
    await app.database.insertInto('rate_limits').values({ key, window_start, count }).execute();
  }
});

test.runIf(storeKind === 'postgres').each(['demo_requests', 'mails'])(
  'nobody waits for what a request counts while that one waits to write its %s',
  async (table) => {
    await hireStaff(app);
    const others: Promise<unknown>[] = [];
    await withAdmin(String(app.store.databaseUrl), async (other) => {
      await other.query(`begin; lock table ${table} in share mode`);
      for (let at = 0; at < 4; at++) {
        const email = `head${at}@shapla.example`;
        others.push(app.requestDemo({ ...visitor(++next), email }, {}, `127.0.6.${at + 1}`));
      }
      const waiting = `select 1 from pg_locks where relation = '${table}'::regclass and not granted`;
      await expect.poll(async () => (await other.query(waiting)).rowCount).toBeGreaterThan(1);
    }).finally(() => Promise.all(others));
  },
);

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
  expect((await post(home)).status).toBe(201);
  vi.setSystemTime(Date.now() + 24 * 60 * minute);
  expect((await post(home)).status).toBe(419);
});

test('limits are counted without keeping whom they count, and without the secret nobody finds out', async () => {
  const keysOf = async (env: Record<string, string>) => {
    const run = await openTestApp({ env });
    await run.requestDemo(rahim, {}, home);
    const { limits } = await storedRequests(run);
    await run.close();
    return limits.map(({ key }) => key);
  };
  const keys = await keysOf({ SECRET: 'one secret, of 32 letters or more' });
  expect(keys.length).toBeGreaterThan(5);
  for (const known of [rahim.email, '1712345678', home]) expect(keys.join()).not.toContain(known);
  expect(keys).toEqual(await keysOf({ SECRET: 'one secret, of 32 letters or more' }));
  const others = await keysOf({ SECRET: 'another secret, of 32 letters or more' });
  expect(others.filter((key) => key.includes(' ') && keys.includes(key))).toEqual([]);
});

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip'])(
  'The network is the peer, whatever %s says',
  async (header) => {
    const statuses: number[] = [];
    for (let at = 1; at <= 6; at++) statuses.push((await post(home, { [header]: `203.0.113.${at}` })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  },
);

describe('Behind a proxy that TRUST_PROXY names', () => {
  beforeAll(async () => {
    const direct = app;
    holdClock();
    app = await openTestApp({ env: { TRUST_PROXY: '127.0.0.50' } });
    return async () => {
      await app.close();
      app = direct;
    };
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

  test('a port behind the address changes nothing, and what is no address counts as the peer that sent it', async () => {
    for (let at = 1; at <= 5; at++) expect((await through(`203.0.113.9:${1000 + at}`)).status).toBe(201);
    expect((await through('203.0.113.9')).status).toBe(429);
    for (let at = 1; at <= 5; at++) expect((await through(`203.0.113.${at}, garbage${at}`)).status).toBe(201);
    expect((await through('unknown')).status).toBe(429);
    expect((await through('203.0.113.1')).status).toBe(201);
  });

  test('another peer is not believed', async () => {
    for (let at = 1; at <= 5; at++) expect((await through(`203.0.113.${at}`, home)).status).toBe(201);
    expect((await through('203.0.113.99', home)).status).toBe(429);
  });

  test('addresses of one /64 are one network; a /56 may take twice as much, a /48 four times', async () => {
    for (const at of ['0', '1', '100', '101']) {
      for (let count = 1; count <= 5; count++) expect((await through(`2001:db8:1:${at}::${count}`)).status).toBe(201);
      expect((await through(`2001:0DB8:1:${at}:ffff::1`)).status).toBe(429);
    }
    expect((await through('2001:db8:1:2::1')).status).toBe(429);
    expect((await through('2001:db8:1:ff00::1')).status).toBe(429);
    expect((await through('2001:db8:2::1')).status).toBe(201);
  });
});
