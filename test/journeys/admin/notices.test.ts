// @module-tag full
import { expect, test } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { specifiedTexts } from '../../helpers/specified-texts.ts';
import { soon } from '../helpers/page.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

/** A toast after a change of the first record, on a clock that stands still. */
async function openToast(): Promise<Screen> {
  const page = await office.enter(adminPages.news, { before: (page) => page.clock.install() });
  const screen = new Screen(page);
  await page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .click();
  await screen.field('Short title').fill('খবর');
  await page.clock.pauseAt(Date.now() + 60_000);
  await screen.submit.click();
  await screen.toast(specifiedTexts.news.updated).waitFor();
  return screen;
}

test('A notice lasts 3000 ms, and stands still while it is pointed at or has the focus', async () => {
  const screen = await openToast();
  const { page } = screen;
  const toast = screen.toast(specifiedTexts.news.updated);
  const bar = toast.locator('.Toastify__progress-bar');
  expect(await bar.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('3s');
  const state = () => bar.evaluate((element) => getComputedStyle(element).animationPlayState);
  await soon(state).toBe('running');
  await toast.hover();
  await soon(state).toBe('paused');
  await page.mouse.move(0, 0);
  await soon(state).toBe('running');
  await toast.getByRole('link', { name: 'View on site' }).focus();
  await soon(state).toBe('paused');
  await toast.getByRole('button', { name: 'Close' }).focus();
  await soon(state).toBe('paused');
  await page.keyboard.press('Enter');
  await toast.waitFor({ state: 'detached' });
});

test('leads to the page on which visitors see the change', async () => {
  const screen = await openToast();
  const toast = screen.toast(specifiedTexts.news.updated);
  expect(await toast.getAttribute('role')).toBe('status');
  const opened = screen.page.context().waitForEvent('page');
  await toast.getByRole('link', { name: 'View on site' }).click();
  await (await opened).getByText('খবর', { exact: true }).first().waitFor();
});

test('A deletion can be undone for 10 seconds; a failure is an alert', async () => {
  office.site.expectTrouble(/status of 500/);
  const page = await office.enter(adminPages.videos);
  const screen = new Screen(page);
  // A toast goes when the animation of its bar ends; on a busy machine that would be before it is looked at.
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.1 });
  await page.route(`**${adminCalls.videos}/*`, (route) => route.fulfill({ status: 500, json: { message: 'No' } }), {
    times: 1,
  });
  const remove = page.getByRole('button', { name: /^Delete: / }).first();
  await remove.click();
  await screen.button('Yes, proceed').click();
  expect(await screen.toast('Failed to delete the video').getAttribute('role')).toBe('alert');
  await remove.click();
  await screen.button('Yes, proceed').click();
  const toast = screen.toast(specifiedTexts.videos.deleted);
  const bar = toast.locator('.Toastify__progress-bar');
  expect(await bar.evaluate((element) => getComputedStyle(element).animationDuration)).toBe('10s');
  await toast.getByRole('button', { name: 'Undo' }).press('Enter');
  await screen.toast(specifiedTexts.videos.restored).waitFor();
});

test('Previews, thumbnails and the column of actions are as wide as specified', async () => {
  const page = await office.enter(adminPages.news);
  const width = async (selector: string) => (await page.locator(selector).first().boundingBox())?.width;
  await page
    .getByRole('button', { name: /^Edit: / })
    .first()
    .click();
  await page.locator('.image-preview img').waitFor();
  expect(await width('.image-preview')).toBe(140);
  expect(await width('.thumbnail')).toBe(134);
  expect(await width('td.actions-column')).toBe(109);
});
