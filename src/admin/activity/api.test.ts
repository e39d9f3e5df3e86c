import { beforeAll, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, sessionOf } from '../../../test/helpers/staff.ts';
import type { ActivityPage } from './api.server.ts';

let app: TestApp;
let office: Office;
let faqId: number;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  const made = await office.made(adminCalls.faq, { question: '=1+1', answer: '<p>প্রথম</p>' });
  faqId = made.id;
  await office.put(`${adminCalls.faq}/${faqId}`, { question: '=1+1', answer: '<p>দ্বিতীয়</p>' });
  await office.made(adminCalls.users, { name: 'রাশেদা', email: 'rasheda@prangon.example', role: 'editor' });
  return app.close;
});

async function activity(query: Record<string, string> = {}): Promise<ActivityPage> {
  const answer = await office.get(`${adminCalls.activity}?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<ActivityPage>();
}

test('Activity tells who did what, the newest first, with what stood there before and afterwards', async () => {
  const { data, total } = await activity();
  expect(data.map(({ action, kind }) => `${action} ${kind}`)).toEqual(['invite accounts', 'update faq', 'create faq']);
  expect(total).toBe(3);
  expect(data[1]).toMatchObject({
    user: { id: office.userId, name: 'নাসরিন আক্তার' },
    record_id: faqId,
    record_name: '=1+1',
    before: { answer: '<p>প্রথম</p>' },
    after: { answer: '<p>দ্বিতীয়</p>' },
  });
});

test('Activity is filtered by person, action, record and days, and a page stays what it was', async () => {
  const today = dayInDhaka(new Date());
  const countOf = async (query: Record<string, string>) => (await activity(query)).total;
  expect(await countOf({ actor: String(office.userId) })).toBe(3);
  expect(await countOf({ actor: '2147483' })).toBe(0);
  expect(await countOf({ action: 'update' })).toBe(1);
  expect(await countOf({ record: 'faq' })).toBe(2);
  expect(await countOf({ record: `faq:${faqId}`, action: 'create' })).toBe(1);
  expect(await countOf({ record: 'faq:999999' })).toBe(0);
  expect(await countOf({ from: today, to: today })).toBe(3);
  expect(await countOf({ to: '2020-01-01' })).toBe(0);

  const first = await activity({ per_page: '1' });
  expect(first).toMatchObject({ total: 3, last_page: 3, current_page: 1 });
  const next = new URL(first.next_page_url ?? '', 'http://x').searchParams;
  expect(next.get('until')).toBe(String(first.data[0]?.id));
  const second = await activity({ per_page: '1', page: '2', until: next.get('until') ?? '' });
  expect(second.data[0]).toMatchObject({ action: 'update' });
});

test('a viewer reads of Activity what the role may read', async () => {
  const viewer = await sessionOf(app, await hireStaff(app, 'viewer', 'viewer'));
  const kinds = (await sendAs(app, viewer, 'GET', adminCalls.activity))
    .json<ActivityPage>()
    .data.map(({ kind }) => kind);
  expect(kinds).toEqual(['faq', 'faq']);
});

test('the export is CSV without formulas, and is written down itself', async () => {
  const answer = await office.get(`${adminCalls.activityExport}?record=faq`);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = answer.text.split('\r\n').filter(Boolean);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\uFEFFID,When,Who,/);
  expect(lines[1]).toContain('দ্বিতীয়');
  expect(answer.text).not.toMatch(/(?:^|,)[=+@]/m);
  expect((await activity({ action: 'export' })).data[0]).toMatchObject({ kind: 'activity', after: { kind: 'faq' } });
});
