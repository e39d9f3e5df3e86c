import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { addCounts } from '../lead/funnel.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});
beforeEach(async () => {
  await app.database.deleteFrom('funnel_counts').execute();
});

describe('GET /admin/funnel/export', () => {
  const ask = async (query = '') =>
    sendAs(app, await sessionOf(app, await hireStaff(app)), 'GET', calls.funnelExport + query);

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
