// @module-tag postgres
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, calls, leadPage } from '#paths.ts';
import { createRetryingWorker } from '#platform/jobs/retrying-worker.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { askForDemo } from '../../../test/helpers/leads.ts';
import { PushBrowser, vapidClaims } from '../../../test/helpers/push-browser.ts';
import { type Received, Receiver } from '../../../test/helpers/receiver.ts';
import { hireStaff, type Staff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { sendPush } from './push.server.ts';

let app: TestApp;
let service: Receiver;
let sender: ReturnType<typeof createRetryingWorker>;
let browsers = 0;
let people = 0;
beforeAll(async () => {
  service = await new Receiver().listen();
  app = await openTestApp();
  // The test's own is quicker.
  await app.jobs.get('pushes')?.close();
  const limits = { pollInterval: 20, lease: 30_000, stop: 50, waits: [0.05, 0.05] };
  sender = createRetryingWorker(app, 'pushes', sendPush(app), limits);
  await sender.start();
  return app.close;
});
afterAll(async () => {
  await sender.close();
  await service.close();
});
beforeEach(async () => {
  await app.empty('demo_requests', 'push_subscriptions', 'rate_limits');
  service.calls.length = 0;
  service.plan = () => ({ status: 201, text: '' });
});

interface Rung {
  staff: Staff;
  token: string;
  browser: PushBrowser;
  path: string;
}

const subscribe = (token: string, body: object) => sendAs(app, token, 'POST', calls.pushSubscriptions, body);
async function ringing(role: 'owner' | 'sales' = 'sales', staff?: Staff): Promise<Rung> {
  const someone = staff ?? (await hireStaff(app, 'নাদিয়া', role));
  const token = await sessionOf(app, someone);
  const path = `/prangon/${++browsers}`;
  const browser = new PushBrowser(`${new URL(service.url).origin}${path}`);
  const answer = await subscribe(token, browser.subscription);
  expect([answer.status, await state(token)]).toMatchObject([200, { subscribed: true }]);
  return { staff: someone, token, browser, path };
}
const at = ({ path }: Rung) => service.calls.filter(({ url }) => url.pathname === path);
const first = async (rung: Rung): Promise<Received> => {
  await expect.poll(() => at(rung).length).toBe(1);
  return at(rung)[0] as Received;
};
const state = async (token: string) => (await sendAs(app, token, 'GET', calls.push)).json<{ public_key: string }>();
const pushes = async () => app.database.selectFrom('pushes').selectAll().orderBy('id').execute();
const waiting = async () =>
  (await pushes()).filter((push) => push.state === 'queued' || push.state === 'running').length;
const subscribed = async () => (await app.database.selectFrom('push_subscriptions').selectAll().execute()).length;

test('a new lead rings a phone once: encrypted for it, signed by the key it subscribed with, in its language', async () => {
  const rung = await ringing();
  await app.database.updateTable('users').set({ language: 'bn' }).where('id', '=', rung.staff.id).execute();
  const ask = { ...visitor(people++), district: 'কুমিল্লা' };
  const id = await askForDemo(app, ask);
  const call = await first(rung);
  const number = `+88${ask.number}`;
  expect(rung.browser.decrypt(call)).toEqual([
    `নতুন লিড: ${ask.institute_name}`,
    {
      body: `${ask.name} · কুমিল্লা`,
      tag: `lead ${id}`,
      data: leadPage(id),
      actions: [{ action: `tel:${number}`, title: 'কল করুন' }],
    },
  ]);
  expect(call.bytes.includes(number)).toBe(false);
  const { public_key } = await state(rung.token);
  expect(vapidClaims(call, public_key)).toMatchObject({ aud: new URL(service.url).origin });
  expect(call.headers).toMatchObject({ urgency: 'high', 'content-type': 'application/octet-stream' });
  await expect.poll(waiting).toBe(0);
  expect(at(rung)).toHaveLength(1);
  const row = await app.database.selectFrom('push_subscriptions').selectAll().executeTakeFirstOrThrow();
  expect(row.succeeded_at).toMatch(/^\d{4}-/);
});

test('what is spam rings nobody', async () => {
  const rung = await ringing();
  const spam = { ...visitor(people++), institute_name: 'Buy cheap viagra http://a.example http://b.example casino' };
  const id = await askForDemo(app, spam);
  const { spam: isSpam } = await app.database
    .selectFrom('demo_requests')
    .select('spam')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([isSpam, await waiting(), at(rung).length]).toEqual([1, 0, 0]);
});

test('a lead that has an owner rings them and owners of the site; one that has none rings all', async () => {
  const [kamal, nadia, owner] = [await ringing(), await ringing(), await ringing('owner')];
  await askForDemo(app, visitor(people++));
  for (const rung of [kamal, nadia, owner]) await first(rung);
  const rule = { sales_addresses: [], mail_requests: true, mail_digest: true, digest_hour: 8, assign: 'in_turn' };
  expect((await sendAs(app, owner.token, 'PUT', calls.notificationSettings, rule)).status).toBe(200);
  // Those of other tests come first in turn.
  await app.database.updateTable('notification_settings').set({ last_owner_id: kamal.staff.id }).execute();
  await askForDemo(app, visitor(people++));
  await expect.poll(() => [kamal, nadia, owner].map((rung) => at(rung).length)).toEqual([1, 2, 2]);
  await expect.poll(waiting).toBe(0);
  await sendAs(app, owner.token, 'PUT', calls.notificationSettings, { ...rule, assign: 'none' });
  expect(at(kamal)).toHaveLength(1);
});

describe('Nobody is rung any more', () => {
  const silent = async (rung: Rung) => {
    expect(await subscribed()).toBe(0);
    await askForDemo(app, visitor(people++));
    expect([await waiting(), at(rung).length]).toEqual([0, 0]);
  };

  test('who signed out on that device', async () => {
    const rung = await ringing();
    expect((await sendAs(app, rung.token, 'POST', calls.logout, {})).status).toBe(200);
    await silent(rung);
  });

  test('who pressed Turn off', async () => {
    const rung = await ringing();
    expect(await state(rung.token)).toMatchObject({ subscribed: true });
    expect((await sendAs(app, rung.token, 'DELETE', calls.pushSubscriptions)).status).toBe(200);
    expect(await state(rung.token)).toMatchObject({ subscribed: false });
    await silent(rung);
  });

  test('who was deactivated', async () => {
    const rung = await ringing();
    const owner = await sessionOf(app, await hireStaff(app));
    const body = { name: 'নাদিয়া', email: rung.staff.email, role: 'sales', status: 0 };
    const answer = await sendAs(app, owner, 'PUT', `${adminCalls.users}/${rung.staff.id}`, body);
    expect(answer.status, answer.text).toBe(200);
    await silent(rung);
  });

  test.each([401, 403, 404, 410])('whose push service answers %i', async (status) => {
    const rung = await ringing();
    service.plan = () => ({ status, text: '' });
    await askForDemo(app, visitor(people++));
    await expect.poll(subscribed).toBe(0);
    expect([await waiting(), at(rung).length]).toEqual([0, 1]);
  });

  test('whose session has run out, or who sells no more', async () => {
    const [late, editor] = [await ringing(), await ringing()];
    await app.database
      .updateTable('sessions')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .where('user_id', '=', late.staff.id)
      .execute();
    await app.database.updateTable('users').set({ role: 'editor' }).where('id', '=', editor.staff.id).execute();
    await askForDemo(app, visitor(people++));
    expect([await waiting(), service.calls.length]).toEqual([0, 0]);
  });
});

test('a push service that never answers holds up neither the form nor the other phones', async () => {
  const [slow, quick] = [await ringing(), await ringing()];
  service.plan = ({ url }) => (url.pathname === slow.path ? 'hang' : { status: 201, text: '' });
  await askForDemo(app, visitor(people++));
  await first(quick);
  expect(await subscribed()).toBe(2);
});

test('a push that fails is tried again, and given up after the last wait', async () => {
  const rung = await ringing();
  service.plan = (_call, count) => (count === 1 ? 'drop' : { status: 201, text: '' });
  await askForDemo(app, visitor(people++));
  await expect.poll(() => at(rung).length).toBe(2);
  await expect.poll(waiting).toBe(0);
  service.plan = () => ({ status: 503, text: '' });
  await askForDemo(app, visitor(people++));
  await expect.poll(() => at(rung).length).toBe(5);
  await expect.poll(waiting).toBe(0);
  expect((await pushes()).map(({ state }) => state)).toEqual(['done', 'dead']);
  expect(await subscribed()).toBe(1);
});

describe('POST /admin/push/subscriptions', () => {
  const { keys } = new PushBrowser('').subscription;

  test('refuses addresses that are no push service, or lie inside of the own network', async () => {
    // A site that the world reaches: nothing of its own machine is allowed.
    const world = await openTestApp({ env: { PUBLIC_URL: 'https://prangon.example' } });
    try {
      const token = await sessionOf(world, await hireStaff(world, 'K', 'sales'));
      for (const endpoint of [
        'http://push.example/1',
        'http://127.0.0.1:6379/',
        'https://localhost/',
        'https://192.168.1.1/',
        'https://169.254.169.254/latest/meta-data',
        'https://[::1]:6379/',
        'https://user:key@push.example/',
        'file:///etc/passwd',
        'javascript:alert(1)',
        `https://push.example/${'x'.repeat(2_000)}`,
      ]) {
        const answer = await sendAs(world, token, 'POST', calls.pushSubscriptions, { endpoint, keys });
        expect([answer.status, Object.keys(answer.json<{ errors?: object }>().errors ?? {})], endpoint).toEqual([
          422,
          ['endpoint'],
        ]);
      }
      expect((await sendAs(world, token, 'GET', calls.push)).json()).toMatchObject({ subscribed: false });
    } finally {
      await world.close();
    }
  });

  test('refuses keys that are none', async () => {
    const token = await sessionOf(app, await hireStaff(app, 'K', 'sales'));
    for (const wrong of [{}, { ...keys, auth: 'x'.repeat(400) }])
      expect((await subscribe(token, { endpoint: `${service.url}/1`, keys: wrong })).status).toBe(422);
  });

  test('what became an inner address after it was taken is not called', async () => {
    const rung = await ringing();
    const endpoint = service.url.replace('127.0.0.1', '10.0.0.1');
    const subscription = JSON.stringify({ ...rung.browser.subscription, endpoint });
    await app.database.updateTable('push_subscriptions').set({ subscription }).execute();
    await askForDemo(app, visitor(people++));
    await expect.poll(waiting).toBe(0);
    expect(await pushes()).toMatchObject([{ state: 'dead', last_error: expect.any(String) }]);
  });

  test('a point that is not on the curve rings nobody and breaks nothing', async () => {
    const rung = await ringing();
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    const body = { ...rung.browser.subscription, keys: { ...keys, p256dh } };
    expect((await subscribe(rung.token, body)).status).toBe(200);
    await askForDemo(app, visitor(people++));
    await expect.poll(waiting).toBe(0);
    expect([service.calls.length, (await pushes())[0]?.state]).toEqual([0, 'dead']);
  });

  test('is for owners and sales, with a session', async () => {
    const { subscription } = new PushBrowser(`${service.url}/1`);
    for (const role of ['viewer', 'editor'] as const) {
      const token = await sessionOf(app, await hireStaff(app, 'V', role));
      expect((await subscribe(token, subscription)).status).toBe(403);
    }
    expect((await sendAs(app, 'x'.repeat(43), 'GET', calls.push)).status).toBe(401);
    expect(await subscribed()).toBe(0);
  });

  test('a session has one: the last that it sent', async () => {
    const rung = await ringing();
    const next = new PushBrowser(`${service.url}/next`);
    await subscribe(rung.token, next.subscription);
    expect(await subscribed()).toBe(1);
    await askForDemo(app, visitor(people++));
    await expect.poll(() => service.calls.length).toBe(1);
    expect(next.decrypt(service.calls[0] as Received)).toMatchObject([expect.stringMatching(/^New lead: /), {}]);
  });
});

test('the key is the same for all and stays, and another SECRET has another', async () => {
  const [one, two] = [await ringing(), await ringing()];
  const { public_key } = await state(one.token);
  expect(Buffer.from(public_key, 'base64url')).toHaveLength(65);
  expect(await state(two.token)).toMatchObject({ public_key });
  const other = await openTestApp({ env: { SECRET: 'another secret, which is long enough for it' } });
  try {
    const token = await sessionOf(other, await hireStaff(other, 'K', 'sales'));
    const answer = (await sendAs(other, token, 'GET', calls.push)).json<{ public_key: string }>();
    expect(answer.public_key).toHaveLength(public_key.length);
    expect(answer.public_key).not.toBe(public_key);
  } finally {
    await other.close();
  }
});

test('where the site has no service worker nothing is offered', async () => {
  const off = await openTestApp({ env: { OFFLINE_PAGES: '0' } });
  try {
    const token = await sessionOf(off, await hireStaff(off, 'K', 'sales'));
    expect((await sendAs(off, token, 'GET', calls.push)).json()).toEqual({ public_key: null, subscribed: false });
  } finally {
    await off.close();
  }
});
