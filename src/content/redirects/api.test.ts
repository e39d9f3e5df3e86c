// @module-tag postgres
import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, previews } from '#paths.ts';
import { newToken } from '#platform/session/sessions.server.ts';
import { up as emptyMissedPaths } from '../../../db/migrations/038-no-secrets-in-missed-paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';

const { redirects, redirectsMissed } = adminCalls;

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const redirect = (from_path: string, to_address: string, more: object = {}) =>
  office.made(redirects, { from_path, to_address, ...more });
const visit = (path: string, headers: Record<string, string> = {}) =>
  app.send(encodeURI(path), { headers: { accept: 'text/html', ...headers } });
const leadsTo = async (path: string) => {
  const { status, headers } = await visit(path);
  return [status, headers.location];
};
const refused = async (from_path: string, to_address: string) => {
  const answer = await office.post(redirects, { from_path, to_address });
  return answer.status === 422 ? answer.json<{ errors: Record<string, string[]> }>().errors : answer.status;
};
const missed = async () => (await office.get(redirectsMissed)).json<{ data: { path: string; count: number }[] }>().data;
async function clearMissed(): Promise<void> {
  // What is counted is written first.
  await missed();
  await app.empty('missed_paths');
}

describe('A redirect', () => {
  test('leads from an old path to the new one, however it is written', async () => {
    const made = await redirect('https://old.example/পুরোনো/খবর/?id=7', '/news');
    expect(made).toMatchObject({ from_path: '/পুরোনো/খবর', to_address: '/news', hits: 0 });
    for (const path of ['/পুরোনো/খবর', '/পুরোনো/খবর/', '//পুরোনো/খবর?utm_source=x'])
      expect(await leadsTo(path), path).toEqual([301, '/news']);
    expect((await app.send(encodeURI('/পুরোনো/খবর'), { method: 'HEAD' })).status).toBe(301);
    expect((await app.send(encodeURI('/পুরোনো/খবর'), { method: 'POST' })).status).toBe(404);
    await office.get(redirectsMissed);
    const { data } = (await office.get(`${redirects}/${made.id}`)).json<{ data: object }>();
    expect(data).toMatchObject({ hits: 4, last_hit_at: expect.any(String) });
  });

  test('may lead to another site, and to a page in Bengali', async () => {
    await redirect('/brochure.pdf', 'https://files.example/a.pdf?x=1');
    expect(await leadsTo('/brochure.pdf')).toEqual([301, 'https://files.example/a.pdf?x=1']);
    await redirect('/about-us', '/about?q=ক#দল');
    expect(await leadsTo('/about-us')).toEqual([301, '/about?q=%E0%A6%95#%E0%A6%A6%E0%A6%B2']);
  });

  test('ends when it is hidden or deleted, and hides no page', async () => {
    const { id } = await redirect('/summer', '/news');
    await office.post(`${redirects}/bulk`, { action: 'deactivate', ids: [id] });
    expect((await visit('/summer')).status).toBe(404);
    await office.post(`${redirects}/bulk`, { action: 'activate', ids: [id] });
    expect((await visit('/summer')).status).toBe(301);
    await office.delete(`${redirects}/${id}`);
    expect((await visit('/summer')).status).toBe(404);
    expect(await refused('/news', '/about')).toEqual({ from_path: [expect.stringContaining('page')] });
    expect(await refused('/admin/News', '/about')).toEqual({ from_path: [expect.any(String)] });
    expect(await refused('/', '/about')).toEqual({ from_path: [expect.any(String)] });
  });

  test('neither goes in a circle nor through another one, also out of the trash', async () => {
    const { id } = await redirect('/one', '/two');
    const [from, to] = [{ from_path: [expect.any(String)] }, { to_address: [expect.any(String)] }];
    expect(await refused('/self', '/self/?x=1')).toEqual(to);
    expect(await refused('/one/', '/three')).toEqual(from);
    expect(await refused('/zero', '/one')).toEqual(to);
    expect(await refused('/zero', `${app.settings.publicUrl}/one`)).toEqual(to);
    expect(await refused('/two', '/three')).toEqual(from);
    await office.delete(`${redirects}/${id}`);
    const second = await redirect('/two', '/three');
    expect((await office.post(`${redirects}/${id}/restore`, {})).status).toBe(409);
    expect((await office.put(`${redirects}/${second.id}`, { from_path: '/two', to_address: '/four' })).status).toBe(
      200,
    );
  });

  test.each([
    ['from_path', '/%E0%A4%A', '/news'],
    ['from_path', `/${'x'.repeat(301)}`, '/news'],
    ['from_path', '/a\\b', '/news'],
    ['to_address', '/old', 'javascript:alert(1)'],
    ['to_address', '/old', '//evil.example'],
    ['to_address', '/old', '/\\evil.example'],
    ['to_address', '/old', '/..//evil.example'],
    ['to_address', '/old', '/a/../\\evil.example'],
    ['to_address', '/old', 'http://plain.example'],
    ['to_address', '/old', 'https://user:pass@evil.example'],
    ['to_address', '/old', 'news'],
    ['from_path', '\ud800', '/news'],
  ])('answers 422 at %s for %s to %s', async (field, from, to) => {
    expect(await refused(from, to)).toEqual({ [field]: [expect.any(String)] });
  });

  test('on another instance works at once', async () => {
    const other = await openTestApp({ store: app.store });
    await redirect('/elsewhere', '/clients');
    await expect
      .poll(async () => (await other.send('/elsewhere', { headers: { accept: 'text/html' } })).headers.location)
      .toBe('/clients');
    await other.close();
  });
});

describe('A slash at the end of a page', () => {
  test.each([
    ['/news/', '/news'],
    ['/news/?page=2&q=%E0%A6%95', '/news?page=2&q=%E0%A6%95'],
    ['/news/details/7/', '/news/details/7'],
    ['/info-download/', '/info-download'],
    ['/login/', '/login'],
  ])('%s leads to %s, for good', async (path, to) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await app.send(path, { method });
      expect([status, headers.location], method).toEqual([301, to]);
    }
  });

  test.each([
    '/none/',
    '/news//',
    '//news/',
    '//evil.example/',
    '/news/..//',
    '/admin/News/',
    '/api/get-news/',
    '/%5Cnews/',
  ])('%s leads nowhere', async (path) => {
    const { status, headers } = await app.send(path);
    expect([status >= 400, headers.location]).toEqual([true, undefined]);
  });

  test('is no unknown address, and a redirect goes first', async () => {
    await clearMissed();
    await visit('/features/');
    expect(await missed()).toEqual([]);
    await redirect('/news/details/987654', '/clients/');
    expect(await leadsTo('/news/details/987654/')).toEqual([301, '/clients/']);
    expect(await leadsTo('/clients/')).toEqual([301, '/clients']);
  });
});

describe('Unknown addresses', () => {
  test('are counted with the host that sent the visitor, and gone when they lead somewhere', async () => {
    await clearMissed();
    const from = { referer: 'https://www.example.org/secret?name=x' };
    for (const path of ['/ভর্তি?token=abc', '/ভর্তি/', '/rare']) await visit(path, from);
    expect(await missed()).toMatchObject([
      { path: '/ভর্তি', count: 2, referrer: 'www.example.org' },
      { path: '/rare', count: 1 },
    ]);
    await visit('/ভর্তি');
    expect((await missed())[0]).toMatchObject({ path: '/ভর্তি', count: 3, referrer: 'www.example.org' });
    await redirect('/ভর্তি', '/about');
    expect((await missed()).map(({ path }) => path)).toEqual(['/rare']);
  });

  test('are not what robots try, what programs ask for, nor what may tell of a person', async () => {
    await clearMissed();
    const robots = ['/wp-login.php', '/.env', '/a/.git/config', '/backup.zip'];
    const programs = ['/favicon.ico', '/admin/x', '/api/x', '/assets/x.js'];
    const ofPeople = ['/u/rahim@example.com', '/call/01711223344', '/reset/aB3dE5fG7hI9jK1lM3nO5pQ7'];
    for (const path of [...robots, ...programs, ...ofPeople, `/${'x'.repeat(250)}`]) await visit(path);
    await app.send('/data', { headers: { accept: 'application/json' } });
    await app.send('/posted', { method: 'POST', headers: { accept: 'text/html' } });
    expect(await missed()).toEqual([]);
  });

  test('hold no address that is a secret, whatever clings to it, and name no page that is there', async () => {
    await clearMissed();
    const secrets = [previews.page(newToken()), `/calendar/${newToken()}.ics`, `/Preview/${newToken()}`];
    for (const path of secrets) for (const ending of ['।', ',', ')', '/']) await visit(path + ending);
    for (const path of ['//', '//news', '/news//', '/%2Fnews', '//manifest.webmanifest', '//gone'])
      await app.send(path, { headers: { accept: 'text/html' } });
    expect((await missed()).map(({ path }) => path)).toEqual(['/gone']);

    const row = { count: 1, last_at: new Date().toISOString(), referrer: '' };
    const old = [...secrets.map((path) => `${path}।`), `/x/${newToken()}`, '/', '/manifest.webmanifest'];
    const rows = old.map((path) => ({ path, ...row }));
    await app.database.insertInto('missed_paths').values(rows).execute();
    await emptyMissedPaths(app.database);
    expect((await missed()).map(({ path }) => path)).toEqual(['/gone']);
    await clearMissed();
  });

  test('never grow without end, and what is asked for often is not pushed out', async () => {
    await visit('/often');
    await visit('/often');
    await missed();
    const at = new Date().toISOString();
    const rows = Array.from({ length: 600 }, (_, n) => ({ path: `/flood-${n}`, count: 1, last_at: at, referrer: '' }));
    await app.database.insertInto('missed_paths').values(rows).execute();
    await visit('/one-more');
    await missed();
    const kept = await app.database.selectFrom('missed_paths').select('path').execute();
    expect(kept).toHaveLength(500);
    expect((await missed())[0]).toMatchObject({ path: '/often', count: 2 });
  });
});
