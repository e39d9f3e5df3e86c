import { beforeAll, describe, expect, test } from 'vitest';
import { calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { callOf, leadOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff } from '../../../test/helpers/staff.ts';
import { storeLead } from '../../../test/helpers/told-leads.ts';
import type { Lead } from '../lead/schema.ts';
import { leadListLinks } from './addresses.ts';
import type { Figures } from './schema.ts';

let app: TestApp;
let office: Office;
let nasrin: number;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  nasrin = (await hireStaff(app, 'nasrin', 'sales')).id;
  await fill();
  return app.close;
});

/** In Dhaka. */
const at = (time: string) => new Date(`2026-${time}:00+06:00`).toISOString();
const november = { first: '2026-11-01', last: '2026-11-30' };

async function fill(): Promise<void> {
  const lead = (time: string, values: Parameters<typeof storeLead>[1] = {}) =>
    storeLead(app, { created_at: at(time), ...values });
  const facebook = { utm_source: 'Facebook', referrer: 'l.facebook.com' };
  const won = (time: string) => ({ stage: 'won' as const, stage_since: at(time) });
  await lead('11-01T00:00', { ...facebook, owner_id: nasrin, called_after: 5, ...won('11-20T10:00'), value: 90_000 });
  await lead('11-30T23:59', { ...facebook, owner_id: nasrin, called_after: 60, stage: 'contacted', value: 40_000 });
  await lead('11-15T12:00', { referrer: 'google.com', owner_id: nasrin, called_after: 4_000, stage: 'contacted' });
  await lead('11-16T12:00', { referrer: 'google.com', stage: 'lost', stage_since: at('11-17T12:00') });
  await lead('11-17T12:00', { origin: 'added', owner_id: nasrin });
  // Before these days and after them.
  await lead('10-31T23:59', { ...facebook, called_after: 1, ...won('11-02T10:00'), value: 10_000, owner_id: nasrin });
  await lead('10-01T10:00', { ...won('10-31T23:59'), value: 70_000 });
  await lead('12-01T00:00');
  // A file tells of contacts, of one that was won long ago, and of one that was won here.
  await lead('11-10T10:00', { origin: 'imported', value: 5 });
  await lead('11-10T10:00', { origin: 'imported', ...won('11-10T10:00'), value: 1_000_000 });
  await lead('11-10T10:00', { origin: 'imported', ...won('11-28T10:00'), value: 3_000 });
  // These count nowhere.
  await lead('11-12T10:00', { spam: 1, value: 1 });
  await lead('11-12T10:00', { deleted_at: at('11-13T10:00'), value: 1 });
  await lead('11-12T10:00', { merged_into_id: 1, value: 1 });
}

async function figuresOf(query: Record<string, string>): Promise<Figures> {
  const answer = await office.get(`${calls.leadFigures}?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Figures>();
}
const ofNovember = () => figuresOf({ date_from: november.first, date_to: november.last });

type Figure = [figure: number, link: string];

/** The leads of the list that a link of the screen opens. */
async function leadsBehind(link: string): Promise<{ total: number; data: Lead[] }> {
  const answer = await office.get(`${leadCalls.list}?${new URL(link, 'http://x').searchParams}&per_page=100`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<{ total: number; data: Lead[] }>();
}

describe('GET /admin/lead-figures', () => {
  test('counts by days of Dhaka, without what a file brought', async () => {
    const { first, last, total } = await ofNovember();
    expect({ first, last }).toEqual(november);
    expect(total).toEqual({
      came: 5,
      called: 3,
      not_called: 2,
      wait: 60,
      imported: 3,
      won: 3,
      lost: 1,
      value_won: 103_000,
      value_open: 40_000,
    });
  });

  test('tells who cared for them, and where they came from', async () => {
    const { people, sources } = await ofNovember();
    expect(people.map(({ owner, ...row }) => [owner?.id, row])).toEqual([
      [nasrin, { came: 4, called: 3, wait: 60, won: 2, lost: 0, value_won: 100_000, value_open: 40_000 }],
      [undefined, { came: 1, called: 0, wait: null, won: 1, lost: 1, value_won: 3_000, value_open: 0 }],
    ]);
    expect(sources).toEqual([
      { source: 'facebook', came: 2, called: 2, wait: 32, won: 1, value_won: 90_000 },
      { source: 'google.com', came: 2, called: 1, wait: 4_000, won: 0, value_won: 0 },
      { source: 'direct', came: 1, called: 0, wait: null, won: 0, value_won: 0 },
    ]);
  });

  test('each figure is the number of rows behind its link, or what they are worth', async () => {
    const figures = await ofNovember();
    const { total } = figures;
    const owners = figures.people.map(({ owner, ...row }) => ({
      ...row,
      lists: leadListLinks(figures, { owner: owner ? String(owner.id) : 'none' }),
    }));
    const sources = figures.sources.map((row) => ({ ...row, lists: leadListLinks(figures, { source: row.source }) }));
    const all = leadListLinks(figures);
    const counts: Figure[] = [
      [total.not_called, all.notCalled],
      [total.imported, all.imported],
    ];
    const values: Figure[] = [];
    for (const { lists, ...row } of [{ ...total, lists: all }, ...owners]) {
      counts.push([row.came, lists.came], [row.called, lists.called], [row.won, lists.won], [row.lost, lists.lost]);
      values.push([row.value_won, lists.valueWon], [row.value_open, lists.valueOpen]);
    }
    for (const { lists, ...row } of sources) {
      counts.push([row.came, lists.came], [row.called, lists.called], [row.won, lists.wonOfThese]);
      values.push([row.value_won, lists.valueOfThese]);
    }
    for (const [figure, link] of counts) expect([(await leadsBehind(link)).total, link]).toEqual([figure, link]);
    for (const [figure, link] of values) {
      const { data } = await leadsBehind(link);
      expect([data.reduce((sum, { value }) => sum + (value ?? 0), 0), link]).toEqual([figure, link]);
    }
  });

  test.each([
    'period=400',
    'date_from=x',
    'date_from=2026-11-20&date_to=2026-11-19',
    'date_from=2020-01-01&date_to=2026-11-19',
  ])('refuses %s', async (query) => {
    expect((await office.get(`${calls.leadFigures}?${query}`)).status).toBe(422);
  });

  test('takes the usual periods', async () => {
    for (const period of ['7', '30', '90']) {
      const { first, last } = await figuresOf({ period });
      expect((Date.parse(last) - Date.parse(first)) / 86_400_000).toBe(Number(period) - 1);
    }
    const { first, last } = await figuresOf({ period: 'year' });
    expect(first).toBe(`${last.slice(0, 4)}-01-01`);
  });
});

describe('GET /admin/lead-figures/export', () => {
  const fileOf = async (by: string) => {
    const query = `date_from=${november.first}&date_to=${november.last}&by=${by}`;
    const answer = await office.get(`${calls.leadFiguresExport}?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  };

  test('answers each table as CSV', async () => {
    expect((await fileOf('people')).slice(1)).toEqual([
      expect.stringMatching(/,4,3,60,2,0,100000,40000$/),
      'Nobody yet,1,0,,1,1,3000,0',
    ]);
    expect(await fileOf('sources')).toContain('facebook,2,2,32,1,50.0,90000');
    const days = await fileOf('days');
    expect(days).toHaveLength(31);
    expect([days[1], days[2], days[30]]).toEqual(['2026-11-01,1', '2026-11-02,0', '2026-11-30,1']);
  });
});

test('the first call is when a lead leaves the stage New; lost is none, and back to New takes it back', async () => {
  const created_at = new Date(Date.now() - 90 * 60_000).toISOString();
  const id = await storeLead(app, { created_at });
  const move = async (status: string, more: object = {}) => {
    const answer = await office.put(callOf(leadCalls.one, id), { status, ...more });
    expect(answer.status, answer.text).toBe(200);
    return (await leadOf(office, id)).called_after;
  };
  expect(await move('lost', { lost_reason: 'No budget' })).toBeNull();
  expect(await move('contacted')).toBe(90);
  expect(await move('won')).toBe(90);
  expect(await move('new')).toBeNull();
});

test('the value is written in taka, with what stood there before in the history', async () => {
  const id = await storeLead(app);
  const write = (value: unknown) => office.put(callOf(leadCalls.one, id), { value });
  expect((await write('৳ ১,২০,০০০')).status).toBe(200);
  expect((await write(150_000)).status).toBe(200);
  const lead = await leadOf(office, id);
  expect(lead.value).toBe(150_000);
  expect(lead.history.filter(({ event }) => event === 'value_changed').map(({ details }) => details)).toEqual([
    { from: null, to: 120_000 },
    { from: 120_000, to: 150_000 },
  ]);
  expect((await write('')).status).toBe(200);
  expect((await leadOf(office, id)).value).toBeNull();
  for (const odd of ['a lot', -1, 1.5, 10 ** 12]) expect((await write(odd)).status).toBe(422);
});
