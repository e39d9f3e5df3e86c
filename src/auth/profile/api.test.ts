import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { drawnPng, noPicture } from '../../../test/helpers/content.ts';
import { hireStaff, rightPassword, sendAs, signIn, tryLogin } from '../../../test/helpers/staff.ts';

let app: TestApp;
let png: string;
beforeAll(async () => {
  app = await openTestApp();
  png = `data:image/png;base64,${(await drawnPng(200, 100)).toString('base64')}`;
  return app.close;
});

const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface Account {
  data: { image: string | null; updated_at: string };
}

describe('PUT /admin/account', () => {
  test('changes name, address and picture as GET answers them, and keeps the picture when none is sent', async () => {
    const staff = await hireStaff(app);
    const token = await signIn(app, staff);
    const { id } = staff;
    const own = {
      id,
      name: 'নাসরিন আক্তার',
      email: staff.email,
      role: 'owner',
      language: 'en',
      notify: 'at_once',
      weekly_mail: true,
    };
    const times = { created_at: expect.stringMatching(isoTime), updated_at: expect.stringMatching(isoTime) };
    const before = await sendAs(app, token, 'GET', calls.account);
    expect(before.json()).toEqual({ data: { ...own, ...noPicture, ...times } });
    const email = `new-${staff.email}`;
    const current_password = rightPassword;
    const moved = { name: ' নাসরিন  সুলতানা ', email: email.toUpperCase(), image: png, current_password };
    const answer = await put(token, moved);
    expect(answer.status).toBe(200);
    const { data, message } = answer.json<Account & { message: string }>();
    expect(message).toBe('Profile updated successfully');
    expect(data).toMatchObject({ name: 'নাসরিন সুলতানা', email, image_width: 200, image_height: 100 });
    expect((await app.get(String(data.image))).status).toBe(200);
    for (const image of [undefined, null, '', data.image]) {
      const kept = await put(token, { name: 'নাসরিন', email: ` ${email.toUpperCase()}`, image });
      expect(kept.json<Account>().data.image, String(image)).toBe(data.image);
    }
    expect((await sendAs(app, token, 'GET', calls.signedInUser)).json()).toMatchObject({ email, image: data.image });
    expect((await tryLogin(app, { email, password: rightPassword })).status).toBe(200);
  });

  test.each([
    ['name missing', { name: undefined }, 'name'],
    ['name of spaces', { name: ' \u202e\t ' }, 'name'],
    ['name of 256 characters', { name: 'ক'.repeat(256) }, 'name'],
    ['name as number', { name: 7 }, 'name'],
    ['no address', { email: 'nasrin' }, 'email'],
    ['a picture by address', { image: 'https://evil.example/x.png' }, 'image'],
    ['a file', { image: 'file:///etc/passwd' }, 'image'],
    ['a picture that is not there', { image: `/media/${'0'.repeat(40)}.webp` }, 'image'],
    ['a choice of mails that is none', { notify: 'weekly' }, 'notify'],
    ['an SVG', { image: `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}` }, 'image'],
  ])('answers 422: %s', async (_name, wrong, field) => {
    const staff = await hireStaff(app);
    const token = await signIn(app, staff);
    const answer = await put(token, { name: 'নাসরিন', email: staff.email, ...wrong });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
    expect(await auditOf(staff.id)).toEqual([]);
  });

  test('asks for the current password before the address is another one, and writes nothing without it', async () => {
    const staff = await hireStaff(app);
    const token = await signIn(app, staff);
    const email = `new-${staff.email}`;
    for (const current_password of [undefined, null, '', 'wrong password', 'x'.repeat(129), 7]) {
      const answer = await put(token, { name: 'অন্য কেউ', email, current_password });
      expect(answer.status, String(current_password)).toBe(422);
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['current_password']);
    }
    expect((await sendAs(app, token, 'GET', calls.account)).json()).toMatchObject({ data: { name: 'নাসরিন আক্তার' } });
    expect(await auditOf(staff.id)).toEqual([]);
    for (let count = 0; count < 4; count++) await put(token, { name: 'x', email, current_password: 'wrong password' });
    expect((await put(token, { name: 'x', email, current_password: rightPassword })).status).toBe(429);
    expect((await put(token, { name: 'নাসরিন', email: staff.email })).status).toBe(200);
  });

  test('answers 422 to an address that another account has, also to two at once', async () => {
    const [one, other] = [await hireStaff(app), await hireStaff(app)];
    const tokens = [await signIn(app, one), await signIn(app, other)];
    const current_password = rightPassword;
    const answer = await put(tokens[0] ?? '', { name: 'এক', email: other.email.toUpperCase(), current_password });
    expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, ['email']]);
    const email = `wanted-${one.email}`;
    const both = await Promise.all(tokens.map((token) => put(token, { name: 'দুই', email, current_password })));
    expect(both.map((each) => each.status).sort()).toEqual([200, 422]);
  });

  test('never takes a role, a status or a password, and no other account', async () => {
    const [staff, other] = [await hireStaff(app), await hireStaff(app)];
    const row = () =>
      app.database.selectFrom('users').selectAll().where('id', 'in', [staff.id, other.id]).orderBy('id').execute();
    const [before] = await row();
    const more = { id: other.id, role: 'owner', is_admin: true, status: 0, password: 'x', password_hash: 'x' };
    const answer = await put(await signIn(app, staff), { name: 'নাসরিন', email: staff.email, ...more });
    expect(answer.status).toBe(200);
    const [after, untouched] = await row();
    expect(after).toMatchObject({ role: before?.role, status: 1, password_hash: before?.password_hash });
    expect(untouched).toMatchObject({ name: 'নাসরিন আক্তার', email: other.email });
  });

  test('answers 409 with the record to an edit of an older state, before it asks for the password', async () => {
    const staff = await hireStaff(app);
    const token = await signIn(app, staff);
    const { updated_at } = (await sendAs(app, token, 'GET', calls.account)).json<Account>().data;
    const email = `new-${staff.email}`;
    const first = { name: 'প্রথম', email, current_password: rightPassword, updated_at };
    expect((await put(token, first)).status).toBe(200);
    const stale = await put(token, { name: 'দ্বিতীয়', email: staff.email, updated_at });
    expect(stale.status).toBe(409);
    expect(stale.json()).toMatchObject({ data: { name: 'প্রথম' }, message: expect.any(String) });
    expect((await put(token, { name: 'তৃতীয়', email })).status).toBe(200);
  });

  test('is in the audit with what differs, and the audit can not be changed', async () => {
    const staff = await hireStaff(app);
    const answer = await put(await signIn(app, staff), { name: 'নাসরিন সুলতানা', email: staff.email });
    const [row, ...more] = await auditOf(staff.id);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      action: 'update',
      kind: 'accounts',
      record_id: staff.id,
      user_email: staff.email,
      before: '{"name":"নাসরিন আক্তার"}',
      after: '{"name":"নাসরিন সুলতানা"}',
      network: '127.0.0.1',
      request_id: answer.headers['x-request-id'],
    });
    const change = app.database.updateTable('audit_events').set({ action: 'nothing' }).execute();
    await expect(change).rejects.toThrow('append-only');
    await expect(app.database.deleteFrom('audit_events').execute()).rejects.toThrow('append-only');
  });
});

describe('PUT /admin/account/password', () => {
  const password = 'হেমন্তের নতুন ধান';

  test('ends the other sessions; the current one goes on', async () => {
    const staff = await hireStaff(app);
    const [current, ...others] = [await signIn(app, staff), await signIn(app, staff), await signIn(app, staff)];
    const answer = await change(current, { deviceId: 1 });
    expect([answer.status, answer.json()]).toMatchObject([200, { data: { id: staff.id } }]);
    expect((await sendAs(app, current, 'GET', calls.signedInUser)).status).toBe(200);
    for (const token of others) expect((await sendAs(app, token, 'GET', calls.signedInUser)).status).toBe(401);
    expect((await tryLogin(app, { email: staff.email, password: rightPassword })).status).toBe(401);
    expect((await tryLogin(app, { email: staff.email, password })).status).toBe(200);
    expect(await auditOf(staff.id)).toMatchObject([{ action: 'change-password', before: null, after: null }]);
  });

  test.each([
    ['current password wrong', { current_password: 'wrong password' }, 'current_password'],
    ['current password missing', { current_password: undefined }, 'current_password'],
    ['9 characters', { password: '123456789', password_confirmation: '123456789' }, 'password'],
    ['confirmation differs', { password_confirmation: 'something else' }, 'password_confirmation'],
    ['the same as before', { password: rightPassword, password_confirmation: rightPassword }, 'password'],
  ])('answers 422: %s', async (_name, wrong, field) => {
    const staff = await hireStaff(app);
    const answer = await change(await signIn(app, staff), wrong);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([field]);
    expect((await tryLogin(app, { email: staff.email, password: rightPassword })).status).toBe(200);
  });

  test('no session of the old password outlives it, however sign-ins race with the change', async () => {
    for (let round = 0; round < 5; round++) {
      const staff = await hireStaff(app);
      const current = await signIn(app, staff);
      const racing = Array.from({ length: 6 }, () => tryLogin(app, { email: staff.email, password: rightPassword }));
      const changed = await change(current);
      expect(changed.status).toBe(200);
      const tokens = (await Promise.all(racing)).map((answer) => answer.json<{ token?: string }>().token);
      for (const token of tokens.filter((each) => each !== undefined)) {
        expect((await sendAs(app, token, 'GET', calls.signedInUser)).status).toBe(401);
      }
    }
  });

  function change(token: string, more: object = {}) {
    const body = { current_password: rightPassword, password, password_confirmation: password, ...more };
    return sendAs(app, token, 'PUT', calls.accountPassword, body);
  }
});

describe('/admin/account/sessions', () => {
  const phone =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';

  test('GET lists device, network and times of the own live sessions', async () => {
    const staff = await hireStaff(app);
    await signIn(app, await hireStaff(app));
    const headers = { 'user-agent': phone };
    await tryLogin(app, { email: staff.email, password: rightPassword }, { from: '127.7.7.7', headers });
    const token = await signIn(app, staff);
    const answer = await sendAs(app, token, 'GET', calls.accountSessions);
    const { data } = answer.json<{ data: { device: string; current: boolean }[] }>();
    const time = expect.stringMatching(isoTime);
    expect(data.toSorted((a, b) => Number(a.current) - Number(b.current))).toEqual([
      {
        id: expect.any(Number),
        device: 'Chrome on Android',
        network: '127.7.7.7',
        created_at: time,
        last_used_at: time,
        current: false,
      },
      expect.objectContaining({ device: 'Unknown device', current: true }),
    ]);
  });

  test('DELETE ends one of them, DELETE of them all leaves the own one, and neither ends those of others', async () => {
    const [staff, other] = [await hireStaff(app), await hireStaff(app)];
    const [token, ending, foreign] = [await signIn(app, staff), await signIn(app, staff), await signIn(app, other)];
    const statusOf = async (each: string) => (await sendAs(app, each, 'GET', calls.signedInUser)).status;
    const sessions = await app.database.selectFrom('sessions').select(['id', 'user_id']).orderBy('id').execute();
    const own = sessions.filter((session) => session.user_id === staff.id).at(-1)?.id ?? 0;
    const foreignId = sessions.find((session) => session.user_id === other.id)?.id ?? 0;
    expect((await end(token, foreignId)).status).toBe(404);
    const answer = await end(token, own);
    expect([answer.status, answer.json()]).toMatchObject([200, { data: { id: own } }]);
    expect([await statusOf(ending), await statusOf(token), await statusOf(foreign)]).toEqual([401, 200, 200]);
    for (const id of [own, 0, -1, 'abc', '2147483648']) expect((await end(token, id)).status, String(id)).toBe(404);

    const others = [await signIn(app, staff), await signIn(app, staff, { remember: true })];
    for (const ended of [2, 0]) {
      const all = await sendAs(app, token, 'DELETE', calls.accountSessions);
      expect([all.status, all.json()]).toMatchObject([200, { data: { ended } }]);
    }
    for (const each of others) expect(await statusOf(each)).toBe(401);
    expect([await statusOf(token), await statusOf(foreign)]).toEqual([200, 200]);
    expect(await auditOf(staff.id)).toMatchObject([
      { action: 'end', kind: 'sessions', record_id: own },
      { action: 'end-others', kind: 'sessions', record_id: staff.id },
    ]);
  });

  function end(token: string, id: number | string) {
    return sendAs(app, token, 'DELETE', calls.accountSession.replace(':id', String(id)));
  }
});

function put(token: string, body: unknown) {
  return sendAs(app, token, 'PUT', calls.account, body);
}

function auditOf(userId: number) {
  return app.database.selectFrom('audit_events').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}
