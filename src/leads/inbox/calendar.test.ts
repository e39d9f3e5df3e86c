import { beforeAll, describe, expect, test } from 'vitest';
import { calls, leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { leadsAt } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import { storeLead } from '../../../test/helpers/told-leads.ts';
import type { Calendar, Feed } from '../lead/schema.ts';

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
      ...{ next_step: 'Call again', status: 'new', owner: { id: office.userId } },
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

describe('The calendar address', () => {
  const sales = async (name: string) => {
    const staff = await hireStaff(app, name, 'sales');
    return { ...staff, token: await sessionOf(app, staff) };
  };
  const make = async (token: string) => {
    const answer = await sendAs(app, token, 'POST', calls.accountCalendar, {});
    expect(answer.status, answer.text).toBe(200);
    return new URL(answer.json<{ data: { url: string } }>().data.url).pathname;
  };
  const read = async (token: string) =>
    (await sendAs(app, token, 'GET', calls.accountCalendar)).json<{ data: Feed }>().data;

  test('tells the own next steps, and nobody else’s', async () => {
    const [nasrin, rubel] = [await sales('nasrin'), await sales('rubel')];
    const institute_name = 'শাপলা, উচ্চ বিদ্যালয়';
    const id = await storeLead(app, {
      ...{ institute_name, owner_id: nasrin.id, next_step: 'Call again', next_step_on: '2027-04-14' },
    });
    await storeLead(app, { institute_name: 'Of somebody else', owner_id: rubel.id, next_step_on: '2027-04-14' });
    await storeLead(app, { institute_name: 'Done', owner_id: nasrin.id, next_step_on: '2027-04-14', stage: 'won' });
    const answer = await app.get(await make(nasrin.token));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    const text = answer.text.replaceAll('\r\n ', '');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    expect(text).toContain('SUMMARY:Call again: শাপলা\\, উচ্চ বিদ্যালয়\r\n');
    expect(text).toContain('DTSTART;VALUE=DATE:20270414\r\nDTEND;VALUE=DATE:20270415\r\n');
    expect(text).toContain(`/admin/Contact-information?lead=${id}\r\n`);
    expect((await read(nasrin.token)).read_at).not.toBeNull();
  });

  test('is renewed and removed, and ends with the account and its right', async () => {
    const masud = await sales('masud');
    expect(await read(masud.token)).toEqual({ created_at: null, read_at: null });
    const old = await make(masud.token);
    const renewed = await make(masud.token);
    expect([(await app.get(old)).status, (await app.get(renewed)).status]).toEqual([404, 200]);
    const become = (columns: { role?: 'editor' | 'sales'; status?: number }) =>
      app.database.updateTable('users').set(columns).where('id', '=', masud.id).execute();
    await become({ role: 'editor' });
    expect((await app.get(renewed)).status).toBe(404);
    await become({ role: 'sales', status: 0 });
    expect((await app.get(renewed)).status).toBe(404);
    await become({ status: 1 });
    expect((await app.get(renewed)).status).toBe(200);
    await sendAs(app, await sessionOf(app, masud), 'DELETE', calls.accountCalendar);
    expect((await app.get(renewed)).status).toBe(404);
    expect((await app.get('/calendar/x.ics')).status).toBe(404);
  });
});
