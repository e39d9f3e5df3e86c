// @module-tag full
import type { Page, Route } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { queueMail } from '#mail/queue.server.ts';
import { adminCalls, adminPages, leadCalls } from '#paths.ts';
import { callOf, leadOf, leadsAt } from '../../helpers/leads.ts';
import { hireStaff, signIn } from '../../helpers/staff.ts';
import { hold } from '../helpers/hold.ts';
import { focused, soon } from '../helpers/page.ts';
import { desktop, phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { panel, somebody, toast } from './helpers/inbox.ts';

const office = openBackOffice();
const inbox = adminPages.contactRequests;

/** Five who ask for a demo; the list shows them alone, the newest first. */
let names: string[];
beforeEach(async () => {
  // Not at the end of a test, whose page may still read them.
  await office.site.app.database.deleteFrom('demo_requests').where('institute_name', 'like', 'কুশিয়ারা%').execute();
  await office.colleague.put(adminCalls.demoAccess, {
    demo_link: 'https://demo.prangon.example/start',
    demo_password: 'demo-4711',
    subject: 'ডেমো',
    message: '{link} {password}',
    status: 1,
  });
  names = [];
  for (let count = 0; count < 5; count++) {
    const person = somebody();
    person.institute_name = `কুশিয়ারা ${person.institute_name}`;
    const { id } = await office.colleague.made(leadCalls.list, person);
    const mail = { to: person.email, subject: 'ডেমো', text: '', html: '', kind: 'demo_access' };
    // Without it the message with the link is off, for the password stands there.
    await office.site.app.database.transaction().execute(async (transaction) => {
      const mailId = await queueMail(transaction, { ...mail, reference: { kind: 'demo_request', id } });
      await transaction.updateTable('mails').set({ state: 'sent' }).where('id', '=', mailId).execute();
    });
    names.unshift(person.institute_name);
  }
});
const five = `${inbox}?view=list&search=${encodeURIComponent('কুশিয়ারা')}`;

const spoke = { key: '1', outcome: 'Spoke', status: 'contacted', step: 'Ask how the demo went', template: 'Demo link' };
const missed = { key: '2', outcome: 'No answer', status: 'new', step: 'Call again', template: 'No answer' };
/** How each call ends, and what is to stand there afterwards. */
const calls = [spoke, missed, spoke, missed, spoke];

test('by keyboard alone: five leads at four keys each; the focus is never nowhere', async () => {
  const page = await office.enter(five, { width: desktop });
  await page.locator('.lead-row').nth(4).waitFor();
  const shown = (index: number) => panel(page).getByRole('heading', { name: names[index] ?? '' });
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
    // A sheet that closes gives the focus back in the next moment.
    if (keys > 1) await soon(() => focused(page)).not.toBe('nothing');
  };

  for (const [index, { key, step }] of calls.entries()) {
    await press('j');
    if (index > 0) await shown(index).waitFor();
    await press('c');
    await soon(() => focused(page)).toBe('Spoke');
    await press(key);
    await soon(() => focused(page)).toMatch(/^(?:Move to Contacted, plan|Plan) “/);
    // The templates come by a call of their own; until then W opens the menu of WhatsApp.
    await panel(page)
      .getByRole('link', { name: /^The same, and WhatsApp/ })
      .waitFor();
    await press('w');
    // A browser with tabs puts the chat in front.
    await page.bringToFront();
    // One of a lead before may still be on its way out.
    await toast(page, step).last().waitFor();
  }
  expect(keys).toBe(5 * 4);
  const leads = await leadsAt(office.colleague, { search: 'কুশিয়ারা' });
  expect(leads).toHaveLength(5);
  for (const [index, { id }] of leads.entries()) {
    const { outcome, status, step, template } = calls[index] ?? spoke;
    const eventOf = async (name: string) =>
      (await leadOf(office.colleague, id)).history.find(({ event }) => event === name)?.details;
    await soon(() => eventOf('messaged')).toMatchObject({ way: 'whatsapp', template });
    expect(await eventOf('called')).toEqual({ outcome: outcome.toLowerCase().replace(' ', '_') });
    const next = { status, next_step: step, next_step_on: expect.any(String), owner: { name: 'Nasrin Akter' } };
    expect(await leadOf(office.colleague, id)).toMatchObject(next);
  }
  const chats = office.site.outside.filter((url) => url.startsWith('https://wa.me/880151'));
  expect(chats).toHaveLength(5);
  for (const chat of chats) expect(new URL(chat).searchParams.get('text')).toContain('আসসালামু আলাইকুম');

  // Then stage, back, next step, back to the lead before, the sheet.
  await press('e');
  await soon(() => focused(page)).toBe('Contacted');
  await press('ArrowRight');
  await press('Enter');
  await toast(page, 'Moved to Demo given').waitFor();
  await press('z');
  await toast(page, 'As it was before').waitFor();
  await panel(page).getByRole('button', { name: 'Contacted', pressed: true }).waitFor();
  await press('n');
  await page.keyboard.type(' today');
  await press('Enter');
  await toast(page, 'Next step: Ask how the demo went today').waitFor();
  await press('k');
  await shown(3).waitFor();
  await press('?');
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
  await page.getByText('Next lead', { exact: true }).waitFor();
  await press('Escape');
  await press('Escape');
  await panel(page).waitFor({ state: 'detached' });
  await soon(() => focused(page)).toBe(names[3]);
});

test('by thumb a lead takes four taps, and no toast lies over what is tapped next', async () => {
  const page = await office.enter(five, { width: phone });
  const open = panel(page);
  const foot = open.locator('.lead-reach-bar');
  await page.getByRole('button', { name: names[0] ?? '', exact: true }).tap();
  await foot.getByRole('link', { name: /^Call/ }).tap();
  await open.getByRole('button', { name: spoke.outcome, exact: true }).tap();
  await open.getByRole('link', { name: /^The same, and WhatsApp/ }).tap();
  await page.bringToFront();
  await toast(page, spoke.step).waitFor();
  expect(await coveredIn(page), 'what a toast lies over').toEqual([]);
  expect(await focused(page)).not.toBe('nothing');
  await foot.getByRole('button', { name: 'Next lead' }).tap();
  await open.getByRole('heading', { name: names[1] ?? '' }).waitFor();
});

/** Buttons, links and fields of the open lead that can be seen and not be touched. */
function coveredIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = document.querySelector('.lead-panel');
    const body = dialog?.querySelector('.panel-body')?.getBoundingClientRect();
    return [...(dialog?.querySelectorAll('button, a, input, select, textarea') ?? [])].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      // What is scrolled out of the body is no more to be seen.
      const scrolls = element.closest('.panel-body');
      if (scrolls && (!body || middle.y < body.top || middle.y > body.bottom)) return [];
      const top = document.elementFromPoint(middle.x, middle.y);
      return top?.closest('.toast') ? [element.getAttribute('aria-label') ?? element.textContent ?? ''] : [];
    });
  });
}

test('two people at one field of a lead: the second is asked whose stays; at another field nobody is', async () => {
  office.site.expectTrouble(/status of 409/);
  const page = await office.enter(five, { width: desktop });
  await page.getByRole('button', { name: names[0] ?? '', exact: true }).click();
  const step = panel(page).getByRole('textbox', { name: 'Next step' });
  await step.fill('Mine');
  const id = Number(new URL(page.url()).searchParams.get('lead'));
  await office.colleague.put(callOf(leadCalls.one, id), { next_step: 'Theirs' });
  await step.press('Enter');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await toast(page, 'Next step: Mine').waitFor();
  expect((await leadOf(office.colleague, id)).next_step).toBe('Mine');

  await office.colleague.put(callOf(leadCalls.one, id), { next_step: 'Theirs again' });
  await panel(page).getByRole('button', { name: 'Contacted', exact: true }).click();
  await toast(page, 'Moved to Contacted').waitFor();
  expect(await leadOf(office.colleague, id)).toMatchObject({ status: 'contacted', next_step: 'Theirs again' });
});

test('a card is dropped anywhere in a column of the board, and taken back', async () => {
  const page = await office.enter(five.replace('list', 'board'), { width: 1100 });
  const column = (stage: string) => page.locator(`.board-column[data-stage=${stage}]`);
  const card = page.locator('.lead-card').filter({ hasText: names[0] ?? '' });
  await card.waitFor();
  // All five stages are in sight.
  const { x = 1100, height = 0 } = (await column('lost').boundingBox()) ?? {};
  expect(x).toBeLessThan(1100 - 100);
  await card.dragTo(column('demo_given'), { targetPosition: { x: 60, y: height - 20 } });
  await column('demo_given').locator('.lead-card').waitFor();
  await toast(page, 'moved to Demo given').getByRole('button', { name: 'Undo' }).click();
  await column('new').locator('.lead-card').nth(4).waitFor();
});

test('a note that is on its way takes neither the focus nor what was typed since; what the lead is worth is written beside it', async () => {
  const page = await office.enter(five, { width: desktop });
  await page.locator('.lead-row .lead-open').first().click();
  await panel(page).getByRole('button', { name: 'Write the value' }).click();
  const note = panel(page).getByRole('textbox', { name: 'Note' });
  const held = await hold(page, `**${leadCalls.notes.replace(':id', '*')}`);
  await note.fill('জানুয়ারিতে চালু হবে');
  await panel(page).getByRole('button', { name: 'Add note' }).click();
  await note.fill('ফেব্রুয়ারিতে ফোন');
  await panel(page).click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('e');
  await soon(() => focused(page)).toBe('New');
  held.release();
  await panel(page).locator('.timeline-text', { hasText: 'জানুয়ারিতে চালু হবে' }).waitFor();
  expect(await note.inputValue()).toBe('ফেব্রুয়ারিতে ফোন');
  await page.keyboard.press('4');
  await panel(page).getByText('moved it from New to Won').waitFor();
  await panel(page).getByRole('button', { name: 'Add note' }).click();
  await panel(page).locator('.timeline-text', { hasText: 'ফেব্রুয়ারিতে ফোন' }).waitFor();
  await soon(() => note.inputValue()).toBe('');
  await soon(() => panel(page).evaluate((dialog) => dialog === document.activeElement)).toBe(true);

  await panel(page).getByLabel('Value in taka').fill('৳ ৬০,০০০');
  await panel(page).getByRole('form', { name: 'Value' }).getByRole('button', { name: 'Save' }).click();
  await panel(page).getByText('৳ 60,000', { exact: true }).waitFor();
});

test('a note and a call whose answers were lost are there once when they are sent again, and a double click is one call', async () => {
  office.site.expectTrouble(/Failed to load resource/);
  const page = await office.enter(five, { width: desktop });
  await page.locator('.lead-row .lead-open').first().click();
  const [lead] = await leadsAt(office.colleague, { search: names[0] ?? '' });
  const times = async (name: string) =>
    (await leadOf(office.colleague, lead?.id ?? 0)).history.filter(({ event }) => event === name).length;
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  for (const path of [leadCalls.notes, leadCalls.calls])
    await page.route(`**${path.replace(':id', '*')}`, loseAnswer, { times: 1 });
  const story = panel(page).getByRole('region', { name: 'What happened' });
  const note = story.getByRole('textbox', { name: 'Note' });
  const add = panel(page).getByRole('button', { name: 'Add note' });
  await note.fill('জানুয়ারিতে চালু হবে');
  await add.click();
  await toast(page, 'The server could not be reached').waitFor();
  expect(await times('noted')).toBe(1);
  await add.click();
  await soon(() => note.inputValue()).toBe('');
  expect(await times('noted')).toBe(1);

  const missedCall = panel(page).getByRole('button', { name: 'No answer', exact: true });
  await missedCall.click();
  await soon(() => times('called')).toBe(1);
  await panel(page).getByRole('button', { name: 'No answer', pressed: false, exact: true }).waitFor();
  await missedCall.dblclick();
  await toast(page, 'Call: No answer').waitFor();
  expect(await times('called')).toBe(1);

  // What is written once more on purpose is there twice.
  await note.fill('জানুয়ারিতে চালু হবে');
  await add.click();
  await soon(() => times('noted')).toBe(2);
});

test('a note that was not added waits for who typed it, at its own lead', async () => {
  const page = await office.enter(five, { width: desktop });
  const leads = page.locator('.lead-row .lead-open');
  const note = panel(page).getByRole('textbox', { name: 'Note' });
  await leads.first().click();
  await note.fill('জানুয়ারিতে চালু হবে');
  await page.reload();
  await soon(() => note.inputValue()).toBe('জানুয়ারিতে চালু হবে');
  await page.keyboard.press('Escape');
  await leads.last().click();
  await soon(() => note.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  const { app } = office.site;
  const other = await signIn(app, await hireStaff(app, 'Rafiq Islam'));
  await page.evaluate((token) => localStorage.setItem('token', token), other);
  await page.reload();
  await leads.first().click();
  await soon(() => note.inputValue()).toBe('');
});

test('a calendar whose code can’t be brought says so, and leaves the list', async () => {
  office.site.expectTrouble(/next-steps|dynamically imported/);
  const page = await office.enter(adminPages.contactRequests, {
    before: async (opened) => {
      await opened.route(/\/assets\/next-steps-[^/]+\.js$/, (route) => route.abort());
    },
  });
  await page.locator('.lead-row').first().waitFor();
  await page.getByRole('button', { name: 'Calendar' }).click();
  await toast(page, 'What you opened could not be loaded.').waitFor();
  await page.locator('.lead-row').first().waitFor();
});
