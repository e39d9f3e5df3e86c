import { beforeAll, expect, test } from 'vitest';
import { linkVideosToFilms, visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { DemoForm } from '../journeys/helpers/demo-form.ts';
import { wake } from '../journeys/helpers/page.ts';
import { openSite, phone } from '../journeys/helpers/site.ts';
import { oldBrowser } from './helpers/old-browsers.ts';

const site = openSite({ browser: () => oldBrowser(92) });
beforeAll(() => linkVideosToFilms(site.app));

test('a demo request from the home page of Chromium 92 is stored once', async () => {
  const page = await site.visit('/', { width: phone });
  const form = new DemoForm(page);
  await form.toggle.press('Enter');
  const typed = visitor(92);
  await form.fill(typed);
  await form.submit.press('Enter');
  await form.sent.waitFor();
  const { rows } = await storedRequests(site.app);
  expect(rows.map(({ email }) => email)).toEqual([typed.email]);
});

test('a film plays in its place', async () => {
  const page = await site.visit('/', { width: phone });
  const gallery = await wake(page, 'videos');
  await gallery.locator('.video-card a').first().press('Enter');
  await gallery.locator('iframe').waitFor();
});
