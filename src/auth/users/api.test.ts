// @module-tag postgres
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AuditEvent } from '#api/audit.ts';
import type { Role } from '#api/rights.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { decryptMail } from '#mail/queue.server.ts';
import { adminCalls, calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import type { Answer } from '../../../test/helpers/requests.ts';
import {
  hireStaff,
  newNetwork,
  rightPassword,
  sendAs,
  sessionOf,
  signIn,
  tryLogin,
} from '../../../test/helpers/staff.ts';
import { lockWaits, storeKind } from '../../../test/helpers/store.ts';
import { storeLead } from '../../../test/helpers/told-leads.ts';
import { lockLeads } from '../../leads/lead/data.server.ts';
import type { Lead } from '../../leads/lead/schema.ts';
import { addEvent } from '../../leads/lead/table.server.ts';
import type { Invited, UserRow } from '../schema.ts';
import { removeUser } from './data.server.ts';

let app: TestApp;
let owner: { id: number; email: string };
let token: string;
beforeAll(async () => {
  app = await openTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'prangon@prangon.example' } });
  owner = await hireStaff(app);
  token = await sessionOf(app, owner);
  return app.close;
});

const password = 'নতুন পাসওয়ার্ড ৪৫৬';
const user = (id: number) => adminCalls.user.replace(':id', String(id));
const send = (method: string, path: string, body?: unknown) => sendAs(app, token, method, path, body);
let invitedSoFar = 0;

async function invite(role: Role = 'editor', email = `invited${++invitedSoFar}@prangon.example`) {
  const answer = await send('POST', adminCalls.users, { name: 'রাশেদা বেগম', email, role });
  expect(answer.status, answer.text).toBe(201);
  return answer.json<Invited>();
}

function accept({ invitation_link, data }: Invited, more: object = {}): Promise<Answer> {
  const link = new URL(invitation_link ?? '').searchParams;
  const body = { token: link.get('token'), email: data.email, password, password_confirmation: password, ...more };
  return app.postJson(calls.acceptInvitation, body, { 'x-csrf-token': app.token }, newNetwork());
}

describe('An invitation', () => {
  test('lets somebody set a password by its link, once, and is signed in', async () => {
    const invited = await invite('sales');
    expect(invited.data).toMatchObject({ role: 'sales', status: 1, invited: true, last_seen_at: null, sessions: 0 });
    expect(new URL(invited.invitation_link ?? '').pathname).toBe('/accept-invitation');
    const hours = (Date.parse(invited.data.invited_until ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(72);
    expect((await tryLogin(app, { email: invited.data.email, password: '' })).status).toBe(422);
    expect((await tryLogin(app, { email: invited.data.email, password })).status).toBe(401);

    const differs = await accept(invited, { password_confirmation: 'x' });
    expect(Object.keys(differs.json<{ errors: object }>().errors)).toEqual(['password_confirmation']);
    expect((await accept(invited, { password: '1234567890', password_confirmation: '1234567890' })).status).toBe(422);
    const answer = await accept(invited);
    expect(answer.status, answer.text).toBe(200);
    const { id, name, email } = invited.data;
    expect(answer.json()).toEqual({
      token: expect.any(String),
      user: { id, name, email, image: null, role: 'sales', language: 'en' },
    });
    const own = answer.json<{ token: string }>().token;
    expect((await sendAs(app, own, 'GET', calls.signedInUser)).status).toBe(200);
    expect((await accept(invited)).status).toBe(400);
    expect((await tryLogin(app, { email, password })).status).toBe(200);
    expect((await send('GET', user(id))).json<{ data: UserRow }>().data).toMatchObject({ invited: false, sessions: 2 });
  });

  test('goes out by mail, sealed, that of an owner by mail alone, and a newer one ends it', async () => {
    const first = await invite();
    const mails = app.database.selectFrom('mails').selectAll().where('recipient', '=', first.data.email);
    const mail = await mails.executeTakeFirstOrThrow();
    expect(first.mailed).toBe(true);
    expect(JSON.stringify(mail)).not.toContain('accept-invitation');
    const { text } = decryptMail(app.settings, mail);
    expect(text).toContain(first.invitation_link);
    // Who invites, and the company; in the language that was chosen for it, else English.
    const { name: company } = await siteSettings(app.database);
    expect(text).toContain(`নাসরিন আক্তার invites you to work on the website of ${company}.`);
    expect(mail.subject).toBe(`Invitation to the website of ${company}`);
    const inviteAgain = (id: number) => send('POST', adminCalls.userInvite.replace(':id', String(id)));
    const other = await invite('owner');
    for (const invited of [other, (await inviteAgain(other.data.id)).json<Invited>()])
      expect(invited).toMatchObject({ invitation_link: null, mailed: true });
    const again = await inviteAgain(first.data.id);
    expect(again.status, again.text).toBe(200);
    expect((await accept(first)).status).toBe(400);
    expect((await accept(again.json<Invited>())).status).toBe(200);
    expect((await inviteAgain(first.data.id)).status).toBe(409);
  });

  test('is no link to reset a password, nor the other way round, and ends after three days', async () => {
    const invited = await invite();
    const { email } = invited.data;
    const headers = { 'x-csrf-token': app.token };
    const link = new URL(invited.invitation_link ?? '').searchParams.get('token');
    const reset = await app.postJson(calls.resetPassword, { token: link, email, password }, headers, newNetwork());
    expect(reset.status).toBe(400);
    await app.postJson(calls.forgotPassword, { email }, headers, newNetwork());
    const links = app.database.selectFrom('password_resets').select('purpose').where('user_id', '=', invited.data.id);
    expect(await links.execute()).toEqual([{ purpose: 'invitation' }]);
    const past = { expires_at: '2020-01-01T00:00:00.000Z' };
    await app.database.updateTable('password_resets').set(past).where('user_id', '=', invited.data.id).execute();
    expect((await accept(invited)).status).toBe(400);
  });

  test('of an address that has an account is refused at the field, as is a role that is none', async () => {
    const fieldsOf = async (more: object) => {
      const answer = await send('POST', adminCalls.users, { name: 'ক', role: 'editor', ...more });
      return Object.keys(answer.json<{ errors: object }>().errors);
    };
    expect(await fieldsOf({ email: owner.email.toUpperCase() })).toEqual(['email']);
    expect(await fieldsOf({ email: 'new@prangon.example', role: 'admin' })).toEqual(['role']);
  });
});

describe('A change of somebody', () => {
  test('ends one session, which is seen with device and network; deactivates: none lives on, no sign-in, and back again', async () => {
    const editor = await hireStaff(app, 'মিতু', 'editor');
    const [ended, session] = [await sessionOf(app, editor), await signIn(app, editor)];
    const statusOf = async (token: string) => (await sendAs(app, token, 'GET', calls.signedInUser)).status;
    const path = adminCalls.userSessions.replace(':id', String(editor.id));
    const { data } = (await send('GET', path)).json<{ data: { id: number }[] }>();
    const [first] = data.toSorted((a, b) => a.id - b.id);
    expect(first).toMatchObject({ device: 'Unknown device', current: false, network: expect.stringMatching(/^127/) });
    expect((await send('DELETE', `${path}/${first?.id}`)).status).toBe(200);
    expect((await send('DELETE', `${path}/${first?.id}`)).status).toBe(404);
    expect([await statusOf(ended), await statusOf(session)]).toEqual([401, 200]);

    const off = await send('PUT', user(editor.id), { status: 0 });
    expect(off.status, off.text).toBe(200);
    expect(off.json<{ data: UserRow }>().data).toMatchObject({ status: 0, sessions: 0, role: 'editor' });
    expect(await statusOf(session)).toBe(401);
    expect((await tryLogin(app, { email: editor.email, password: rightPassword })).status).toBe(401);
    expect((await send('PUT', user(editor.id), { status: 1 })).status).toBe(200);
    expect(await statusOf(session)).toBe(401);
    await signIn(app, editor);
  });

  test('is refused where somebody else was faster', async () => {
    const { id } = await hireStaff(app, 'মিতু', 'viewer');
    const { updated_at } = (await send('GET', user(id))).json<{ data: UserRow }>().data;
    expect((await send('PUT', user(id), { role: 'sales', updated_at })).status).toBe(200);
    const late = await send('PUT', user(id), { role: 'editor', updated_at });
    expect([late.status, late.json<{ data: UserRow }>().data.role]).toEqual([409, 'sales']);
  });

  test('removes an account with its sessions, and what it did stays known', async () => {
    const gone = await hireStaff(app, 'মিতু', 'editor');
    const session = await sessionOf(app, gone);
    await sendAs(app, session, 'PUT', calls.account, { name: 'মিতু আক্তার', email: gone.email });
    expect((await send('DELETE', user(gone.id))).status).toBe(200);
    expect((await sendAs(app, session, 'GET', calls.signedInUser)).status).toBe(401);
    expect((await send('GET', user(gone.id))).status).toBe(404);
    const [event] = (await send('GET', `${adminCalls.activity}?actor=${gone.id}`)).json<{ data: AuditEvent[] }>().data;
    expect(event).toMatchObject({ action: 'update', user: { id: gone.id, name: 'মিতু', email: gone.email } });
  });
});

test('Who is removed while a change of the own account is saved is nobody any more, and that is no fault', async () => {
  const leaving = await hireStaff(app);
  const last = await sessionOf(app, leaving);
  const [begun, removed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const removing = app.database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('users').where('id', '=', leaving.id).execute();
    begun.resolve();
    // The request is let in meanwhile, and waits with what it writes.
    await removed.promise;
  });
  await begun.promise;
  const saving = sendAs(app, last, 'PUT', calls.account, { name: 'মিতু', email: 'left@prangon.example' });
  await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, 150))]);
  removed.resolve();
  await removing;
  const answer = await saving;
  expect([answer.status, answer.json()]).toEqual([404, { message: 'This account was closed.' }]);
});

test('The last owner can be neither removed, nor deactivated, nor given another role; where there are others, not by oneself', async () => {
  const lonely = await openTestApp();
  onTestFinished(lonely.close);
  const only = await hireStaff(lonely);
  await lonely.database.updateTable('users').set({ role: 'viewer' }).where('id', '!=', only.id).execute();
  const own = await sessionOf(lonely, only);
  const invited = { name: 'ক', email: 'invited@prangon.example', role: 'owner' };
  expect((await sendAs(lonely, own, 'POST', adminCalls.users, invited)).status).toBe(201);
  const refusals = async () => {
    const answers = [
      await sendAs(lonely, own, 'PUT', user(only.id), { role: 'editor' }),
      await sendAs(lonely, own, 'PUT', user(only.id), { status: 0 }),
      await sendAs(lonely, own, 'DELETE', user(only.id)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    return answers.map((answer) => answer.json<{ message: string }>().message);
  };
  // Who was only invited is none.
  for (const message of await refusals()) expect(message).toMatch(/^This is the last active owner\./);

  const other = await hireStaff(lonely);
  for (const message of await refusals()) expect(message).not.toMatch(/last/);
  expect((await sendAs(lonely, own, 'PUT', user(only.id), { name: 'নাসরিন' })).status).toBe(200);
  // Two who take each other's role at the same moment.
  const theirs = await sessionOf(lonely, other);
  const both = await Promise.all([
    sendAs(lonely, own, 'PUT', user(other.id), { role: 'editor' }),
    sendAs(lonely, theirs, 'PUT', user(only.id), { role: 'editor' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  const left = lonely.database.selectFrom('users').select('id').where('role', '=', 'owner');
  expect(await left.where('password_hash', '!=', '').execute()).toHaveLength(1);
});

// On SQLite a writer has the whole file to itself.
test.runIf(storeKind === 'postgres')(
  'a password that is changed while it is verified opens no second step',
  async () => {
    const { id, email } = await hireStaff(app);
    const write = app.database.updateTable('users').where('id', '=', id);
    await write.set({ second_factor_since: new Date().toISOString() }).execute();
    const credentials = { email, password: rightPassword };
    expect((await tryLogin(app, credentials)).text).toContain('needs a second step');
    const signingIn = await app.database.transaction().execute(async (transaction) => {
      await transaction.updateTable('users').where('id', '=', id).set({ password_hash: 'another' }).execute();
      const answer = tryLogin(app, credentials);
      await expect.poll(() => lockWaits(app.database)).toBe(1);
      return { answer };
    });
    expect((await signingIn.answer).status).toBe(401);
  },
);

describe('The leads of somebody', () => {
  test('stay theirs where the removal is refused', async () => {
    const [kept, nobody] = [await hireStaff(app, 'রফিক', 'sales'), await hireStaff(app, 'মিতু', 'editor')];
    const lead = await storeLead(app, { owner_id: kept.id });
    // An owner until a moment ago.
    const actor = { user: nobody, network: '', requestId: '' };
    await expect(removeUser(app.database, actor, kept.id)).rejects.toThrow('You are no owner any more');
    const { owner } = (await send('GET', leadCalls.one.replace(':id', String(lead)))).json<{ data: Lead }>().data;
    expect(owner?.id).toBe(kept.id);
  });

  // On SQLite a writer has the whole file to itself.
  test.runIf(storeKind === 'postgres')('do not stop a removal while that person writes to one', async () => {
    const { id } = await hireStaff(app, 'রফিক', 'sales');
    const lead = await storeLead(app, { owner_id: id });
    const removal = await app.database.transaction().execute(async (transaction) => {
      await lockLeads(transaction, [lead]);
      const answer = send('DELETE', user(id));
      await expect.poll(() => lockWaits(app.database)).toBe(1);
      const actor = { user: { id, email: '' }, network: '', requestId: '' };
      await addEvent(transaction, lead, 'noted', actor, { note: 'শেষ কথা' });
      // In an object, as the transaction would wait for a promise.
      return { answer };
    });
    expect((await removal.answer).status).toBe(200);
  });

  test('are handed over, and only who works with leads may have them', async () => {
    const [from, to, editor] = [
      await hireStaff(app, 'রফিক', 'sales'),
      await hireStaff(app, 'সুমন', 'sales'),
      await hireStaff(app, 'মিতু', 'editor'),
    ];
    const ids = [await storeLead(app, { owner_id: from.id }), await storeLead(app, { owner_id: from.id })];
    const path = adminCalls.userLeads.replace(':id', String(from.id));
    await storeLead(app, { owner_id: from.id, stage: 'won' });
    expect((await send('GET', path)).json()).toEqual({ data: { leads: 3, open: 2 } });
    expect((await send('PUT', user(from.id), { status: 0 })).status).toBe(200);
    const one = async () =>
      (await send('GET', leadCalls.one.replace(':id', String(ids[0])))).json<{ data: object }>().data;
    expect(await one()).toMatchObject({ owner: { id: from.id, name: 'রফিক' } });
    const offered = (await send('GET', leadCalls.owners)).json<{ id: number }[]>().map(({ id }) => id);
    expect([from, to, editor].filter(({ id }) => offered.includes(id))).toEqual([to]);
    expect((await send('POST', path, { owner_id: editor.id })).status).toBe(422);
    const response = await send('POST', path, { owner_id: to.id });
    expect(response.json(), response.text).toEqual({ data: { leads: 3 }, message: '3 leads were handed over' });
    expect(await one()).toMatchObject({ owner: { id: to.id, name: 'সুমন' } });
  });
});
