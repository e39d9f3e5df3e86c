import { beforeAll, describe, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { leadsAt } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { storeLead } from '../../../test/helpers/told-leads.ts';
import type { Calendar } from '../lead/schema.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

async function calendarOf(query: Record<string, string>): Promise<Calendar> {
  const answer = await office.get(`${leadCalls.calendar}?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Calendar>();
}

describe('GET /admin/contact-requests/calendar', () => {
  test('answers the open leads of a month by the days of their next steps, as the list of each day has them', async () => {
    const planned = (next_step_on: string, more: Parameters<typeof storeLead>[1] = {}) =>
      storeLead(app, { next_step_on, ...more });
    const first = await planned('2027-02-01', { next_step: 'Call again', owner_id: office.userId });
    const last = await planned('2027-02-28', { stage: 'demo_given' });
    const many = await Promise.all(Array.from({ length: 32 }, () => planned('2027-02-14', { stage: 'contacted' })));
    await planned('2027-01-31');
    await planned('2027-03-01');
    await planned('2027-02-14', { stage: 'won' });
    await planned('2027-02-14', { spam: 1 });
    const { month, total, days } = await calendarOf({ month: '2027-02' });
    expect([month, total]).toEqual(['2027-02', 34]);
    expect(days.map(({ day, count, leads }) => [day, count, leads.length])).toEqual([
      ['2027-02-01', 1, 1],
      ['2027-02-14', 32, 30],
      ['2027-02-28', 1, 1],
    ]);
    expect(days[0]?.leads[0]).toMatchObject({
      id: first,
      next_step: 'Call again',
      status: 'new',
      owner: { id: office.userId },
    });
    expect(days[2]?.leads[0]?.id).toBe(last);
    for (const { day, count } of days) {
      const listed = await leadsAt(office, { status: 'open', next_from: day, next_to: day, per_page: '50' });
      expect(listed).toHaveLength(count);
    }
    expect(many).toHaveLength(32);
    expect((await calendarOf({ month: '2027-02', owner: String(office.userId) })).total).toBe(1);
  });

  test.each(['month=2027-13', 'month=x', 'month=2027-02-01', 'trash=1'])('refuses %s', async (query) => {
    expect((await office.get(`${leadCalls.calendar}?${query}`)).status).toBe(422);
  });
});

test('The calendar feed is gone, and its old addresses', async () => {
  const { status } = await office.get('/admin/account/calendar');
  expect([status, (await app.get(`/calendar/${'a'.repeat(43)}.ics`)).status]).toEqual([404, 404]);
});
