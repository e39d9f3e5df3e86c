import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim } from '../../../test/helpers/content.ts';
import { callOf } from '../../../test/helpers/leads.ts';
import { hireStaff, sendAs, signIn } from '../../../test/helpers/staff.ts';
import { announceLead } from '../../../test/helpers/told-leads.ts';
import { notifyNewRequest } from './announce.server.ts';
import { deleteOldNotifications } from './data.server.ts';
import type { Notifications } from './schema.ts';

let app: TestApp;
let nasrin: string;
let kamal: string;
beforeAll(async () => {
  app = await openTestApp();
  nasrin = await signIn(app, await hireStaff(app));
  kamal = await signIn(app, await hireStaff(app, 'কামাল'));
});
afterAll(() => app.close());

async function bellOf(token: string): Promise<Notifications> {
  const answer = await sendAs(app, token, 'GET', calls.notifications);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Notifications>();
}

const read = (token: string, body: unknown) => sendAs(app, token, 'PUT', calls.notificationsRead, body);

describe('GET /admin/notifications', () => {
  test('is empty at first, then tells each of the staff who asked for a demo, once, newest first', async () => {
    expect(await bellOf(nasrin)).toEqual({ data: [], unread: 0 });
    const first = await announceLead(app, { name: 'আব্দুর রহিম', institute_name: 'শাপলা বিদ্যালয়' });
    const second = await announceLead(app);
    await app.database.transaction().execute((transaction) => notifyNewRequest(transaction, second, ''));
    for (const token of [nasrin, kamal]) {
      const { data, unread } = await bellOf(token);
      expect(data.map((row) => row.request_id)).toEqual([second, first]);
      expect(data[1]).toMatchObject({ name: 'আব্দুর রহিম', institute_name: 'শাপলা বিদ্যালয়', read: false });
      expect(unread).toBe(2);
    }
  });

  test('tells of a request that a visitor sent, and of spam when it turned out to be none; of nothing deleted', async () => {
    const { unread } = await bellOf(nasrin);
    const answer = await app.requestDemo(rahim);
    const id = answer.json<{ data: { id: number } }>().data.id;
    expect((await bellOf(nasrin)).data[0]).toMatchObject({ request_id: id, name: rahim.name });
    const spam = await announceLead(app, { spam: 1 });
    await announceLead(app, { deleted_at: '2026-11-20T00:00:00.000Z' });
    expect((await bellOf(nasrin)).unread).toBe(unread + 1);
    await sendAs(app, nasrin, 'POST', callOf(leadCalls.notSpam, spam));
    expect((await bellOf(nasrin)).data[0]?.request_id).toBe(spam);
  });

  test('counts more than it lists', async () => {
    const { unread } = await bellOf(nasrin);
    for (let at = 0; at < 22; at++) await announceLead(app);
    const bell = await bellOf(nasrin);
    expect(bell.unread).toBe(unread + 22);
    expect(bell.data).toHaveLength(20);
  });
});

describe('PUT /admin/notifications/read', () => {
  test('takes some as read, for the one who read them only; an id that is not there is no error', async () => {
    const before = await bellOf(nasrin);
    const ids = before.data.slice(0, 2).map((row) => row.id);
    const answer = await read(nasrin, { ids: [...ids, 2_147_483_647] });
    expect(answer.status).toBe(200);
    expect(answer.json<Notifications>().unread).toBe(before.unread - 2);
    expect(answer.json<Notifications>().data.map((row) => row.read)).toEqual(
      before.data.map((row) => ids.includes(row.id)),
    );
    expect((await bellOf(kamal)).unread).toBe(before.unread);
  });

  test('takes all up to one as read, and the same again changes nothing', async () => {
    const newest = (await bellOf(kamal)).data[0]?.id;
    await announceLead(app);
    for (let at = 0; at < 2; at++) expect((await read(kamal, { up_to: newest })).json<Notifications>().unread).toBe(1);
  });

  test.each([
    ['nothing', {}],
    ['an empty list', { ids: [] }],
    ['a text', { ids: ['1'] }],
    ['both', { ids: [1], up_to: 1 }],
    ['too many', { ids: Array.from({ length: 101 }, (_, index) => index + 1) }],
    ['a number that no id has', { up_to: 2_147_483_648 }],
  ])('refuses %s', async (_what, body) => {
    expect([400, 422]).toContain((await read(kamal, body)).status);
  });

  test('one whose lead is being erased keeps the others from nothing', async () => {
    const erased = await announceLead(app);
    const newest = await announceLead(app);
    const [{ id: up_to = 0 } = {}] = (await bellOf(kamal)).data;
    const asked = await app.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('demo_requests').where('id', '=', erased).execute();
      const answer = read(kamal, { up_to });
      // Time to come as far as the notification, which is still there for others.
      await sleep(200);
      return { answer };
    });
    expect((await asked.answer).status).toBe(200);
    expect((await bellOf(kamal)).data[0]).toMatchObject({ request_id: newest, read: true });
  });
});

test('what is older than 30 days is forgotten, with who has read it', async () => {
  await deleteOldNotifications(app.database, new Date(Date.now() + 29 * 86_400_000));
  expect((await bellOf(nasrin)).data.length).toBeGreaterThan(0);
  await deleteOldNotifications(app.database, new Date(Date.now() + 31 * 86_400_000));
  expect(await bellOf(nasrin)).toEqual({ data: [], unread: 0 });
  expect(await app.database.selectFrom('notification_reads').selectAll().execute()).toEqual([]);
});
