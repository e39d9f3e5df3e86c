import { beforeEach, describe, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { access, clearDemoAccess, secret } from '../../../test/helpers/demo-access.ts';
import { callOf } from '../../../test/helpers/leads.ts';
import { openOutbox } from '../../../test/helpers/outbox.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';

const outbox = openOutbox();
const { queue, set } = outbox;
const path = adminCalls.mails;

beforeEach(() => clearDemoAccess(outbox.app));

const notices = () =>
  outbox.app.database
    .selectFrom('mails')
    .select(['recipient', 'text'])
    .where('kind', '=', 'account_notice')
    .where('subject', 'not like', '%browser%')
    .execute();

const owners = async () => {
  const rows = await outbox.app.database.selectFrom('users').select('email').where('role', '=', 'owner').execute();
  return rows.map(({ email }) => email).sort();
};

/** Of somebody in Sales whose sign-in is long ago, and of the programs of an owner and of Sales. */
async function unconfirmed() {
  const staff = await hireStaff(outbox.app, 'বিক্রয়', 'sales');
  const old = await sessionOf(outbox.app, staff);
  await outbox.app.database
    .updateTable('sessions')
    .set({ confirmed_at: null })
    .where('user_id', '=', staff.id)
    .execute();
  const made = async (role: string) => {
    const owner = await sessionOf(outbox.app, await hireStaff(outbox.app));
    const answer = await sendAs(outbox.app, owner, 'POST', adminCalls.tokens, { name: role, role });
    return answer.json<{ token: string }>().token;
  };
  return { old, programs: [await made('owner'), await made('sales')] };
}

describe.each(['account_notice', 'password_reset', 'invitation'])('A mail of the kind %s', (kind) => {
  test('is in no list, and nobody sees, sends, redirects or cancels it', async () => {
    const id = await queue({ kind, ...(kind !== 'account_notice' && { secret: outbox.app.settings }) });
    const other = await queue();
    expect(await outbox.office.ids(path)).toEqual([other]);
    expect(await outbox.office.ids(`${path}?state=queued`)).toEqual([other]);
    expect(await outbox.office.ids(`${path}?search=receiver`)).toEqual([other]);
    expect((await outbox.office.get(adminCalls.mailSender)).json()).toMatchObject({ data: { counts: { queued: 1 } } });
    const before = await rowOf(id);
    expect((await outbox.office.get(`${path}/${id}`)).status).toBe(404);
    for (const [call, body] of [
      [adminCalls.sendMail, {}],
      [adminCalls.sendMail, { recipient: 'thief@evil.example' }],
      [adminCalls.cancelMail, {}],
    ] as const)
      expect((await outbox.office.post(callOf(call, id), body)).status, call).toBe(404);
    await outbox.office.post(adminCalls.resumeMails, { waiting: 'cancel' });
    expect(await rowOf(id)).toEqual(before);
    await set(id, { state: 'dead' });
    await outbox.office.post(adminCalls.sendMails, { state: 'dead' });
    expect(await rowOf(id)).toMatchObject({ state: 'dead' });
    expect((await outbox.office.get(calls.dashboardFigures)).text).not.toContain(before.recipient);
  });
});

test('GET /admin/mails/{id} holds the demo password for nobody', async () => {
  await outbox.office.put(adminCalls.demoAccess, access);
  await outbox.office.post(adminCalls.demoAccessTest, {});
  const [id] = await outbox.office.ids(path);
  const { programs } = await unconfirmed();
  const asked = [await sessionOf(outbox.app, await hireStaff(outbox.app)), ...programs];
  for (const token of asked) {
    const { status, text } = await sendAs(outbox.app, token, 'GET', `${path}/${id}`);
    expect(status).toBe(200);
    expect(text).not.toContain(secret);
    expect(text).toContain('••••');
  }
});

test('POST /admin/mails/{id}/send to another address is confirmed, by no program, and owners are told', async () => {
  const id = await queue({ to: 'nasrin@school.example' });
  const { old, programs } = await unconfirmed();
  const call = callOf(adminCalls.sendMail, id);
  const body = { recipient: 'thief@evil.example' };
  const refused = await sendAs(outbox.app, old, 'POST', call, body);
  expect([refused.status, refused.json()]).toMatchObject([403, { confirm: ['password'] }]);
  for (const program of programs) {
    const answer = await sendAs(outbox.app, program, 'POST', call, body);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('token for programs')]);
    expect((await sendAs(outbox.app, program, 'POST', call, { recipient: 'nasrin@school.example' })).status).toBe(200);
  }
  expect(await rowOf(id)).toMatchObject({ recipient: 'nasrin@school.example' });
  // What fails anyway is said before anybody confirms it.
  expect((await sendAs(outbox.app, old, 'POST', call, { recipient: 'nobody' })).status).toBe(422);
  await outbox.app.database.deleteFrom('mails').where('kind', '=', 'account_notice').execute();

  const confirmed = await sessionOf(outbox.app, await hireStaff(outbox.app, 'বিক্রয়', 'sales'));
  expect((await sendAs(outbox.app, confirmed, 'POST', call, body)).status).toBe(200);
  const told = await notices();
  expect(told.map(({ recipient }) => recipient).sort()).toEqual(await owners());
  for (const { text } of told) expect(text).toContain('evil.example');
});

test('PUT /admin/demo-access is confirmed, by no program, and owners are told of another link or password', async () => {
  const { old, programs } = await unconfirmed();
  for (const token of [old, ...programs])
    expect((await sendAs(outbox.app, token, 'PUT', adminCalls.demoAccess, access)).status).toBe(403);
  const token = await sessionOf(outbox.app, await hireStaff(outbox.app, 'বিক্রয়', 'sales'));
  const save = async (change: object) => {
    await outbox.app.database.deleteFrom('mails').execute();
    expect((await sendAs(outbox.app, token, 'PUT', adminCalls.demoAccess, { ...access, ...change })).status).toBe(200);
    const told = await notices();
    for (const { text } of told) expect(text).not.toContain(secret);
    return told.map(({ recipient }) => recipient).sort();
  };
  const all = await owners();
  expect(await save({})).toEqual(all);
  expect(await save({ subject: 'অন্য' })).toEqual([]);
  expect(await save({ demo_link: 'https://phish.example/login' })).toEqual(all);
  expect(await save({ demo_password: 'another-4712' })).toEqual(all);
});

const rowOf = (id: number) =>
  outbox.app.database.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
