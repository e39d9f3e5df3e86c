import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { queueMail } from '#mail/queue.server.ts';
import { adminCalls, calls, leadCalls, versionPaths } from '#paths.ts';
import { dayAfter, dayInDhaka, momentInDhaka } from '#platform/dhaka.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishNews } from '../../../test/helpers/content.ts';
import { dataUrl, openOffice, placeForText } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { announceLead, storeLead } from '../../../test/helpers/told-leads.ts';
import { readDashboard } from './api.server.ts';
import { dashboardSchema } from './schema.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});
beforeEach(async () => {
  await app.empty('demo_requests', 'mails', 'news', 'store_facts');
});

/** In Dhaka. */
const at = (time: string) => new Date(`2026-${time}:00+06:00`);
const now = at('11-21T10:00');
const lead = (time: string, values: Parameters<typeof storeLead>[1] = {}) =>
  storeLead(app, { created_at: at(time).toISOString(), ...values });
const all = z.required(z.omit(dashboardSchema, { editorial: true }));
const backups = { isLocal: true, url: null, passphrase: null };
const how = { mailServer: true, sampleContent: true, user: { id: 0, role: 'owner' }, backups } as const;
const read = async () => all.parse(await readDashboard(app.database, now, how));
const nothing = {
  new_today: 0,
  waiting: 0,
  waiting_since: null,
  imported_new: 0,
  overdue: 0,
  due_today: 0,
  won_this_month: 0,
};

test('says that the sample is still going in while the store is empty and nothing says that it came', async () => {
  expect((await read()).filling).toBe(true);
  await app.database.insertInto('store_facts').values({ name: 'sample_content', value: now.toISOString() }).execute();
  expect((await read()).filling).toBe(false);
});

test('GET /admin/dashboard-figures answers zeros for an empty store', async () => {
  const answer = await sendAs(app, await sessionOf(app, await hireStaff(app)), 'GET', calls.dashboardFigures);
  expect(answer.status, answer.text).toBe(200);
  const figures = all.parse(answer.json());
  expect(figures.today).toBe(dayInDhaka(new Date()));
  expect(figures.figures).toEqual(nothing);
  expect(figures.days).toHaveLength(30);
  expect(figures.days.at(-1)).toEqual({ day: figures.today, count: 0 });
  expect(figures.days[0]?.day).toBe(dayAfter(figures.today, -29));
  expect(figures.weeks.now).toMatchObject({ came: 0, called_in_a_day: 0, won: 0, lost: 0 });
  expect(figures).toMatchObject({ follow_ups: [], funnel: { sources: [], routes: [] } });
  expect(figures.mails).toMatchObject({ waiting: 0, failed: 0, latest_failed: [] });
});

test('GET /admin/dashboard-figures tells a role of what it may read, and of nothing else', async () => {
  const blocksOf = async (role: 'editor' | 'sales') => {
    const token = await sessionOf(app, await hireStaff(app, role, role));
    const answer = await sendAs(app, token, 'GET', calls.dashboardFigures);
    return Object.keys(answer.json<object>()).sort().join(' ');
  };
  expect(await blocksOf('editor')).toBe('editorial filling sample today');
  expect(await blocksOf('sales')).toBe('days figures filling follow_ups funnel mails sample today weeks');
});

describe('The figures', () => {
  test('are counted by days of Dhaka', async () => {
    const nights = ['11-21T00:00', '11-20T23:59', '10-23T00:00', '10-22T23:59', '09-23T00:00', '09-22T23:59'];
    for (const time of nights) await lead(time);
    const { figures, days } = await read();
    expect(figures.new_today).toBe(1);
    expect(days.filter(({ count }) => count > 0)).toEqual([
      { day: '2026-10-23', count: 1 },
      { day: '2026-11-20', count: 1 },
      { day: '2026-11-21', count: 1 },
    ]);
  });

  test('know what waits, what is overdue and what was won this month', async () => {
    const oldest = at('11-10T09:00').toISOString();
    await lead('11-10T09:00');
    await lead('11-20T09:00');
    await lead('11-01T09:00', { stage: 'contacted', next_step_on: '2026-11-20', next_step: 'Call again' });
    await lead('11-01T09:00', { stage: 'contacted', next_step_on: '2026-11-21' });
    await lead('11-01T09:00', { stage: 'contacted', next_step_on: '2026-11-22' });
    await lead('11-01T09:00', { stage: 'lost', next_step_on: '2026-11-01' });
    await lead('10-01T09:00', { stage: 'won', stage_since: at('11-01T00:00').toISOString() });
    await lead('10-01T09:00', { stage: 'won', stage_since: at('10-31T23:59').toISOString() });
    const { figures, follow_ups } = await read();
    const counted = { waiting: 2, waiting_since: oldest, overdue: 1, due_today: 1, won_this_month: 1 };
    expect(figures).toEqual({ ...nothing, ...counted });
    expect(follow_ups.map(({ next_step_on, next_step }) => [next_step_on, next_step])).toEqual([
      ['2026-11-20', 'Call again'],
      ['2026-11-21', null],
    ]);
  });

  test('set the last seven days against the seven before: came, called within a day, won, and lost why', async () => {
    const salma = await hireStaff(app, 'Salma', 'sales');
    const closed = (stage: 'won' | 'lost', time: string, lost_reason: string | null = null) =>
      lead('10-01T09:00', { stage, stage_since: at(time).toISOString(), lost_reason });
    // Today is the 21st: its week begins on the 15th, the one before on the 8th.
    await lead('11-21T09:00');
    await lead('11-15T00:00', { stage: 'contacted', called_after: 1_440 });
    await lead('11-16T09:00', { stage: 'contacted', called_after: 1_441 });
    await lead('11-14T23:59', { institute_name: 'Padma', owner_id: salma.id });
    await lead('11-08T00:00', { stage: 'contacted', called_after: 5 });
    const nobodys = await lead('11-07T23:59', { institute_name: 'Meghna' });
    await closed('won', '11-15T00:00');
    await closed('won', '11-14T23:59');
    for (const time of ['11-15T00:00', '11-21T09:00']) await closed('lost', time, 'Too expensive');
    await closed('lost', '11-20T09:00', 'Not now');
    await closed('lost', '11-07T23:59', 'Not a school');
    const { now, before, reasons, waiting } = (await read()).weeks;
    expect(now).toEqual({ first: '2026-11-15', last: '2026-11-21', came: 3, called_in_a_day: 1, won: 1, lost: 3 });
    expect(before).toMatchObject({
      first: '2026-11-08',
      last: '2026-11-14',
      came: 2,
      called_in_a_day: 1,
      won: 1,
      lost: 0,
    });
    expect(reasons).toEqual([
      { reason: 'Too expensive', count: 2 },
      { reason: 'Not now', count: 1 },
    ]);
    expect(waiting).toMatchObject([
      { id: nobodys, institute_name: 'Meghna', owner: null },
      { institute_name: 'Padma', owner: 'Salma' },
      { owner: null },
    ]);
  });

  test('leave out spam, deleted requests, and those that were merged into another', async () => {
    const into = await lead('11-20T09:00');
    const before = await read();
    const overdue = { next_step_on: '2026-11-20' };
    await lead('11-21T09:00', { ...overdue, spam: 1 });
    await lead('11-21T09:00', { ...overdue, deleted_at: '2026-11-20T00:00:00.000Z' });
    await lead('11-21T09:00', { ...overdue, merged_into_id: into });
    expect(await read()).toEqual(before);
  });

  test('count what a file brought apart: nobody of it waits, and it is no request of these days', async () => {
    await lead('10-01T09:00', { origin: 'imported' });
    await lead('11-21T09:00', { origin: 'imported' });
    await lead('11-21T09:00', { origin: 'imported', stage: 'won' });
    await lead('11-10T09:00', { origin: 'imported', stage: 'won', stage_since: at('11-20T09:00').toISOString() });
    await lead('11-21T09:00', { origin: 'added' });
    const { figures, days, weeks } = await read();
    expect(figures).toMatchObject({ new_today: 1, waiting: 1, imported_new: 2, won_this_month: 1 });
    expect(figures.waiting_since).toBe(at('11-21T09:00').toISOString());
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(1);
    expect(weeks.now).toMatchObject({ came: 1, won: 1 });
    expect(weeks.waiting).toHaveLength(1);
  });

  test('name mails that failed until they are sent again', async () => {
    const reference = { kind: 'demo_request', id: 1 };
    const queue = (to: string) =>
      queueMail(app.database, { to, subject: 'Demo', text: 'x', html: 'x', kind: 'test', reference });
    const [bounced, dead] = [await queue('a@b.example'), await queue('c@d.example')];
    const waiting = await queue('e@f.example');
    const state = (id: number, values: object) =>
      app.database
        .updateTable('mails')
        .set({ updated_at: now.toISOString(), ...values })
        .where('id', '=', id)
        .execute();
    await state(bounced, { state: 'bounced' });
    await state(dead, { state: 'dead' });
    const { mails } = await read();
    expect(mails).toMatchObject({ server: true, waiting: 1, failed: 2 });
    expect(mails.latest_failed.map(({ recipient }) => recipient)).toEqual(['c@d.example', 'a@b.example']);
    await state(waiting, { state: 'sent', copy_of: dead });
    expect((await read()).mails).toMatchObject({ waiting: 0, failed: 1 });
  });

  test('sum the funnel up by source and by page', async () => {
    await announceLead(app, { page: '/', utm_source: 'facebook' }, now);
    await announceLead(app, { page: '/packages', referrer: 'google.com' }, now);
    await announceLead(app, { page: '/packages' }, at('10-01T12:00'));
    const { funnel } = await read();
    expect(funnel.total.sent).toBe(2);
    expect(funnel.sources.map(({ label, sent }) => [label, sent])).toEqual([
      ['facebook', 1],
      ['google.com', 1],
    ]);
    expect(funnel.routes.map(({ label, sent }) => [label, sent])).toEqual([
      ['/', 1],
      ['/packages', 1],
    ]);
  });
});

describe('The day of an editor', () => {
  const hireEditor = async () => {
    const staff = await hireStaff(app, 'নাসরিন আক্তার', 'editor');
    const token = await sessionOf(app, staff);
    const send = (method: string, path: string, body?: object) => sendAs(app, token, method, path, body);
    const editorialAt = async (moment: Date) => {
      const user = { id: staff.id, role: 'editor' } as const;
      return (await readDashboard(app.database, moment, { ...how, user })).editorial ?? expect.unreachable();
    };
    return { send, editorialAt };
  };
  const madeBy = async ({ send }: Awaited<ReturnType<typeof hireEditor>>, title: string) =>
    (await send('POST', versionPaths.newDraft(adminCalls.news), { title })).json<{ data: { id: number } }>().data.id;
  const later = (days: number) => new Date(Date.now() + days * 86_400_000);

  test('begins with the own drafts, the latest first, and says which are in the trash', async () => {
    const [own, other] = [await hireEditor(), await hireEditor()];
    const [first, second, deleted] = [await madeBy(own, 'প্রথম'), await madeBy(own, ''), await madeBy(own, 'গেল')];
    await madeBy(other, 'অন্যের');
    await own.send('DELETE', `${adminCalls.news}/${deleted}`);
    const office = await openOffice(app);
    const place = await placeForText(office, await dataUrl(50, 30));
    const { id } = await office.made(adminCalls.storeFeatureContent, { ...place, content: '<p>সব</p>' });
    await own.send('PUT', versionPaths.keepDraft(adminCalls.featureContents, id), { content: '<p>খসড়া</p>' });
    const { drafts } = await own.editorialAt(new Date());
    expect(drafts.map(({ kind, record_id, record_name, action }) => [kind, record_id, record_name, action])).toEqual([
      ['feature_details', id, null, 'save-draft'],
      ['news', deleted, 'গেল', 'delete'],
      ['news', second, '', 'create'],
      ['news', first, 'প্রথম', 'create'],
    ]);
    expect(drafts[0]).toMatchObject({ before: null, after: null });
  });

  test('shows what goes public or off the site, whoever set the time, and what did not', async () => {
    const [own, other] = [await hireEditor(), await hireEditor()];
    const news = { short_title: 'x', description: 'x', date: '2026-11-20', image: await dataUrl(60, 30) };
    const office = await openOffice(app);
    const { id } = await office.made(versionPaths.newDraft(adminCalls.news), { ...news, title: 'ভর্তি' });
    const [publish_at, unpublish_at] = [later(1).toISOString(), later(2).toISOString()];
    await other.send('PUT', versionPaths.schedule(adminCalls.news, id), { publish_at, unpublish_at });
    const record = expect.objectContaining({ kind: 'news', record_id: id, record_name: 'ভর্তি' });
    expect((await own.editorialAt(new Date())).scheduled).toEqual([
      { kind: 'news', record_id: id, at: publish_at, action: 'publish', reason: null, record },
      { kind: 'news', record_id: id, at: unpublish_at, action: 'unpublish', reason: null, record },
    ]);
    await app.database
      .updateTable('schedules')
      .set({ state: 'failed', reason: 'The picture is gone.' })
      .where('action', '=', 'publish')
      .execute();
    expect((await own.editorialAt(new Date())).scheduled[0]?.reason).toBe('The picture is gone.');
  });

  test('tells what colleagues changed since the last own change of another day, the latest change of each record', async () => {
    const [own, office] = [await hireEditor(), await openOffice(app)];
    const question = (text: string) => office.made(adminCalls.faq, { question: text, answer: '<p>হ্যাঁ</p>' });
    const before = await question('আগে?');
    await madeBy(own, 'নিজের');
    expect((await own.editorialAt(new Date())).changes.map(({ record_id }) => record_id)).toContain(before.id);
    const since = await question('পরে?');
    await office.put(`${adminCalls.faq}/${since.id}`, { question: 'পরে কবে?', answer: '<p>হ্যাঁ</p>' });
    await office.made(leadCalls.list, { name: 'রহিম', institute_name: 'রূপসা', number: '01711000000' });
    const { changes } = await own.editorialAt(later(1));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ kind: 'faq', action: 'update', record_id: since.id, record_name: 'পরে কবে?' });
  });

  test('names the lists that show nothing, and counts the pictures that nobody described', async () => {
    const own = await hireEditor();
    await publishNews(app, { title: 'লুকানো', date: '2026-11-20', status: 0 });
    const missing = async () => (await own.editorialAt(new Date())).missing;
    const before = await missing();
    expect(before).toContainEqual({ kind: 'news', count: 0 });
    await publishNews(app, { title: 'খবর', date: '2026-11-20' });
    const office = await openOffice(app);
    const { id } = await office.made(adminCalls.pictures, { image: await dataUrl(40, 30), name: 'ফটক' });
    const kinds = before.map(({ kind }) => kind).filter((kind) => kind !== 'news' && kind !== 'pictures');
    const undescribed = before.find(({ kind }) => kind === 'pictures')?.count ?? 0;
    expect(await missing()).toEqual([
      ...kinds.map((kind) => ({ kind, count: 0 })),
      { kind: 'pictures', count: undescribed + 1 },
    ]);
    await office.delete(`${adminCalls.pictures}/${id}`);
    expect((await missing()).find(({ kind }) => kind === 'pictures')?.count ?? 0).toBe(undescribed);
  });
});

test('the day of a moment and the moment of a day agree, around midnight in Dhaka', () => {
  expect(dayInDhaka(new Date('2026-11-20T17:59:59.999Z'))).toBe('2026-11-20');
  expect(dayInDhaka(new Date('2026-11-20T18:00:00Z'))).toBe('2026-11-21');
  expect(momentInDhaka('2026-11-21').toISOString()).toBe('2026-11-20T18:00:00.000Z');
});
