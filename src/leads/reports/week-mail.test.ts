// @module-tag postgres
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hireStaff, type Staff, sendAs, signIn } from '../../../test/helpers/staff.ts';
import type { Store } from '../../../test/helpers/store.ts';
import { storeLead } from '../../../test/helpers/told-leads.ts';
import { sendWeek } from './week-mail.server.ts';

let store: Store;
let app: TestApp;
let owner: Staff;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  store = app.store;
  owner = await hireStaff(app);
  token = await signIn(app, owner);
  return app.close;
});
beforeEach(async () => {
  await app.empty('demo_requests', 'mails', 'digests');
});

/** In Dhaka. */
const at = (time: string) => new Date(`2026-11-${time}:00+06:00`);

describe('The mail of the week', () => {
  const week = (now: Date, on = app) => sendWeek(on.database, now, 'https://prangon.example');
  const weekMails = () =>
    app.database.selectFrom('mails').selectAll().where('kind', '=', 'week').orderBy('id').execute();
  // The 26th is a Thursday.
  const evening = at('26T17:00');

  beforeEach(async () => {
    await app.database.updateTable('users').set({ weekly_mail: 0 }).where('id', '<>', owner.id).execute();
    const closed = { stage_since: at('25T12:00').toISOString(), created_at: at('01T12:00').toISOString() };
    await storeLead(app, { ...closed, stage: 'won' });
    await storeLead(app, { ...closed, stage: 'lost', lost_reason: 'Too expensive' });
    await storeLead(app, { institute_name: 'Padma', created_at: at('24T12:00').toISOString() });
  });

  test('tells owners and viewers what came, was called, won and lost, and who waits longest; each in their language', async () => {
    const clerk = await hireStaff(app, 'শিরিন আক্তার', 'viewer');
    for (const role of ['editor', 'sales'] as const) await hireStaff(app, 'কামাল', role);
    await app.database.updateTable('users').set({ language: 'bn' }).where('id', '=', clerk.id).execute();
    expect(await week(evening)).toBe(2);
    const [english, bengali] = await weekMails();
    expect(english).toMatchObject({ recipient: owner.email, subject: 'The week: came 1, won 1, lost 1' });
    const lines = ['Came: 1, in the seven days before: 0', 'Called within a day: 0', 'Won: 1', 'Lost: 1'];
    const rest = ['Lost because: Too expensive \\(1\\)', 'Who waits longest: 1', 'Padma · 24 November · Nobody yet'];
    expect(english?.text).toMatch(new RegExp([...lines, ...rest].join('[^]*')));
    expect(english?.text).toContain('https://prangon.example/admin/figures?period=7');
    expect(bengali?.recipient).toBe(clerk.email);
    const own = `${bengali?.subject}${bengali?.text}`.replace(/https?:\S+|\S+@\S+|Padma|Too expensive/g, '');
    expect(own).not.toMatch(/[a-z]{3}/i);
    expect(own).toContain('২৪ নভেম্বর');
  });

  test('comes once a week, however many instances look, whatever starts again, and if the clock is set back', async () => {
    const other = await openTestApp({ store });
    const all = Array.from({ length: 6 }, (_, index) => week(evening, index % 2 ? app : other));
    expect((await Promise.all(all)).reduce((sum, count) => sum + count, 0)).toBe(1);
    await other.close();
    for (const now of [at('26T17:01'), at('26T16:30'), at('26T23:59')]) expect(await week(now)).toBe(0);
    // The digest of that day is another mail.
    expect(await app.database.selectFrom('digests').select('day').execute()).toEqual([{ day: '2026-11-26 week' }]);
    expect(await week(new Date('2026-12-03T17:00:00+06:00'))).toBe(1);
  });

  test('comes on Thursday evening alone: later that day if the server was down, on no other day', async () => {
    for (const now of [at('25T17:00'), at('26T16:59'), at('27T00:00'), at('27T17:00')]) expect(await week(now)).toBe(0);
    expect(await week(at('26T23:59'))).toBe(1);
  });

  test('is turned on and off in the profile, and is not sent where there is nothing to tell', async () => {
    const body = { name: 'নাসরিন', email: owner.email };
    const turn = async (weekly_mail: unknown) => sendAs(app, token, 'PUT', calls.account, { ...body, weekly_mail });
    expect((await turn(false)).json()).toMatchObject({ data: { weekly_mail: false } });
    expect(await week(evening)).toBe(0);
    expect((await turn('maybe')).status).toBe(422);
    // A client that does not know of it leaves it as it is.
    expect((await turn(undefined)).json()).toMatchObject({ data: { weekly_mail: false } });
    expect((await turn(true)).json()).toMatchObject({ data: { weekly_mail: true } });
    await app.empty('demo_requests');
    expect(await week(evening)).toBe(0);
    expect(await weekMails()).toEqual([]);
  });
});
