// @module-tag full
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { leadCalls, pages } from '#paths.ts';
import { leadOf } from '../../helpers/leads.ts';
import { hireStaff, type Staff, signIn } from '../../helpers/staff.ts';
import { faultsInBothThemes } from '../helpers/faults-of.ts';
import { focused, sidewaysScroll, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { somebody } from './helpers/inbox.ts';

/** A Friday, ten o'clock in Dhaka. */
const friday = Date.parse('2026-11-27T04:00:00Z');
const monday = friday + 3 * 86_400_000;
vi.useFakeTimers({ toFake: ['Date'], now: friday, shouldAdvanceTime: true });
afterAll(() => void vi.useRealTimers());

const office = openBackOffice();
let seller: Staff;
let token: string;
beforeAll(async () => {
  const { app } = office.site;
  seller = await hireStaff(app, 'Nadia Islam', 'sales');
  token = await signIn(app, seller);
});

/** Four in the queue, in its order: one overdue, one due today, two new; and some of others or of later. */
async function fillQueue(): Promise<{ ids: number[]; others: number[] }> {
  await office.site.app.database.deleteFrom('demo_requests').execute();
  const add = async (more: object) => {
    const { name, institute_name, number } = somebody();
    return (await office.colleague.made(leadCalls.list, { name, institute_name, number, ...more })).id;
  };
  const step = { status: 'contacted', next_step: 'Call again', owner_id: seller.id };
  const ids: number[] = [];
  for (const more of [{ ...step, next_step_on: '2026-11-24' }, { ...step, next_step_on: '2026-11-27' }, {}, {}])
    ids.push(await add(more));
  const others = [
    await add({ ...step, next_step_on: '2026-11-29' }),
    await add({ ...step, next_step_on: '2026-11-24', owner_id: office.staff.id }),
    await add({ owner_id: office.staff.id }),
  ];
  return { ids, others };
}

const enter = (width: number, now = friday) => {
  vi.setSystemTime(now);
  return office.enter(pages.admin, { token, width, before: (page) => page.clock.setFixedTime(now) });
};
const outcomes = ['Spoke', 'No answer', 'Busy', 'Wrong number'];

test('by thumb: sales come home to their queue and work through it on a Friday at three taps for each lead', async () => {
  const { ids, others } = await fillQueue();
  const page = await enter(phone);
  const rows = page.locator('.queue-row');
  await soon(() => rows.count()).toBe(4);
  expect(await page.locator('.queue h3').allTextContents()).toEqual(['Overdue', 'Due today', 'New']);
  expect(await sidewaysScroll(page)).toBe(0);
  const call = (await rows.first().getByRole('link', { name: 'Call' }).last().boundingBox()) ?? { y: Infinity };
  expect(call.y, 'the first call is within the first screen').toBeLessThan(844 - 60);

  let taps = 0;
  const tap = async (what: Locator) => {
    taps += 1;
    await what.tap();
  };
  for (const [index, id] of ids.entries()) {
    const row = page.locator(`.queue-row[data-lead="${id}"]`);
    const outcome = outcomes[index] ?? '';
    await tap(row.locator('.queue-reach').getByRole('link', { name: /^Call/ }));
    await tap(row.getByRole('button', { name: outcome, exact: true }));
    await tap(row.locator('.proposal').first());
    await row.waitFor({ state: 'detached' });
    if (index < ids.length - 1) await soon(() => focused(page)).toMatch(/^Call/);
  }
  expect(taps).toBe(4 * 3);
  await page.getByText('Nobody waits.').waitFor();
  for (const [index, id] of ids.entries()) {
    const lead = await leadOf(office.colleague, id);
    // Three days after a Friday is a Monday; a day after it, and the day itself, are free.
    const day = index === 0 ? '2026-11-30' : '2026-11-29';
    expect(lead).toMatchObject({ next_step_on: day, owner: { id: seller.id } });
    expect(lead.status).toBe(index < 2 ? 'contacted' : 'new');
    expect(lead.history.map(({ event }) => event)).toContain('called');
  }
  for (const id of others)
    expect((await leadOf(office.colleague, id)).history.map(({ event }) => event)).not.toContain('called');
});

test('by thumb: the last note, a note of one’s own and why somebody is not interested stand in the row, and nothing lies over what is pressed next', async () => {
  const { ids, others } = await fillQueue();
  const [first = 0, second = 0, , fourth = 0] = ids;
  // Its Sunday has passed on Monday.
  const [third = 0] = others;
  await office.colleague.post(leadCalls.notes.replace(':id', String(first)), { note: 'বুধবার থাকবেন' });
  const page = await enter(phone, monday);
  const row = (id: number) => page.locator(`.queue-row[data-lead="${id}"]`);
  const isOnTop = (what: Locator) =>
    what.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  const [work, rest] = [page.locator('.queue-work'), page.locator('.queue-undo')];
  await row(first).getByText('বুধবার থাকবেন').waitFor();
  await row(first).getByRole('button', { name: 'Busy', exact: true }).tap();
  await rest.getByText('Call: Busy').waitFor();
  expect(await page.locator('.toast').count()).toBe(0);
  expect(await isOnTop(row(first).locator('.proposal'))).toBe(true);
  await row(first).getByLabel('Note').fill('আবার ফোন করতে বললেন');
  await row(first).getByRole('button', { name: 'Plan “Call again” for today 11:00' }).tap();

  // Whoever is to be called at eleven is not before those who wait now.
  await row(second).locator('.queue-work').waitFor();
  await soon(() => page.locator('.queue h3').allTextContents()).toEqual(['Overdue', 'New', 'Later today']);
  expect(await leadOf(office.colleague, first)).toMatchObject({
    next_step_on: '2026-11-30',
    next_step_time: '11:00',
    last_note: { note: 'আবার ফোন করতে বললেন' },
  });
  await row(second).getByRole('button', { name: 'Not interested' }).tap();
  expect(await isOnTop(work.getByRole('button', { name: 'Too expensive' }))).toBe(true);
  await work.getByRole('button', { name: 'Too expensive' }).tap();
  expect(await isOnTop(work.getByRole('button', { name: 'Move to Lost' }))).toBe(true);
  await work.getByRole('button', { name: 'Move to Lost' }).tap();
  await row(third).locator('.queue-work').waitFor();
  const told = { status: 'lost', lost_reason: 'Too expensive' };
  await soon(async () => await leadOf(office.colleague, second)).toMatchObject(told);
  await rest.getByText('Moved to Lost').waitFor();
  await rest.getByRole('button', { name: 'Undo' }).tap();
  await row(second).locator('.queue-work').waitFor();
  expect(await leadOf(office.colleague, second)).toMatchObject({ status: 'contacted', lost_reason: null });

  await row(fourth).locator('.lead-open').tap();
  await row(fourth).getByRole('button', { name: 'Not interested' }).tap();
  await work.getByLabel('Reason').fill('বিদ্যালয় বন্ধ');
  await work.getByRole('button', { name: 'Move to Lost' }).tap();
  const closed = { status: 'lost', lost_reason: 'বিদ্যালয় বন্ধ', last_note: null, owner: { id: seller.id } };
  await soon(async () => await leadOf(office.colleague, fourth)).toMatchObject(closed);
});

test('by keyboard on a desk: a lead is opened, written a next step for and left, another is written to; axe finds nothing at either width', async () => {
  const { ids } = await fillQueue();
  const page = await enter(desktop);
  const row = page.locator(`.queue-row[data-lead="${ids[1]}"]`);
  await row.locator('.lead-open').press('Enter');
  await row.getByText('Another next step').press('Enter');
  expect(await row.locator('.soon button').allTextContents()).toEqual(['Sun 29 Nov', 'Mon 30 Nov', 'Sun 6 Dec']);
  await row.getByRole('button', { name: 'Mon 30 Nov' }).press('Enter');
  await row.waitFor({ state: 'detached' });
  await soon(() => focused(page)).toMatch(/^Call/);
  expect((await leadOf(office.colleague, ids[1] ?? 0)).next_step_on).toBe('2026-11-30');

  const first = page.locator('.queue-row').first();
  await first.getByRole('button', { name: 'SMS' }).press('Enter');
  const sms = await page.getByRole('menuitem', { name: 'No answer' }).getAttribute('href');
  expect(sms).toMatch(/^sms:\+8801\d{9}\?&body=/);
  await page.keyboard.press('Escape');
  await first.getByRole('button', { name: 'WhatsApp' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Without a template' }).press('Enter');
  await page.bringToFront();
  const past = async () => (await leadOf(office.colleague, ids[0] ?? 0)).history.map(({ event }) => event);
  await soon(past).toContain('messaged');
  await first.getByRole('button', { name: 'Spoke', exact: true }).press('Enter');
  await soon(() => focused(page)).toBe('Plan “Ask how the demo went” for Mon 30 Nov');
  expect(await faultsInBothThemes(page, '.queue')).toEqual([]);
  await page.setViewportSize({ width: phone, height: 844 });
  expect(await faultsInBothThemes(page, '.queue')).toEqual([]);
});
