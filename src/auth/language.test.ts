import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, adminPages, calls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { hireStaff, rightPassword, sendAs, sessionOf, tryLogin } from '../../test/helpers/staff.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

interface SignedIn {
  token: string;
  user: { language: string };
}

describe('language of staff', () => {
  test('PUT /admin/account changes it, and answers follow it at once', async () => {
    const { token, put, user } = await hire();
    expect(await user()).toMatchObject({ language: 'en' });
    expect((await put({ language: 'bn' })).json()).toMatchObject({
      message: 'প্রোফাইল আপডেট হয়েছে',
      data: { language: 'bn' },
    });
    expect(await user()).toMatchObject({ language: 'bn' });
    // Whatever the browser asks for.
    const wrong = await refusal(token, 'en');
    expect(wrong.errors.password?.[0]).toMatch(/[ঀ-৿]/);
    expect(wrong.message).toMatch(/^[^A-Za-z]+$/);
    await put({ language: 'en' });
    expect((await refusal(token, 'bn')).message).toMatch(/^[A-Za-z0-9 ,.’-]+$/);
  });

  test('answers 422 for one that is none, keeps the one that is there where none is sent; an invitation sets it', async () => {
    const { token, put, user } = await hire();
    await put({ language: 'bn' });
    const answer = await put({ language: 'fr' });
    const errors = { language: [expect.any(String)] };
    expect([answer.status, answer.json()]).toEqual([422, { message: expect.any(String), errors }]);
    expect((await put({})).status).toBe(200);
    expect(await user()).toMatchObject({ language: 'bn' });
    const invited = { name: 'কামাল', email: 'invited@prangon.example', role: 'editor', language: 'bn' };
    expect((await sendAs(app, token, 'POST', adminCalls.users, invited)).status).toBe(201);
    const row = app.database.selectFrom('users').select('language').where('email', '=', invited.email);
    expect(await row.execute()).toEqual([{ language: 'bn' }]);
  });

  test('clients without a choice get what Accept-Language asks for, English else', async () => {
    const { token } = await hire();
    expect((await refusal(token, 'bn-BD,bn;q=0.9,en;q=0.8')).message).toMatch(/^[^A-Za-z]+$/);
    for (const accept of ['en', 'fr, bn;q=0.5', ''])
      expect((await refusal(token, accept)).message, accept).toMatch(/^[A-Za-z0-9 ,.’-]+$/);
  });

  test('the link of the sign-in page is kept by the browser, and by who has not chosen yet', async () => {
    const page = await app.send(`${pages.login}?language=bn`, { headers: { accept: 'text/html' } });
    const cookie = String(page.headers['set-cookie']).split(';')[0] ?? '';
    expect(cookie).toBe('language=bn');
    expect(page.text).toContain('<meta name="language" content="bn">');
    const office = (headers: Record<string, string>) =>
      app.send(adminPages.news, { headers: { accept: 'text/html', ...headers } }).then(({ text }) => text);
    const [bengali, english] = [await office({ cookie }), await office({})];
    expect(bengali).toMatch(/^<!DOCTYPE html><html lang="bn">/);
    expect(english).toMatch(/^<!DOCTYPE html><html lang="en">/);
    expect(scriptOf(bengali)).not.toBe(scriptOf(english));

    const https = await openTestApp({ store: app.store, env: { PUBLIC_URL: 'https://www.prangon.example' } });
    const secure = await https.send(`${pages.login}?language=bn`, { headers: { accept: 'text/html' } });
    expect(String(secure.headers['set-cookie'])).toMatch(/^__Host-language=bn; Path=\/; .*; Secure$/);
    await https.close();
    expect(await office({ cookie: 'language=en; __Host-language=bn' })).toContain('<html lang="bn">');

    const { email, put } = await hire();
    const signIn = async () =>
      (await tryLogin(app, { email, password: rightPassword }, { headers: { cookie } })).json<SignedIn>().user;
    expect(await signIn()).toMatchObject({ language: 'bn' });
    await put({ language: 'en' });
    expect(await signIn()).toMatchObject({ language: 'en' });
  });
});

async function hire() {
  const staff = await hireStaff(app);
  const token = await sessionOf(app, staff);
  return {
    token,
    email: staff.email,
    put: (more: object) => sendAs(app, token, 'PUT', calls.account, { name: 'নাসরিন', email: staff.email, ...more }),
    user: async () => (await sendAs(app, token, 'GET', calls.signedInUser)).json(),
  };
}

/** What is answered to a password that is too short. */
async function refusal(token: string, language: string) {
  const answer = await app.send(calls.accountPassword, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ current_password: rightPassword, password: 'x', password_confirmation: 'y' }),
  });
  expect(answer.status).toBe(422);
  return answer.json<{ message: string; errors: Record<string, string[]> }>();
}

function scriptOf(page: string): string | undefined {
  return /<script type="module" src="([^"]+)"/.exec(page)?.[1];
}
