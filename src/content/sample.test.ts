// @module-tag postgres
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminCalls, calls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { idsOf } from '../../test/helpers/content.ts';
import { type Office, openOffice } from '../../test/helpers/office.ts';
import { addSampleWithoutPictures } from '../../test/helpers/sample.ts';

let app: TestApp;
let office: Office;
beforeEach(async () => {
  app = await openTestApp();
  await addSampleWithoutPictures(app);
  office = await openOffice(app);
});
afterEach(() => app.close());

const noindex = '<meta name="robots" content="noindex">';
const mark = '<span>নমুনা: ';
const html = async (path: string) => (await app.get(path, { accept: 'text/html' })).text;
const sampleOnDashboard = async () => (await office.get(calls.dashboardFigures)).json<{ sample: boolean }>().sample;
const remove = (...sections: string[]) => office.post(calls.removeSample, { sections });

test('while sample stands, no page is for search engines, and testimonials and stories say what they are', async () => {
  for (const page of [pages.home, pages.news, pages.packages, pages.features, pages.about])
    expect(await html(page), page).toContain(noindex);
  expect(await html(`${pages.packages}?students=100`)).toContain(noindex);
  const home = await html(pages.home);
  expect(home.split(mark).slice(1)).toHaveLength((await idsOf(app, 'testimonials')).length);
  expect(await html(pages.clientStory(await storyOf()))).toMatch(/class="kicker">নমুনা · /);
  expect(await sampleOnDashboard()).toBe(true);
  expect(await html(pages.login)).not.toContain('app.example.com');
  expect((await remove('clients', 'testimonials', 'statistics')).status).toBe(200);
  await expect.poll(() => html(pages.home)).not.toContain(mark);
});

test.each(['edited', 'removed'])('a site whose last sample was %s is for search engines at once', async (how) => {
  await remove('clients', 'statistics');
  for (const id of (await idsOf(app, 'testimonials')).slice(1)) await office.delete(`${adminCalls.testimonials}/${id}`);
  const [last] = await idsOf(app, 'testimonials');
  for (const page of [pages.home, pages.news]) expect(await html(page), page).toContain(noindex);
  expect(await sampleOnDashboard()).toBe(true);

  const path = `${adminCalls.testimonials}/${last}`;
  const own = { name: 'রাশেদা খাতুন', position: 'প্রধান শিক্ষক', description: 'ভালো', status: 1 };
  const answer = how === 'edited' ? await office.put(path, own) : await office.delete(path);
  expect(answer.status, answer.text).toBe(200);
  // Where the machine is slow, the page of before is sent once more.
  for (const page of [pages.home, pages.news, `${pages.packages}?students=100`])
    await expect.poll(() => html(page), { message: page }).not.toContain(noindex);
  expect(await html(pages.home)).not.toContain(mark);
  expect(await sampleOnDashboard()).toBe(false);
});

async function storyOf(): Promise<number> {
  const stories = app.database.selectFrom('clients').select('id').where('story', '!=', '').limit(1);
  return (await stories.executeTakeFirstOrThrow()).id;
}
