import { expect, test } from 'vitest';
import { adminCalls, adminPages, versionPaths } from '#paths.ts';
import { hireStaff, sendAs, signIn } from '../../helpers/staff.ts';
import { soon } from '../helpers/page.ts';
import { phone } from '../helpers/site.ts';
import { openBackOffice } from './helpers/back-office.ts';
import { Screen } from './helpers/screen.ts';

const office = openBackOffice();

test('An editor’s day begins on the phone with the whole name, a form to write in, and the own drafts', async () => {
  const { app } = office.site;
  const name = 'মো. শফিকুল ইসলাম চৌধুরী';
  const token = await signIn(app, await hireStaff(app, name, 'editor'));
  await sendAs(app, token, 'POST', versionPaths.newDraft(adminCalls.news), { title: 'শীতের ছুটি' });
  const { id } = await office.colleague.made(adminCalls.faq, { question: 'কবে শুরু?', answer: '<p>আজই</p>' });
  const page = await office.enter(adminPages.dashboard, { token, width: phone });
  const screen = new Screen(page);
  const greeting = page.getByRole('heading', { level: 1, name: `Welcome back, ${name}` });
  await greeting.waitFor();
  const hidden = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await greeting.evaluate(hidden)).toBe(0);
  expect(await page.getByRole('main').getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  const change = page.getByRole('region', { name: 'Changed by colleagues' }).getByRole('listitem');
  await change.filter({ hasText: 'added the question কবে শুরু?' }).waitFor();
  expect(await change.getByRole('link', { name: 'কবে শুরু?' }).getAttribute('href')).toBe(`${adminPages.faq}?edit=${id}`);

  await page.getByRole('link', { name: 'Write news' }).click();
  await screen.field('Short title').fill('নোটিশ');
  await screen.field('Short title').fill('');
  await page.goBack();
  await page.getByRole('region', { name: 'My drafts' }).getByRole('link', { name: 'শীতের ছুটি' }).click();
  await screen.heading('Update Institutional News').waitFor();
  await soon(() => screen.field('Title').inputValue()).toBe('শীতের ছুটি');
});
