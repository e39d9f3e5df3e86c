import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { newNetwork } from '../../../test/helpers/staff.ts';
import { whileClockStands } from '../../../test/helpers/stopped-clock.ts';
import { freshStore, type Store } from '../../../test/helpers/store.ts';
import { readStore } from '../../../test/helpers/whole-store.ts';
import type { VisitCount } from '../lead/funnel.server.ts';

let store: Store;
let app: TestApp;
beforeEach(async () => {
  store = await freshStore();
  app = await openTestApp({ store });
});
afterEach(async () => {
  await app.close();
  await store.remove();
});

const phone =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36';
const view = { event: 'view', path: '/', search: '', referrer: '' };

/** As a page sends it. */
function count(overrides: Partial<typeof view> = {}, headers: Record<string, string> = {}, from?: string, on = app) {
  const { event, path, search, referrer } = { ...view, ...overrides };
  return send([search, referrer], `?event=${event}`, { referer: on.url + path, ...headers }, from, on);
}

function send(body: unknown, query = '', headers: Record<string, string> = {}, from = newNetwork(), on = app) {
  return on.postJson(
    calls.countVisit + query,
    body,
    { origin: on.url, referer: `${on.url}/`, 'user-agent': phone, ...headers },
    from,
  );
}

/** Closing writes what waits; the counts are then read from the store itself. */
async function counted(): Promise<VisitCount[]> {
  await app.close();
  return readStore(store, (database) =>
    database.selectFrom('funnel_counts').selectAll().orderBy('event', 'desc').orderBy('route').execute(),
  );
}

describe('POST /api/count-visit', () => {
  test('counts views and opened forms by day, page and source, and writes them when the server stops', async () => {
    const tagged = { ...view, path: '/packages', search: '?utm_source=Facebook&utm_medium=cpc&utm_campaign=admission' };
    const found = { ...view, referrer: 'https://www.google.com/search?q=x' };
    const within = { ...view, referrer: app.url };
    for (const look of [view, within, tagged, { ...tagged, event: 'opened' }, found])
      expect((await count(look)).status).toBe(204);
    const day = dayInDhaka(new Date());
    const plain = { route: '/', source: '', medium: '', campaign: '', referrer: '' };
    const fromFacebook = { route: '/packages', source: 'facebook', medium: 'cpc', campaign: 'admission', referrer: '' };
    const rows = await counted();
    expect(rows).toHaveLength(4);
    expect(rows).toEqual(
      expect.arrayContaining([
        { day, event: 'view', ...plain, count: 2 },
        { day, event: 'view', ...plain, referrer: 'google.com', count: 1 },
        { day, event: 'view', ...fromFacebook, count: 1 },
        { day, event: 'opened', ...fromFacebook, count: 1 },
      ]),
    );
  });

  test('writes by itself, sets no cookie and answers nothing', async () => {
    const { headers, text } = await count();
    expect([headers['set-cookie'], text, headers['cache-control']]).toEqual([undefined, '', 'no-store']);
    const written = () => app.database.selectFrom('funnel_counts').select('count').execute();
    await expect.poll(written, { interval: 100 }).toEqual([{ count: 1 }]);
  });

  test('leaves those uncounted who do not want it, and machines', async () => {
    for (const [who, headers] of [
      ['Do Not Track', { dnt: '1' }],
      ['Global Privacy Control', { 'sec-gpc': '1' }],
      ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
      ['a preview of a link', { 'user-agent': 'facebookexternalhit/1.1' }],
      ['a browser without a head', { 'user-agent': phone.replace('Chrome', 'HeadlessChrome') }],
      ['a program without a name', { 'user-agent': '' }],
    ] as const)
      expect((await count(view, headers)).status, who).toBe(204);
    expect(await counted()).toEqual([]);
  });

  test('refuses pages of other sites and those that hide where they come from, and what no page sends', async () => {
    for (const [what, headers] of [
      ['of another site', { origin: 'https://evil.example' }],
      ['that hides where it comes from', { origin: 'null' }],
      ['of another site by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ] as const)
      expect((await count(view, headers)).status, what).toBe(403);
    const program = await app.postJson(calls.countVisit, ['', ''], { 'user-agent': phone });
    expect(program.status, 'a program that says nothing of its origin').toBe(403);
    const simple = await count(view, { 'content-type': 'text/plain' });
    expect(simple.status, 'a content type that a foreign page could send unasked').toBe(415);
    for (const [what, body, query] of [
      ['an event that only the server counts', ['', ''], '?event=won'],
      ['an event that nobody knows', ['', ''], '?event=x'],
      ['what is no list', { search: '' }, ''],
      ['what is no text', [1], ''],
      ['more than how the visit began', ['', '', ''], ''],
      ['an endless query', ['x'.repeat(4_001)], ''],
    ] as const)
      expect([400, 422], what).toContain((await send(body, query)).status);
    expect(await counted()).toEqual([]);
  });

  test('counts a view of an unknown page where the browser tells neither page nor beginning', async () => {
    expect((await send([], '', { referer: '' })).status).toBe(204);
    expect(await counted()).toMatchObject([{ event: 'view', route: 'other', source: '', referrer: '' }]);
  });

  test('is limited for one network, and another one is served', async () => {
    const from = newNetwork();
    const answers = await whileClockStands(() => Promise.all(Array.from({ length: 140 }, () => count(view, {}, from))));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused).toHaveLength(20);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await count()).status).toBe(204);
    const sum = (await counted()).reduce((all, row) => all + row.count, 0);
    expect(sum).toBe(answers.filter((answer) => answer.status === 204).length + 1);
  });

  test('adds up over instances', async () => {
    const other = await openTestApp({ store });
    await Promise.all(Array.from({ length: 40 }, (_, at) => count(view, {}, newNetwork(), at % 2 ? app : other)));
    await other.close();
    expect(await counted()).toMatchObject([{ event: 'view', count: 40 }]);
  });
});
