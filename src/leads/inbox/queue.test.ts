// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { todayInDhaka } from '#api/fields/dates.ts';
import { adminCalls, leadCalls } from '#paths.ts';
import { dayAfter } from '#platform/dhaka.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { leadsAt } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { storeLead } from '../../../test/helpers/told-leads.ts';
import type { Calendar } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

test('GET …/holidays answers the days of the settings to sales too; an empty field brings the built-in days back', async () => {
  const sales = await sessionOf(app, await hireStaff(app, 'Nadia', 'sales'));
  const holidays = async () => (await sendAs(app, sales, 'GET', leadCalls.holidays)).json<{ data: string[] }>().data;
  expect(await holidays()).toContain('2026-12-16');

  const save = (text: string) => office.put(adminCalls.siteSettings, { name: 'শিক্ষাঘর', holidays: text });
  expect((await save(' ২০২৭-০৩-১০  Eid-ul-Fitr \n\n2027-12-16')).status).toBe(200);
  expect(await holidays()).toEqual(['2027-03-10', '2027-12-16']);

  await save('');
  expect(await holidays()).toHaveLength(32);
});

test('GET …?queue={user} answers what is overdue, due today or new, of this user or of nobody', async () => {
  const { id: me } = await hireStaff(app, 'Nadia', 'sales');
  const { id: other } = await hireStaff(app, 'Kamal', 'sales');
  let number = 1_712_345_000;
  const add = (institute_name: string, more: object) =>
    office.made(leadCalls.list, { name: 'Rahim', institute_name, number: `0${number++}`, ...more });
  const [past, today, tomorrow] = [-2, 0, 1].map((days) => dayAfter(todayInDhaka(), days));
  await add('new', {});
  await add('my new', { owner_id: me });
  await add('today', { status: 'demo_given', next_step_on: today, owner_id: me });
  await add('overdue', { status: 'contacted', next_step_on: past });
  await add('new, tomorrow', { next_step_on: tomorrow });
  await add('without a day', { status: 'contacted', owner_id: me });
  await add('won', { status: 'won', next_step_on: past, owner_id: me });
  await add('new of another', { owner_id: other });
  await add('overdue of another', { next_step_on: past, owner_id: other });
  const { id: imported } = await add('imported', {});
  const { id: due } = await add('imported, due', { next_step_on: today });
  await app.database
    .updateTable('demo_requests')
    .set({ origin: 'imported' })
    .where('id', 'in', [imported, due])
    .execute();

  const queue = await leadsAt(office, { queue: String(me), sort: 'next_step' });
  expect(queue.map(({ institute_name }) => institute_name)).toEqual([
    'overdue',
    'today',
    'imported, due',
    'new',
    'my new',
  ]);
  const theirs = await leadsAt(office, { queue: String(other), status: 'new', sort: 'next_step' });
  expect(theirs.map(({ institute_name }) => institute_name)).toEqual([
    'overdue of another',
    'imported, due',
    'new',
    'new of another',
  ]);
  expect((await office.get(`${leadCalls.list}?queue=me`)).status).toBe(422);
});

test('GET …/calendar answers the open leads of a month by the days of their next steps, as the list of each day has them', async () => {
  await app.database.deleteFrom('demo_requests').execute();
  const planned = (next_step_on: string, more: Parameters<typeof storeLead>[1] = {}) =>
    storeLead(app, { next_step_on, ...more });
  const owner_id = office.userId;
  const first = await planned('2027-02-01', { next_step: 'Call again', owner_id });
  const last = await planned('2027-02-28', { stage: 'demo_given' });
  for (let count = 0; count < 32; count++) await planned('2027-02-14', { stage: 'contacted' });
  for (const outside of ['2027-01-31', '2027-03-01']) await planned(outside);
  await planned('2027-02-14', { stage: 'won' });
  await planned('2027-02-14', { spam: 1 });
  const ask = (query: string) => office.get(`${leadCalls.calendar}?${query}`);
  const { month, total, days } = (await ask('month=2027-02')).json<Calendar>();
  expect([month, total]).toEqual(['2027-02', 34]);
  expect(days.map(({ day, count, leads }) => [day, count, leads.length])).toEqual([
    ['2027-02-01', 1, 1],
    ['2027-02-14', 32, 30],
    ['2027-02-28', 1, 1],
  ]);
  const told = { id: first, next_step: 'Call again', status: 'new', owner: { id: owner_id } };
  expect(days[0]?.leads).toMatchObject([told]);
  expect(days[2]?.leads).toMatchObject([{ id: last }]);
  for (const { day, count } of days) {
    const listed = await leadsAt(office, { status: 'open', next_from: day, next_to: day, per_page: '50' });
    expect(listed).toHaveLength(count);
  }
  expect((await ask(`month=2027-02&owner=${owner_id}`)).json<Calendar>().total).toBe(1);
  for (const wrong of ['month=2027-13', 'month=x', 'month=2027-02-01', 'trash=1'])
    expect((await ask(wrong)).status, wrong).toBe(422);
});

test('The calendar feed is gone, and its old addresses', async () => {
  const { status } = await office.get('/admin/account/calendar');
  expect([status, (await app.get(`/calendar/${'a'.repeat(43)}.ics`)).status]).toEqual([404, 404]);
});
