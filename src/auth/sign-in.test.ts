import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { said } from '../../test/helpers/specified-texts.ts';
import { hireStaff, newNetwork, rightPassword, sendAs, signIn, tryLogin } from '../../test/helpers/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const wrong = { message: [said.noSuchCredential] };

describe('POST /api/v1/login', () => {
  test('answers the token and the user, as GET /api/v1/user does then', async () => {
    const { id, email } = await hireStaff(app);
    const answer = await tryLogin(app, { email, password: rightPassword });
    expect(answer.status).toBe(200);
    const { token, user } = answer.json<{ token: string; user: object }>();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(user).toEqual({ id, name: 'নাসরিন আক্তার', email, image: null, role: 'owner', language: 'en' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await sendAs(app, token, 'GET', calls.signedInUser)).json()).toEqual(user);
  });

  test('answers 401 with a list of one message to a wrong password, an unknown address and a closed account', async () => {
    const { email } = await hireStaff(app);
    const closed = await hireStaff(app);
    await app.database.updateTable('users').set({ status: 0 }).where('id', '=', closed.id).execute();
    for (const body of [
      { email, password: 'wrong password' },
      { email, password: `${rightPassword} ` },
      { email: 'nobody@prangon.example', password: rightPassword },
      { email: closed.email, password: rightPassword },
    ]) {
      const answer = await tryLogin(app, body);
      expect(answer.status).toBe(401);
      expect(answer.json()).toEqual(wrong);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  test.each([
    ['e-mail missing', { password: 'x' }, 'email'],
    ['e-mail empty', { email: '  ', password: 'x' }, 'email'],
    ['e-mail without @', { email: 'nasrin', password: 'x' }, 'email'],
    ['e-mail of 256 characters', { email: `${'a'.repeat(60)}@${'b'.repeat(187)}.example`, password: 'x' }, 'email'],
    ['e-mail as list', { email: ['nasrin@prangon.example'], password: 'x' }, 'email'],
    ['password missing', { email: 'nasrin@prangon.example' }, 'password'],
    ['password empty', { email: 'nasrin@prangon.example', password: '' }, 'password'],
    ['password of 129 characters', { email: 'nasrin@prangon.example', password: 'ক'.repeat(129) }, 'password'],
    ['password as number', { email: 'nasrin@prangon.example', password: 12345678 }, 'password'],
    ['remember as text', { email: 'nasrin@prangon.example', password: 'x', remember: 'on' }, 'remember'],
  ])('answers 422: %s', async (_name, body, field) => {
    const answer = await tryLogin(app, body);
    expect(answer.status).toBe(422);
    const { message, errors } = answer.json<{ message: string; errors: Record<string, string[]> }>();
    expect(Object.keys(errors)).toEqual([field]);
    expect(message).toBe(errors[field]?.[0]);
    // The page speaks Bengali; only programs send the last one.
    expect(field === 'remember' || /\p{Script=Bengali}/u.test(message)).toBe(true);
  });

  test('finds the account however its address is written', async () => {
    const { email } = await hireStaff(app);
    for (const written of [email.toUpperCase(), `  ${email}\n`, email.replace('staff', 'ｓｔａｆｆ')]) {
      expect((await tryLogin(app, { email: written, password: rightPassword })).status, written).toBe(200);
    }
  });

  test('tells a password from one that begins with the same 72 bytes', async () => {
    const { email } = await hireStaff(app);
    const long = 'শিউলি-নৌকা '.repeat(10).slice(0, 100);
    const token = await signIn(app, { email });
    await sendAs(app, token, 'PUT', calls.accountPassword, {
      current_password: rightPassword,
      password: long,
      password_confirmation: long,
    });
    expect((await tryLogin(app, { email, password: `${long.slice(0, -1)}খ` })).status).toBe(401);
    expect((await tryLogin(app, { email, password: long })).status).toBe(200);
  });

  test('always gives a fresh token, and ends the one that it was sent', async () => {
    const { email } = await hireStaff(app);
    const first = await signIn(app, { email });
    const answer = await tryLogin(
      app,
      { email, password: rightPassword, token: first },
      { headers: { authorization: `Bearer ${first}` } },
    );
    const { token } = answer.json<{ token: string }>();
    expect(token).not.toBe(first);
    expect((await sendAs(app, first, 'GET', calls.signedInUser)).status).toBe(401);
    expect((await sendAs(app, token, 'GET', calls.signedInUser)).status).toBe(200);
  });

  test('keeps the ten newest sessions: the eleventh ends the first, and many sign-ins at once leave ten', async () => {
    const { id, email } = await hireStaff(app);
    const tokens: string[] = [];
    for (let count = 0; count < 11; count++) tokens.push(await signIn(app, { email }));
    const states = await Promise.all(tokens.map((token) => sendAs(app, token, 'GET', calls.signedInUser)));
    expect(states.map((answer) => answer.status)).toEqual([401, ...Array(10).fill(200)]);
    await Promise.all(Array.from({ length: 25 }, () => signIn(app, { email })));
    const sessions = await app.database.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
    expect(sessions).toHaveLength(10);
  });

  test('a wrong password takes as long as an unknown address', async () => {
    const known = await Promise.all(Array.from({ length: 20 }, () => hireStaff(app)));
    const times = { known: [] as number[], unknown: [] as number[] };
    const time = async (email: string) => {
      const from = newNetwork();
      const start = performance.now();
      expect((await tryLogin(app, { email, password: 'wrong password' }, { from })).status).toBe(401);
      return performance.now() - start;
    };
    for (const [index, { email }] of known.entries()) {
      times.known.push(await time(email));
      times.unknown.push(await time(`nobody${index}@prangon.example`));
    }
    const ratio = median(times.known) / median(times.unknown);
    // Without the same work it would be ten times as fast; a busy machine is not that uneven.
    expect(ratio).toBeGreaterThan(0.2);
    expect(ratio).toBeLessThan(5);
  });
});

describe('CSRF of POST /api/v1/login', () => {
  const attempt = (headers: Record<string, string>) =>
    app.postJson(calls.login, { email: 'nobody@prangon.example', password: 'x' }, headers, newNetwork());

  test('a missing, wrong or doubled token: 419', async () => {
    expect((await attempt({})).status).toBe(419);
    for (const token of ['x', `${app.token}, ${app.token}`])
      expect((await attempt({ 'x-csrf-token': token })).status).toBe(419);
    // As bytes: beside a text as the body, the header would come as UTF-8 and be longer.
    const headers = { 'content-type': 'application/json', 'x-csrf-token': 'é'.repeat(app.token.length) };
    expect((await app.send(calls.login, { method: 'POST', headers, body: Buffer.from('{}') })).status).toBe(419);
  });

  test('a foreign page: 403, with the right token and with a bearer', async () => {
    const token = await signIn(app, await hireStaff(app));
    for (const foreign of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { referer: 'https://evil.example/form' },
    ] as Record<string, string>[]) {
      expect((await attempt({ 'x-csrf-token': app.token, ...foreign })).status).toBe(403);
      expect((await attempt({ authorization: `Bearer ${token}`, ...foreign })).status).toBe(403);
    }
  });

  test('a live bearer needs no token; a dead one does', async () => {
    const token = await signIn(app, await hireStaff(app));
    expect((await attempt({ authorization: `Bearer ${token}` })).status).toBe(401);
    await sendAs(app, token, 'POST', calls.logout);
    expect((await attempt({ authorization: `Bearer ${token}` })).status).toBe(419);
  });

  test('forms and plain text: 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type, 'x-csrf-token': app.token };
      expect((await app.send(calls.login, { method: 'POST', headers, body: '{}' })).status, type).toBe(415);
    }
  });
});

describe('POST /api/v1/logout', () => {
  test('ends the token at once, on every instance; a GET ends nothing', async () => {
    const other = await openTestApp({ store: app.store });
    const { email } = await hireStaff(app);
    const [token, stays] = [await signIn(app, { email }), await signIn(app, { email })];
    expect((await sendAs(app, token, 'GET', calls.logout)).status).toBe(405);
    expect((await sendAs(other, token, 'GET', calls.signedInUser)).status).toBe(200);
    const answer = await sendAs(app, token, 'POST', calls.logout);
    expect([answer.status, answer.json()]).toEqual([200, { message: 'Signed out successfully' }]);
    for (const instance of [app, other]) {
      expect((await sendAs(instance, token, 'GET', calls.signedInUser)).status).toBe(401);
      expect((await sendAs(instance, stays, 'GET', calls.signedInUser)).status).toBe(200);
    }
    expect((await sendAs(app, token, 'POST', calls.logout)).status).toBe(401);
    await other.close();
  });
});

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
