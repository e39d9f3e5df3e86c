import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { dayInDhaka } from '#server/dhaka.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import type { Answer } from '../../../test/helpers/requests.ts';
import { hireStaff, newNetwork, sendAs, signIn } from '../../../test/helpers/staff.ts';
import { freshStore, type Store } from '../../../test/helpers/store.ts';
import { announceLead, storeLead } from '../../../test/helpers/told-leads.ts';
import { addCounts, type Counted, funnelBy, funnelOfDay } from './data.server.ts';
import { countStages } from './steps/data.server.ts';
import { VisitCounter } from './visit-counter.server.ts';

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
type Look = Partial<typeof view>;
const today = () => dayInDhaka(new Date());

/** As a page sends it. */
function count(look: Look = {}, headers: Record<string, string> = {}, from = newNetwork(), on = app): Promise<Answer> {
  const { event, path, search, referrer } = { ...view, ...look };
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

/** Closing writes what waits; the counts are then read by another instance. */
async function counted(): Promise<Counted[]> {
  await app.close();
  app = await openTestApp({ store });
  return app.database.selectFrom('funnel_counts').selectAll().orderBy('event', 'desc').orderBy('route').execute();
}

describe('POST /api/count-visit', () => {
  test('counts views and opened forms by day, page and source, and writes them when the server stops', async () => {
    const tagged = { ...view, path: '/packages', search: '?utm_source=Facebook&utm_medium=cpc&utm_campaign=admission' };
    for (const body of [
      view,
      view,
      tagged,
      { ...tagged, event: 'opened' },
      { ...view, referrer: 'https://www.google.com/search?q=x' },
    ])
      expect((await count(body)).status).toBe(204);
    const day = today();
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

  test('writes by itself within seconds', async () => {
    await count();
    const written = () => app.database.selectFrom('funnel_counts').select('count').execute();
    await expect.poll(written, { timeout: 8_000, interval: 100 }).toEqual([{ count: 1 }]);
  });

  test('sets no cookie and answers nothing', async () => {
    const answer = await count();
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.text).toBe('');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a preview of a link', { 'user-agent': 'facebookexternalhit/1.1' }],
    ['a browser without a head', { 'user-agent': phone.replace('Chrome', 'HeadlessChrome') }],
    ['a program without a name', { 'user-agent': '' }],
  ])('leaves %s uncounted', async (_who, headers) => {
    expect((await count(view, headers)).status).toBe(204);
    expect(await counted()).toEqual([]);
  });

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['that hides where it comes from', { origin: 'null' }],
    ['of another site by its fetch metadata', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses a page %s', async (_what, headers) => {
    expect((await count(view, headers)).status).toBe(403);
    expect(await counted()).toEqual([]);
  });

  test('refuses a program that says nothing of its origin', async () => {
    const answer = await app.postJson(calls.countVisit, ['', ''], { 'user-agent': phone });
    expect(answer.status).toBe(403);
  });

  test('refuses another content type, which a foreign page could send unasked', async () => {
    expect((await count(view, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test.each([
    ['an event that only the server counts', ['', ''], '?event=won'],
    ['an event that nobody knows', ['', ''], '?event=x'],
    ['what is no list', { search: '' }, ''],
    ['what is no text', [1], ''],
    ['more than how the visit began', ['', '', ''], ''],
    ['an endless query', ['x'.repeat(4_001)], ''],
  ])('refuses %s', async (_what, body, query) => {
    expect([400, 422]).toContain((await send(body, query)).status);
    expect(await counted()).toEqual([]);
  });

  test('counts a view of an unknown page where the browser tells neither page nor beginning', async () => {
    expect((await send([], '', { referer: '' })).status).toBe(204);
    expect(await counted()).toMatchObject([{ event: 'view', route: 'other', source: '', referrer: '' }]);
  });

  test('folds made-up pages, long and personal words to other', async () => {
    const search = `?utm_source=${'x'.repeat(65)}&utm_campaign=rahim@shapla.example`;
    await count({ ...view, path: '/made-up/1', search, referrer: app.url });
    expect(await counted()).toMatchObject([{ route: 'other', source: 'other', campaign: 'other', referrer: '' }]);
  });

  test('is limited for one network, and another one is served', async () => {
    const from = newNetwork();
    const answers = await Promise.all(Array.from({ length: 160 }, () => count(view, {}, from)));
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBeGreaterThan(10);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await count()).status).toBe(204);
    const sum = (await counted()).reduce((all, row) => all + row.count, 0);
    expect(sum).toBe(answers.length - refused.length + 1);
  });

  test('adds up over instances', async () => {
    const other = await openTestApp({ store });
    await Promise.all(Array.from({ length: 40 }, (_, at) => count(view, {}, newNetwork(), at % 2 ? app : other)));
    await other.close();
    expect(await counted()).toMatchObject([{ event: 'view', count: 40 }]);
  });
});

describe('The counts', () => {
  const row = (source: string, more: Partial<Counted> = {}): Counted => ({
    ...{ day: '2026-11-20', event: 'view', route: '/', source, medium: '', campaign: '', referrer: '', count: 1 },
    ...more,
  });

  test('know at most 200 sources a day; further ones are counted as other, none is lost', async () => {
    for (let batch = 0; batch < 3; batch++)
      await addCounts(
        app.database,
        Array.from({ length: 150 }, (_, at) => row(`made up ${batch} ${at}`)),
      );
    const rows = await funnelBy(app.database, 'source', { first: '2026-11-20', last: '2026-11-20' });
    expect(rows).toHaveLength(201);
    expect(rows[0]).toMatchObject({ label: 'other', view: 250 });
    await addCounts(app.database, [row('made up 0 7'), row('another day', { day: '2026-11-21' })]);
    expect(await funnelOfDay(app.database, '2026-11-21')).toMatchObject([{ source: 'another day', view: 1 }]);
  });

  test('are bounded in memory too, and survive a database that can not be written', async () => {
    let away = true;
    const database = new Proxy(app.database, {
      get: (target, name) => {
        if (name === 'transaction' && away) throw new Error('away');
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const counter = new VisitCounter({ database, log: app.log });
    for (let at = 0; at < 3_000; at++) counter.add(row(`made up ${at}`));
    await counter.write();
    away = false;
    await counter.close();
    const rows = await funnelOfDay(app.database, '2026-11-20');
    expect(rows.reduce((sum, { view }) => sum + view, 0)).toBe(3_000);
    expect(rows.length).toBeLessThanOrEqual(201);
  });
});

describe('A request in the funnel', () => {
  const origin = { page: '/packages', utm_source: 'facebook', utm_medium: 'cpc', referrer: 'www.facebook.com' };
  const source = { route: '/packages', source: 'facebook', medium: 'cpc', campaign: '', referrer: 'facebook.com' };
  const steps = async (day = '2026-11-20') => {
    const rows = await funnelOfDay(app.database, day);
    return rows.map(({ sent, contacted, won }) => [sent, contacted, won]);
  };
  const move = async (id: number, stage: 'new' | 'contacted' | 'demo_given' | 'won' | 'lost', day = '2026-11-20') => {
    await app.database.updateTable('demo_requests').set({ stage }).where('id', '=', id).execute();
    await app.database
      .transaction()
      .execute((transaction) => countStages(transaction, [id], new Date(`${day}T12:00:00+06:00`)));
  };
  const noon = new Date('2026-11-20T12:00:00+06:00');

  test('is counted where it came from: sent, contacted, won, each once', async () => {
    const id = await announceLead(app, origin, noon);
    expect(await funnelOfDay(app.database, '2026-11-20')).toEqual([
      { ...source, view: 0, opened: 0, sent: 1, contacted: 0, won: 0 },
    ]);
    for (const stage of ['contacted', 'contacted', 'demo_given'] as const) await move(id, stage);
    expect(await steps()).toEqual([[1, 1, 0]]);
    await move(id, 'won', '2026-11-21');
    await move(id, 'won', '2026-11-22');
    expect(await steps()).toEqual([[1, 1, 0]]);
    expect(await steps('2026-11-21')).toEqual([[0, 0, 1]]);
    expect(await steps('2026-11-22')).toEqual([]);
  });

  test('that was moved back is taken from the day it was counted on', async () => {
    const id = await announceLead(app, origin, noon);
    await move(id, 'won');
    expect(await steps()).toEqual([[1, 1, 1]]);
    await move(id, 'new', '2026-11-23');
    expect(await steps()).toEqual([[1, 0, 0]]);
    expect(await steps('2026-11-23')).toEqual([]);
  });

  test('that is lost without a call was never contacted', async () => {
    const id = await announceLead(app, origin, noon);
    await move(id, 'lost');
    expect(await steps()).toEqual([[1, 0, 0]]);
  });

  test('is not counted while it is spam, and stays counted when it is erased', async () => {
    await announceLead(app, { spam: 1, ...origin }, noon);
    const id = await announceLead(app, origin, noon);
    await app.database.deleteFrom('demo_requests').where('id', '=', id).execute();
    expect(await steps()).toEqual([[1, 0, 0]]);
    expect(await app.database.selectFrom('funnel_requests').selectAll().execute()).toEqual([]);
  });

  test('that was never announced moves no count', async () => {
    await move(await storeLead(app, origin), 'won');
    expect(await steps()).toEqual([]);
  });
});

describe('GET /admin/funnel/export', () => {
  const ask = async (query = '') =>
    sendAs(app, await signIn(app, await hireStaff(app)), 'GET', calls.funnelExport + query);

  test('answers a CSV file that spreadsheets read, with formulas defused', async () => {
    const base = { event: 'view', route: '/', medium: '', campaign: '', referrer: '' } as const;
    await addCounts(app.database, [
      { ...base, day: '2026-11-19', source: '=1+1', count: 2 },
      { ...base, day: '2026-11-20', source: 'ভর্তি', count: 3 },
      { ...base, day: '2026-11-20', source: 'ভর্তি', event: 'opened', count: 1 },
      { ...base, day: '2026-11-21', source: 'later', count: 1 },
    ]);
    const answer = await ask('?date_from=2026-11-01&date_to=2026-11-20');
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="funnel-2026-11-01-2026-11-20.csv"',
      'cache-control': 'no-store',
    });
    expect(answer.text).toBe(
      [
        '\uFEFFDay (Asia/Dhaka),Page,Source,Medium,Campaign,Referring site,Page views,Form opened,Sent,Contacted,Won',
        "2026-11-19,/,'=1+1,,,,2,0,0,0,0",
        '2026-11-20,/,ভর্তি,,,,3,1,0,0,0',
        '',
      ].join('\r\n'),
    );
  });

  test('answers the heads alone where nothing was counted', async () => {
    expect((await ask()).text.split('\r\n')).toHaveLength(2);
  });

  test.each([
    '?date_from=2026-02-30',
    '?date_from=x',
    '?date_from=2026-11-20&date_to=2026-11-19',
    '?date_from=2025-11-20&date_to=2026-11-21',
  ])('refuses %s', async (query) => {
    expect((await ask(query)).status).toBe(422);
  });
});
