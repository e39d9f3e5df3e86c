import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import type { Answer } from '../../test/helpers/requests.ts';
import { hireStaff, newNetwork, rightPassword, type Staff, tryLogin } from '../../test/helpers/staff.ts';
import { freshStore } from '../../test/helpers/store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

describe('limits of POST /api/v1/login', () => {
  test('after 5 failures an account waits, an unknown address too: 429 with Retry-After, for the right password as well', async () => {
    for (const { email } of [await hireStaff(app), { email: 'stranger@prangon.example' }]) {
      for (let count = 0; count < 5; count++) {
        expect((await tryLogin(app, { email, password: 'wrong password' })).status).toBe(401);
      }
      for (const written of [email, email.toUpperCase(), ` ${email}`]) {
        const answer = await tryLogin(app, { email: written, password: rightPassword, extra: written });
        expect(answer.status).toBe(429);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(50);
        expect(answer.json()).toEqual({
          message: expect.stringMatching(/^Too many attempts\. Try again in (\d+ seconds|1 minute)\.$/),
        });
      }
    }
  });

  test('parallel guesses get no more attempts than five', async () => {
    const { email } = await hireStaff(app);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => tryLogin(app, { email, password: 'wrong password' })),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(25);
  });

  test('the wait grows with each further failure up to 15 minutes, and ends with a success', async () => {
    const { email } = await hireStaff(app);
    const waits: number[] = [];
    for (let count = 0; count < 10; count++) {
      await sleepThroughWaits();
      expect((await tryLogin(app, { email, password: 'wrong password' })).status).toBe(401);
      const answer = count < 4 ? null : await tryLogin(app, { email, password: rightPassword });
      if (answer) waits.push(Math.round(Number(answer.headers['retry-after']) / 60));
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
    await sleepThroughWaits();
    expect((await tryLogin(app, { email, password: rightPassword })).status).toBe(200);
    for (let count = 0; count < 4; count++) await tryLogin(app, { email, password: 'wrong password' });
    expect((await tryLogin(app, { email, password: rightPassword })).status).toBe(200);

    /** A quarter of an hour later, nothing counts as forgotten yet. */
    async function sleepThroughWaits() {
      await app.database
        .updateTable('failed_attempts')
        .set((eb) => ({ last_at: eb('last_at', '-', 900) }))
        .where('count', '>=', 5)
        .execute();
    }
  });

  test('a browser in which the owner once signed in is not locked out by failures elsewhere', async () => {
    const { email } = await hireStaff(app);
    const other = await hireStaff(app);
    const cookie = cookieOf(await tryLogin(app, { email, password: rightPassword }));
    const foreign = cookieOf(await tryLogin(app, { email: other.email, password: rightPassword }));
    for (let count = 0; count < 6; count++) await tryLogin(app, { email, password: 'wrong password' });
    const attempt = (sent: string, password = rightPassword) =>
      tryLogin(app, { email, password }, { headers: { cookie: sent } });
    expect((await attempt(foreign)).status).toBe(429);
    expect((await attempt(`${cookie.slice(0, -2)}xx`)).status).toBe(429);
    expect((await attempt(`${cookie}; ${cookie}`)).status).toBe(429);
    expect((await attempt(`theme=dark; ${cookie}`)).status).toBe(200);
    // Its own failures count as well.
    for (let count = 0; count < 5; count++) expect((await attempt(cookie, 'wrong password')).status).toBe(401);
    expect((await attempt(cookie)).status).toBe(429);
  });

  test('a browser that two share is known for both', async () => {
    const [one, other] = [await hireStaff(app), await hireStaff(app)];
    const attempt = ({ email }: Staff, cookie: string, password = rightPassword) =>
      tryLogin(app, { email, password }, { headers: { cookie } });
    const shared = cookieOf(await attempt(other, cookieOf(await attempt(one, ''))));
    for (const staff of [one, other]) {
      for (let count = 0; count < 6; count++) await attempt(staff, '', 'wrong password');
      expect((await attempt(staff, '')).status).toBe(429);
      expect((await attempt(staff, shared)).status).toBe(200);
    }
  });

  test('strangers who fill the queue, and the network, get 503 with Retry-After, and do not keep out a browser that is known', async () => {
    const { email } = await hireStaff(app);
    const [from, cookie] = [newNetwork(), cookieOf(await tryLogin(app, { email, password: rightPassword }))];
    const flood = { runs: true, refused: [] as Answer[], fromHere: 11 };
    const strangers = Array.from({ length: 44 }, async () => {
      while (flood.runs) {
        const network = flood.fromHere-- > 0 ? from : newNetwork();
        const answer = await tryLogin(app, { email: `${network}@prangon.example`, password: 'x' }, { from: network });
        if (answer.status === 503) flood.refused.push(answer);
      }
    });
    try {
      await expect.poll(() => flood.refused.length, { timeout: 30_000 }).toBeGreaterThan(10);
      for (const { headers } of flood.refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      const answer = await tryLogin(app, { email, password: rightPassword }, { from, headers: { cookie } });
      expect(answer.status, answer.text).toBe(200);
    } finally {
      flood.runs = false;
      await Promise.all(strangers);
    }
  });

  test('the device cookie is HttpOnly, strict, and for https only where the site is', async () => {
    const { email } = await hireStaff(app);
    const cookie = String((await tryLogin(app, { email, password: rightPassword })).headers['set-cookie']);
    expect(cookie).toMatch(/^device=[\w-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
    const secure = await openTestApp({ env: { PUBLIC_URL: 'https://prangon.example' }, store: app.store });
    const answer = await tryLogin({ ...secure, token: secure.csrf.token() }, { email, password: rightPassword });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-device=.*; Secure$/);
    await secure.close();
  });

  test('a network has 10 attempts a minute, whatever forwarding headers say', async () => {
    await afterTheTurnOfTheMinute();
    const from = newNetwork();
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) {
      const headers = { 'x-forwarded-for': `10.0.0.${count}`, forwarded: `for=10.0.0.${count}` };
      const body = { email: `n${count}@prangon.example`, password: 'x' };
      const answer = await tryLogin(app, body, { from, headers });
      statuses.push(answer.status);
      if (count === 10) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await tryLogin(app, { email: 'n@prangon.example', password: 'x' })).status).toBe(401);
  });

  const link = { token: 'x', email: 'x@prangon.example', password: 'নৌকা ভেসে যায়' };
  const limited: [path: string, body: object, most: number][] = [
    [calls.login, { email: 'x@prangon.example', password: 'x' }, 20],
    [calls.loginSecondStep, { ticket: 'x', code: '123456' }, 20],
    [calls.loginPasskey, {}, 40],
    [calls.forgotPassword, { email: 'x@prangon.example' }, 20],
    [calls.resetPassword, link, 20],
    [calls.acceptInvitation, { ...link, password_confirmation: link.password }, 20],
  ];
  test('of every way in count for the networks around an address too', async () => {
    const proxied = await openTestApp({ env: { TRUST_PROXY: '127.0.0.0/8' }, store: app.store });
    for (const [group, [path, body, most]] of limited.entries()) {
      await afterTheTurnOfTheMinute();
      const answers = await Promise.all(
        Array.from({ length: most + 1 }, (_, at) => {
          const from = `2001:db8:${group}:${at.toString(16)}::1`;
          const email = `${group}-${at}@prangon.example`;
          const sent = 'email' in body ? { ...body, email } : body;
          return proxied.postJson(path, sent, { 'x-csrf-token': proxied.csrf.token(), 'x-forwarded-for': from });
        }),
      );
      expect(answers.filter(({ status }) => status === 429).length, path).toBe(1);
    }
    await proxied.close();
  });

  test('hold over a restart and on every instance', async () => {
    const store = await freshStore();
    const first = await openTestApp({ store });
    const { email } = await hireStaff(first);
    const second = await openTestApp({ store });
    for (let count = 0; count < 5; count++) {
      await tryLogin(count % 2 ? first : second, { email, password: 'wrong password' });
    }
    expect((await tryLogin(first, { email, password: rightPassword })).status).toBe(429);
    expect((await tryLogin(second, { email, password: rightPassword })).status).toBe(429);
    await first.close();
    await second.close();
    const restarted = await openTestApp({ store });
    expect((await tryLogin(restarted, { email, password: rightPassword })).status).toBe(429);
    await restarted.close();
    await store.remove();
  });
});

function cookieOf(answer: Answer): string {
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** Windows of a minute begin with the minute; a test that fills one must not be cut in two. */
async function afterTheTurnOfTheMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left));
}
