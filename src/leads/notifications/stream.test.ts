// @module-tag postgres
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type EventStream, openStream } from '../../../test/helpers/event-stream.ts';
import { hireStaff, type Staff, sendAs, signIn } from '../../../test/helpers/staff.ts';
import type { Store } from '../../../test/helpers/store.ts';
import { announceLead } from '../../../test/helpers/told-leads.ts';

let store: Store;
let one: TestApp;
let other: TestApp;
let staff: Staff;
let streams: EventStream[];
beforeAll(async () => {
  one = await openTestApp();
  store = one.store;
  other = await openTestApp({ store });
  return async () => {
    await other.close();
    await one.close();
  };
});
beforeEach(async () => {
  staff = await hireStaff(one);
  streams = [];
});
afterEach(() => {
  for (const stream of streams) stream.close();
});

async function open(app: TestApp, token: string): Promise<EventStream> {
  const stream = await openStream(app, token);
  streams.push(stream);
  return stream;
}

const often = { interval: 20 };

describe('The stream of notifications', () => {
  test('is one of server-sent events that nobody keeps or holds back', async () => {
    const { status, headers, text } = await open(one, await signIn(one, staff));
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    await expect.poll(text, often).toContain('event: open');
  });

  test('tells of a new request on whichever instance it was stored, and says nothing of spam', async () => {
    const token = await signIn(one, staff);
    const [here, there] = [await open(one, token), await open(other, token)];
    for (const app of [one, other]) {
      const before = [here.kinds().length, there.kinds().length];
      await announceLead(app);
      await expect.poll(() => here.kinds().length, often).toBeGreaterThan(before[0] ?? 0);
      await expect.poll(() => there.kinds().length, often).toBeGreaterThan(before[1] ?? 0);
    }
    expect(new Set([...here.kinds(), ...there.kinds()])).toEqual(new Set(['notifications']));
    await announceLead(one, { spam: 1 });
    const told = await one.database.selectFrom('content_changes').select('kind').execute();
    expect(told).toEqual([{ kind: 'notifications' }, { kind: 'notifications' }]);
  });

  test('tells what somebody read to that person alone, in all windows', async () => {
    const [mine, others] = [await signIn(one, staff), await signIn(one, await hireStaff(one))];
    await announceLead(one);
    const [window, secondWindow, elsewhere] = [await open(one, mine), await open(other, mine), await open(one, others)];
    await sendAs(one, mine, 'PUT', calls.notificationsRead, { up_to: 2_147_483_647 });
    const kind = `notifications of ${staff.id}`;
    await expect.poll(window.kinds, often).toContain(kind);
    await expect.poll(secondWindow.kinds, often).toContain(kind);
    expect(elsewhere.text()).not.toContain('of ');
  });

  test('ends with its session, at the sign-out or when the account is closed: then it tells nothing, on no instance', async () => {
    const [token, closed] = [await signIn(one, staff), await hireStaff(one)];
    await open(one, token);
    await open(other, token);
    await open(one, await signIn(one, closed));
    await sendAs(one, token, 'POST', calls.logout);
    await one.database.updateTable('users').set({ status: 0 }).where('id', '=', closed.id).execute();
    await announceLead(one);
    await Promise.all(streams.map(({ ended }) => ended));
    expect(streams.flatMap(({ kinds }) => kinds())).toEqual([]);
  });

  test('is bounded for one person, and makes room when one is closed', async () => {
    const token = await signIn(one, staff);
    for (let at = 0; at < 16; at++) expect((await open(one, token)).status).toBe(200);
    const refused = await open(one, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await open(one, await signIn(one, await hireStaff(one)))).status).toBe(200);
    streams[0]?.close();
    await expect.poll(async () => (await open(one, token)).status, often).toBe(200);
  });

  test('does not keep a server from stopping', async () => {
    const app = await openTestApp({ store });
    const stream = await open(app, await signIn(app, staff));
    await app.close();
    await stream.ended;
    expect(stream.isOpen()).toBe(false);
  });

  test('is given to no one who is not signed in or asks for something else; a HEAD of it ends at once', async () => {
    expect((await open(one, 'x'.repeat(43))).status).toBe(401);
    const token = await signIn(one, staff);
    expect((await sendAs(one, token, 'GET', calls.notificationStream)).status).toBe(406);
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const { status, text } = await one.send(calls.notificationStream, { method: 'HEAD', headers });
    expect([status, text]).toEqual([200, '']);
  });
});
