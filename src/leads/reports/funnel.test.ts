import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { announceLead, storeLead } from '../../../test/helpers/told-leads.ts';
import { addCounts, countStage, type VisitCount } from '../lead/funnel.server.ts';
import { testInstitute } from '../lead/strings.ts';
import { createVisitCounter } from './api.server.ts';
import { funnelBy, funnelOfDay } from './data.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});
beforeEach(async () => {
  await app.empty('funnel_counts', 'funnel_requests', 'demo_requests');
});

describe('The counts', () => {
  const row = (source: string, more: Partial<VisitCount> = {}): VisitCount => ({
    day: '2026-11-20',
    event: 'view',
    route: '/',
    source,
    medium: '',
    campaign: '',
    referrer: '',
    count: 1,
    ...more,
  });

  test('know at most 200 sources a day; further ones are counted as other, none is lost', async () => {
    const batchOf = (batch: number) => Array.from({ length: 150 }, (_, at) => row(`made up ${batch} ${at}`));
    for (const batch of [0, 1, 2]) await addCounts(app.database, batchOf(batch));
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
    const counter = createVisitCounter(database, app.log);
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
      .execute((transaction) => countStage(transaction, id, new Date(`${day}T12:00:00+06:00`)));
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

  test('that was moved back is taken from the day it was counted on; lost without a call it was never contacted', async () => {
    const id = await announceLead(app, origin, noon);
    await move(id, 'won');
    expect(await steps()).toEqual([[1, 1, 1]]);
    for (const stage of ['new', 'lost'] as const) {
      await move(id, stage, '2026-11-23');
      expect(await steps()).toEqual([[1, 0, 0]]);
      expect(await steps('2026-11-23')).toEqual([]);
    }
  });

  test('is not counted where the first steps sent it to see one arrive', async () => {
    const id = await announceLead(app, { ...origin, institute_name: testInstitute }, noon);
    await move(id, 'won');
    expect(await steps()).toEqual([]);
  });

  test('is not counted while it is spam or where nobody was told, and stays counted when it is erased', async () => {
    await announceLead(app, { spam: 1, ...origin }, noon);
    await move(await storeLead(app, origin), 'won');
    const id = await announceLead(app, origin, noon);
    await app.database.deleteFrom('demo_requests').where('id', '=', id).execute();
    expect(await steps()).toEqual([[1, 0, 0]]);
    expect(await app.database.selectFrom('funnel_requests').selectAll().execute()).toEqual([]);
  });
});

test('GET /admin/funnel/export answers a CSV file that spreadsheets read, with formulas defused', async () => {
  const token = await sessionOf(app, await hireStaff(app));
  const ask = (query: string) => sendAs(app, token, 'GET', `${calls.funnelExport}?${query}`);
  const base = { event: 'view', route: '/', medium: '', campaign: '', referrer: '' } as const;
  await addCounts(app.database, [
    { ...base, day: '2026-11-19', source: '=1+1', count: 2 },
    { ...base, day: '2026-11-20', source: 'ভর্তি', count: 3 },
    { ...base, day: '2026-11-20', source: 'ভর্তি', event: 'opened', count: 1 },
    { ...base, day: '2026-11-21', source: 'later', count: 1 },
  ]);
  const answer = await ask('date_from=2026-11-01&date_to=2026-11-20');
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="funnel-2026-11-01-2026-11-20.csv"',
    'cache-control': 'no-store',
  });
  const heads =
    '\uFEFFDay (Asia/Dhaka),Page,Source,Medium,Campaign,Referring site,Page views,Form opened,Sent,Contacted,Won';
  const lines = [heads, "2026-11-19,/,'=1+1,,,,2,0,0,0,0", '2026-11-20,/,ভর্তি,,,,3,1,0,0,0', ''];
  expect(answer.text).toBe(lines.join('\r\n'));
  expect((await ask('date_from=2026-12-01&date_to=2026-12-02')).text).toBe(`${heads}\r\n`);
  for (const wrong of ['date_from=2026-02-30', 'date_from=2025-11-20&date_to=2026-11-21'])
    expect((await ask(wrong)).status, wrong).toBe(422);
});
