// @module-tag postgres
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { todayInDhaka } from '#api/shapes.ts';
import { adminCalls, leadCalls } from '#paths.ts';
import { dayAfter } from '#platform/dhaka.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { salma, visitor } from '../../../test/helpers/content.ts';
import { askForDemo, callOf, leadsAt, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { storeLead } from '../../../test/helpers/told-leads.ts';
import type { Board, Calendar, WholeLead } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
/** Rahim's and Salma's, and three of other senders; newest last. */
let ids: number[];
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  ids = [await askForDemo(app), await askForDemo(app, salma)];
  for (const index of [1, 2, 3]) {
    ids.push(await askForDemo(app, { ...visitor(index), institute_name: `পদ্মা স্কুল ${index}` }));
  }
  return app.close;
});

const found = async (query: Record<string, string>) => (await leadsAt(office, query)).map(({ id }) => id);
const at = (...places: number[]) => places.map((place) => ids[place]);
const write = (place: number, columns: object) =>
  app.database
    .updateTable('demo_requests')
    .set(columns)
    .where('id', '=', ids[place] ?? 0)
    .execute();

test('GET /admin/contact-requests answers the newest first, with the links of every list', async () => {
  const answer = await office.get(`${leadCalls.list}?per_page=2`);
  expect(answer.status).toBe(200);
  expect(answer.json()).toMatchObject({
    total: 5,
    last_page: 3,
    from: 1,
    to: 2,
    next_page_url: '/admin/contact-requests?per_page=2&page=2',
    data: [{ id: ids[4] }, { id: ids[3] }],
  });
  expect(await found({ per_page: '2', page: '3' })).toEqual(at(0));
  expect(await found({ page: '9' })).toEqual([]);
});

test('a lead carries what the screen needs, also with words that this version does not know', async () => {
  const [lead] = await leadsAt(office, { search: 'rahim' });
  expect(lead).toMatchObject({
    id: ids[0],
    name: 'আব্দুর রহিম',
    number: '+8801712345678',
    status: 'new',
    owner: null,
    next_step: null,
    overdue: false,
    spam: false,
    has_duplicates: false,
    deleted_at: null,
  });
  expect(lead?.status_since).toBe(lead?.created_at);
  await write(0, { access_mail: 'later', origin: 'later', stage: 'later' });
  const [unknown] = await leadsAt(office, { search: 'rahim' });
  await write(0, { access_mail: 'none', origin: 'requested', stage: 'new' });
  expect(unknown).toMatchObject({ id: ids[0], access_mail: 'none', origin: 'requested', status: 'new' });
});

test.each([
  ['a name and an institute', 'রহিম কুমিল্লা'],
  ['the beginning of an institute', 'শাপ'],
  ['an address in another case', 'RAHIM@shapla'],
  ['a number as it is written at home', '01712-345678'],
  ['a number in Bengali digits', '০১৭১২ ৩৪৫৬৭৮'],
  ['a number with its country code', '+880 (1712) 345-678'],
  ['a number from abroad', '008801712345678'],
  ['the end of a number', '712345678'],
  ['a name and a number', 'রহিম ০১৭১২-৩৪৫৬৭৮'],
  ['letters that sound alike', 'সাপলা'],
  ['the other ones', 'ষাপলা'],
  ['Latin letters', 'shapla'],
])('a search finds a lead by %s', async (_what, search) => {
  expect(await found({ search })).toEqual(at(0));
});

test('a search hears what letters mean', async () => {
  const institutes = ['রূপসা গণশিক্ষা যাত্রা নিকেতন', 'রুপষা জাত্রা', 'বিদ্যায়তন'];
  const created = [];
  for (const [index, institute_name] of institutes.entries())
    created.push(await askForDemo(app, { ...visitor(40 + index), institute_name }));
  expect(await found({ search: 'rupsa' })).toEqual([created[1], created[0]]);
  expect(await found({ search: 'রুপশা জাত্রা' })).toEqual([created[1], created[0]]);
  expect(await found({ search: 'গনসিক্ষা' })).toEqual([created[0]]);
  for (const nothing of ['যায়', "%' or 1=1 --"]) expect(await found({ search: nothing })).toEqual([]);
  await app.database.deleteFrom('demo_requests').where('id', 'in', created).execute();
});

describe('Filters', () => {
  beforeAll(async () => {
    const day = (date: string) => new Date(`${date}+06:00`).toISOString();
    await write(0, { created_at: day('2026-01-10T00:00:00'), stage_since: day('2026-01-10T00:00:00') });
    await write(1, { created_at: day('2026-01-10T23:59:59'), stage: 'won', next_step_on: '2026-01-02' });
    await write(2, { created_at: day('2026-01-11T00:00:00'), stage: 'contacted', next_step_on: '2026-01-02' });
    await write(3, { spam: 1 });
    await write(4, { owner_id: office.userId, stage: 'contacted', next_step_on: '2099-01-01' });
  });

  test.each<[string, Record<string, string>, number[]]>([
    ['nothing: no spam', {}, [4, 2, 1, 0]],
    ['a stage', { status: 'contacted' }, [4, 2]],
    ['days, the last one included, as they are in Dhaka', { date_from: '2026-01-10', date_to: '2026-01-10' }, [1, 0]],
    ['days in Bengali digits', { date_from: '২০২৬-০১-১১', date_to: '২০২৬-০১-১১' }, [2]],
    ['nobody’s', { owner: 'none' }, [2, 1, 0]],
    ['what is overdue, but not what was won', { overdue: '1' }, [2]],
    ['spam', { spam: '1' }, [3]],
    ['two of them', { status: 'contacted', owner: 'none' }, [2]],
    ['who waits longest', { sort: 'waiting', per_page: '1' }, [0]],
    ['what is due next', { sort: 'next_step', per_page: '3', status: 'contacted' }, [2, 4]],
    [
      'empty parameters, as forms send them',
      { status: '', owner: '', date_from: '', overdue: '', sort: '' },
      [4, 2, 1, 0],
    ],
  ])('%s', async (_what, query, places) => {
    expect(await found(query)).toEqual(at(...places));
  });

  test('what can be selected together is the whole filter, of an owner too, with what undoing needs', async () => {
    expect(await found({ owner: String(office.userId) })).toEqual(at(4));
    const { data } = (await office.get(`${leadCalls.ids}?status=contacted`)).json<{ data: object[] }>();
    const [last, middle] = at(4, 2);
    expect(data).toEqual([
      { id: last, status: 'contacted', lost_reason: null, spam: false },
      { id: middle, status: 'contacted', lost_reason: null, spam: false },
    ]);
    expect((await office.get(`${leadCalls.ids}?status=sold`)).status).toBe(422);
  });

  test('contacts of a file stand behind who asked, however old they are, and the board counts them apart', async () => {
    const id = await storeLead(app, { origin: 'imported', stage_since: '2020-01-01T00:00:00.000Z' });
    const waiting = await found({ sort: 'waiting', status: 'new' });
    expect(waiting.at(-1)).toBe(id);
    const board = (await office.get(leadCalls.board)).json<Board>();
    const [first] = board.data;
    expect(first).toMatchObject({ status: 'new', imported: 1, page: { total: waiting.length } });
    expect(first?.page.data.at(-1)?.id).toBe(id);
    await app.database.deleteFrom('demo_requests').where('id', '=', id).execute();
  });

  test.each([
    ['status', 'sold'],
    ['status', '1'],
    ['owner', '1 or 1=1'],
    ['date_from', '2026-02-30'],
    ['date_from', "2026-01-01' or '1'='1"],
    ['date_to', '1/1/2026'],
    ['overdue', 'yes'],
    ['sort', 'password_hash'],
    ['search', 'x'.repeat(201)],
    ['search', 'a b c d e f g h i j k'],
  ])('%s=%s is a 422 at that field', async (field, value) => {
    const answer = await office.get(`${leadCalls.list}?${new URLSearchParams({ [field]: value })}`);
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ message: expect.any(String), errors: { [field]: [expect.any(String)] } });
  });

  test('a last day before the first one is a 422', async () => {
    const answer = await office.get(`${leadCalls.list}?date_from=2026-02-01&date_to=2026-01-01`);
    expect(answer.json()).toMatchObject({ errors: { date_to: [expect.any(String)] } });
  });

  test('GET /board answers five columns with counts, their first leads and links, and takes the same filters', async () => {
    const answer = await office.get(`${leadCalls.board}?per_column=1`);
    expect(answer.status).toBe(200);
    const board = answer.json<Board>();
    expect(board.total).toBe(4);
    expect(board.data.map(({ status, page }) => [status, page.total, page.data.map(({ id }) => id)])).toEqual([
      ['new', 1, at(0)],
      ['contacted', 2, at(2)],
      ['demo_given', 0, []],
      ['won', 1, at(1)],
      ['lost', 0, []],
    ]);
    const more = board.data[1]?.page.next_page_url;
    expect(more).toBe('/admin/contact-requests?status=contacted&sort=next_step&per_page=1&page=2');
    expect((await office.get(more ?? '')).json()).toMatchObject({ data: [{ id: ids[4] }] });
    expect((await office.get(`${leadCalls.board}?overdue=1`)).json<Board>().total).toBe(1);
    expect((await office.get(`${leadCalls.board}?trash=1`)).status).toBe(422);
  });
});

test('a deleted lead is in the trash for 30 days, from which it can be restored, and nowhere else', async () => {
  const id = await askForDemo(app, visitor(20));
  const one = callOf(leadCalls.one, id);
  expect((await office.delete(one)).json()).toEqual({ data: { id }, message: 'Lead deleted successfully' });
  for (const answer of [await office.get(one), await office.put(one, { status: 'won' }), await office.delete(one)])
    expect(answer.status).toBe(404);
  expect(await found({ search: 'sender20' })).toEqual([]);
  expect(await found({ trash: '1' })).toEqual([id]);
  const restored = await office.post(callOf(leadCalls.restore, id), undefined);
  expect(restored.json()).toMatchObject({ data: { id, status: 'new', deleted_at: null } });
  const past = pastOf(restored.json<{ data: WholeLead }>().data);
  expect(past.map(({ event }) => event)).toEqual(['received', 'deleted', 'restored']);
  const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await app.database.updateTable('demo_requests').set({ deleted_at: longAgo }).where('id', '=', id).execute();
  expect(await found({ trash: '1' })).toEqual([]);
  expect((await office.post(callOf(leadCalls.restore, id), undefined)).status).toBe(404);
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
  await app.database.deleteFrom('demo_requests').execute();
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
  const ofFile = app.database.updateTable('demo_requests').where('id', 'in', [imported, due]);
  await ofFile.set({ origin: 'imported' }).execute();

  const queueOf = async (query: Record<string, string>) =>
    (await leadsAt(office, { ...query, sort: 'next_step' })).map(({ institute_name }) => institute_name);
  expect(await queueOf({ queue: String(me) })).toEqual(['overdue', 'today', 'imported, due', 'new', 'my new']);
  const theirs = ['overdue of another', 'imported, due', 'new', 'new of another'];
  expect(await queueOf({ queue: String(other), status: 'new' })).toEqual(theirs);
  expect((await office.get(`${leadCalls.list}?queue=me`)).status).toBe(422);
});

test('in a queue a next step with an hour comes last until that hour, then before what is due at any time of the day', async () => {
  await app.database.deleteFrom('demo_requests').execute();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${todayInDhaka()}T12:00:00+06:00`) });
  onTestFinished(() => void vi.useRealTimers());
  const { id: me } = await hireStaff(app, 'Salma Khatun', 'sales');
  const next_step_on = todayInDhaka();
  const step = { owner_id: me, next_step: 'Call again', next_step_on };
  const ids: Record<string, number> = {};
  for (const [name, more] of Object.entries({ later: step, today: step, now: step, new: {} }))
    ids[name] = await askForDemo(app, { ...visitor(900 + Object.keys(ids).length), institute_name: name }).then(
      async (id) => (await office.put(callOf(leadCalls.one, id), more)) && id,
    );
  const put = async (name: string, body: object) =>
    (await office.put(callOf(leadCalls.one, ids[name] ?? 0), body)).json<{ data: WholeLead }>().data;
  await put('later', { next_step_time: '12:01' });
  await put('now', { next_step_time: '11:59', note: 'প্রথম কথা' });
  await put('now', { note: 'শেষ কথা' });
  const queue = await leadsAt(office, { queue: String(me), sort: 'next_step' });
  expect(queue.map((lead) => [lead.institute_name, lead.next_step_time, lead.last_note?.note])).toEqual([
    ['now', '11:59', 'শেষ কথা'],
    ['today', null, undefined],
    ['new', null, undefined],
    ['later', '12:01', undefined],
  ]);
  // Who knows of no hour moves the day, and the hour goes with it.
  expect(await put('later', { next_step: 'Write' })).toMatchObject({ next_step_time: '12:01' });
  expect(await put('later', { next_step_on: dayAfter(next_step_on, 1) })).toMatchObject({ next_step_time: null });
  expect(await put('now', { next_step_on: null })).toMatchObject({ next_step_time: null });
  expect((await office.put(callOf(leadCalls.one, ids.new ?? 0), { next_step_time: '25:00' })).status).toBe(422);
});

test('GET …/calendar answers the open leads of five weeks by the days of their next steps, as the list of each day has them', async () => {
  await app.database.deleteFrom('demo_requests').execute();
  const planned = (next_step_on: string, more: Parameters<typeof storeLead>[1] = {}) =>
    storeLead(app, { next_step_on, ...more });
  const owner_id = office.userId;
  const first = await planned('2027-02-01', { next_step: 'Call again', owner_id });
  const last = await planned('2027-03-07', { stage: 'demo_given' });
  for (let count = 0; count < 32; count++) await planned('2027-02-14', { stage: 'contacted' });
  for (const outside of ['2027-01-31', '2027-03-08']) await planned(outside);
  await planned('2027-02-14', { stage: 'won' });
  await planned('2027-02-14', { spam: 1 });
  const ask = (query: string) => office.get(`${leadCalls.calendar}?${query}`);
  const { total, days, ...weeks } = (await ask('from=2027-02-01')).json<Calendar>();
  expect(weeks).toEqual({ first: '2027-02-01', last: '2027-03-07', today: todayInDhaka() });
  expect(total).toBe(34);
  expect((await ask('')).json<Calendar>().first).toBe(todayInDhaka());
  expect(days.map(({ day, count, leads }) => [day, count, leads.length])).toEqual([
    ['2027-02-01', 1, 1],
    ['2027-02-14', 32, 30],
    ['2027-03-07', 1, 1],
  ]);
  const told = { id: first, next_step: 'Call again', status: 'new', owner: { id: owner_id } };
  expect(days[0]?.leads).toMatchObject([told]);
  expect(days[2]?.leads).toMatchObject([{ id: last }]);
  for (const { day, count } of days) {
    const listed = await leadsAt(office, { status: 'open', next_from: day, next_to: day, per_page: '50' });
    expect(listed).toHaveLength(count);
  }
  expect((await ask(`from=2027-02-01&owner=${owner_id}`)).json<Calendar>().total).toBe(1);
  for (const wrong of ['from=2027-02-30', 'from=x', 'trash=1']) expect((await ask(wrong)).status, wrong).toBe(422);
});

test('The calendar feed is gone, and its old addresses', async () => {
  const { status } = await office.get('/admin/account/calendar');
  expect([status, (await app.get(`/calendar/${'a'.repeat(43)}.ics`)).status]).toEqual([404, 404]);
});
