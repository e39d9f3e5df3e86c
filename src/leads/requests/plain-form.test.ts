import { beforeAll, expect, test } from 'vitest';
import { pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim, visitor } from '../../../test/helpers/content.ts';
import { storedRequests } from '../../../test/helpers/demo-requests.ts';
import type { Answer } from '../../../test/helpers/requests.ts';
import { demoFormStrings, demoRequestTexts } from './schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
let networks = 0;
function submit(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  return app.send('/demo-request', {
    method: 'POST',
    headers: { ...formHeaders, ...headers },
    body: new URLSearchParams({ _token: app.token, page: '/', ...fields }).toString(),
    from: `127.0.4.${++networks}`,
  });
}

/** Goes where the answer leads, as a browser does: with its cookie, without the fragment. */
function follow(answer: Answer): Promise<Answer> {
  expect(answer.status, answer.text).toBe(303);
  const [cookie = ''] = String(answer.headers['set-cookie']).split(';');
  return app.get(String(answer.headers.location).split('#')[0] ?? '', { cookie, accept: 'text/html' });
}

test('POST /demo-request keeps the request and leads to a page that says what happens next, and is nobody else’s', async () => {
  const answer = await submit(rahim);
  expect(answer.headers.location).toBe('/?demo=1#demo');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await storedRequests(app)).rows).toMatchObject([{ email: rahim.email, number: '+8801712345678' }]);
  const page = await follow(answer);
  expect(page.status).toBe(200);
  expect(page.text).toContain(demoFormStrings.keptLine);
  expect(page.text).not.toContain(demoRequestTexts.sent);
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
  // The cookie is read once.
  expect(String(page.headers['set-cookie'])).toMatch(/Max-Age=0/);
  expect((await app.get('/?demo=1')).text).not.toContain(demoFormStrings.keptLine);
});

test.each([pages.home, pages.features, pages.packages, pages.clients])(
  'all but the form is on %s as it is for everybody',
  async (path) => {
    const page = await follow(await submit({ ...rahim, number: '123', page: path }));
    const usual = await app.get(path, { accept: 'text/html' });
    const [before, section, after] = aroundForm(page.text);
    const [usualBefore, usualSection, usualAfter] = aroundForm(usual.text);
    expect([before, after]).toEqual([usualBefore, usualAfter]);
    expect(section).toContain('নম্বরটি ঠিক নেই');
    expect(section.replaceAll(/<[^>]+>/g, '')).toContain(usualSection.replaceAll(/<[^>]+>/g, '').slice(0, 100));
    expect(page.headers['content-security-policy']).toBe(usual.headers['content-security-policy']);
  },
);

/** A page in three parts: the second is the section with the demo form. */
function aroundForm(html: string): [string, string, string] {
  const form = html.indexOf(' id="demo"');
  const [from, to] = [html.lastIndexOf('<section', form), html.indexOf('</section>', form)];
  expect([form, from, to].every((place) => place > 0)).toBe(true);
  return [html.slice(0, from), html.slice(from, to), html.slice(to)];
}

test('wrong fields come back with their messages and what was typed', async () => {
  const before = await storedRequests(app);
  const typed = { name: 'রহিম "<b>', institute_name: 'শাপলা স্কুল', number: '123', email: 'rahim(at)shapla' };
  const page = await follow(await submit(typed));
  expect(page.text).toContain('value="রহিম &quot;&lt;b&gt;"');
  for (const value of ['শাপলা স্কুল', '123', 'rahim(at)shapla']) expect(page.text).toContain(`value="${value}"`);
  expect(page.text.match(/aria-invalid="true"/g)).toHaveLength(2);
  expect(page.text).toContain('নম্বরটি ঠিক নেই');
  expect(page.text).toContain('ইমেইল ঠিকানাটি ঠিক নেই');
  expect(await storedRequests(app)).toEqual(before);
});

test('what was chosen in the price calculator comes back too', async () => {
  const chosen = {
    students: '350',
    package: 'পল্লব (কলেজ), ৩৫০ শিক্ষার্থী',
    change: '/packages?kind=2&students=350&package=5',
  };
  const page = await follow(await submit({ ...visitor(7), number: '1', page: '/packages', ...chosen }));
  expect(page.text).toContain('<input type="hidden" name="students" value="350"/>');
  expect(page.text).toContain(`<input type="hidden" name="package" value="${chosen.package}"/>`);
  expect(page.text).toContain('href="/packages?kind=2&amp;students=350&amp;package=5"');
  const elsewhere = await follow(
    await submit({ ...visitor(7), number: '1', ...chosen, change: 'https://evil.example' }),
  );
  expect(elsewhere.text).not.toContain('evil.example');
});

test('long texts come back whole in a cookie below 4096 bytes, as browsers keep no longer one; a choice may be left out', async () => {
  const comesBack = async (text: string, more: Record<string, string> = {}) => {
    const answer = await submit({ name: text, institute_name: text, number: text, email: text, ...more });
    expect(Buffer.byteLength(String(answer.headers['set-cookie']).split(';')[0] ?? '')).toBeLessThan(4_096);
    return (await follow(answer)).text;
  };
  const long = 'ক'.repeat(190);
  expect((await comesBack(long, { students: '350', package: long })).split(`value="${long}"`)).toHaveLength(5);
  expect((await comesBack('ক্ষ'.repeat(110))).match(/aria-invalid="true"/g)).toHaveLength(4);
});

test('a wrong token keeps what was typed and says what to do', async () => {
  for (const _token of ['old', 'ক'.repeat(app.token.length)]) {
    const page = await follow(await submit({ ...visitor(2), _token }));
    expect(page.text).toContain(`value="${visitor(2).email}"`);
    expect(page.text).toContain('role="alert"');
  }
  expect(JSON.stringify(await storedRequests(app))).not.toContain(visitor(2).email);
});

test('nothing that was typed is in the address, and the cookie hides it', async () => {
  const answer = await submit({ ...visitor(3), number: '1' });
  const cookie = String(answer.headers['set-cookie']);
  const carried = cookie.split(';')[0]?.split('=')[1] ?? '';
  for (const place of [String(answer.headers.location), cookie, Buffer.from(carried, 'base64url').toString('latin1')]) {
    expect(place).not.toContain('sender3');
  }
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; SameSite=Lax/);
});

test('a cookie that is made up, or of another installation, shows the page as everyone sees it', async () => {
  const other = await openTestApp();
  const answer = await other.send('/demo-request', { method: 'POST', headers: formHeaders, body: 'name=x' });
  await other.close();
  const ofOther = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const madeUp = ['demo-form=x', 'demo-form=', `demo-form=${'A'.repeat(60)}`, 'demo-form=__proto__', 'x=1'];
  const usual = (await app.get('/')).text;
  for (const cookie of [...madeUp, ofOther]) expect((await app.get('/?demo=1', { cookie })).text, cookie).toBe(usual);
});

test.each<[string, Record<string, string>]>([
  ['a foreign Origin', { origin: 'https://evil.example' }],
  ['Origin: null', { origin: 'null' }],
  ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
])('%s is a 403 and keeps nothing', async (_what, headers) => {
  const answer = await submit(visitor(5), headers);
  expect(answer.status).toBe(403);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(JSON.stringify(await storedRequests(app))).not.toContain(visitor(5).email);
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/admin', ''])(
  'page=%s leads back home and nowhere else',
  async (page) => {
    expect((await submit({ ...rahim, page })).headers.location).toBe('/?demo=1#demo');
  },
);

test('fields that come twice are refused as no text', async () => {
  const body = `${new URLSearchParams({ ...visitor(6), _token: app.token })}&email=second%40b.example`;
  const sent = await app.send('/demo-request', { method: 'POST', headers: formHeaders, body, from: '127.0.4.250' });
  const page = await follow(sent);
  expect(page.text.match(/aria-invalid="true"/g)).toHaveLength(1);
});
