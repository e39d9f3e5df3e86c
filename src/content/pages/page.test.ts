// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { adminCalls, leadCalls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim } from '../../../test/helpers/content.ts';
import { askForDemo, leadOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

test('each page shows the newest active text for it, cleaned, and is linked from the foot of every page', async () => {
  expect((await app.get(pages.privacy)).text).toContain('গোপনীয়তার নীতি');
  const home = (await app.get(pages.home)).text;
  for (const path of [pages.privacy, pages.terms]) expect(home).toContain(`href="${path}"`);
  const write = (address: string, title: string, content: string) =>
    office.made(adminCalls.pages, { address, title, content });
  await write('privacy', 'Older', '<p>আগের লেখা</p>');
  const { id } = await write('privacy', 'আমাদের নীতি', '<p>যা রাখি</p><script>stealAll()</script>');
  await write('terms', 'শর্ত', '<p>Terms</p>');
  const page = (await app.get(pages.privacy)).text;
  expect(page).toContain('<p>যা রাখি</p>');
  expect(page).not.toContain('stealAll');
  expect(page).not.toContain('আগের লেখা');
  expect((await app.get(pages.terms)).text).toContain('<p>Terms</p>');
  await office.put(`${adminCalls.pages}/${id}`, { address: 'privacy', title: 'T', content: '<p>n</p>', status: 0 });
  expect((await app.get(pages.privacy)).text).toContain('<p>আগের লেখা</p>');
});

test('the line under the demo form links to it, and a request keeps which line and which text that was', async () => {
  const { id, updated_at } = await office.made(adminCalls.pages, {
    address: 'privacy',
    title: 'নীতি',
    content: '<p>নতুন</p>',
  });
  const home = (await app.get(pages.home)).text;
  const line = /<input type="hidden" name="consent" value="([^"]+)"/.exec(home)?.[1];
  expect(line).toBeTruthy();
  const agreed = await askForDemo(app, { ...rahim, consent: line } as typeof rahim);
  expect((await leadOf(office, agreed)).consent).toBe(`line ${line}, text ${id} ${updated_at}`);
  const program = await askForDemo(app, { ...rahim, number: '01712345679', email: 'program@x.example' });
  expect((await leadOf(office, program)).consent).toBeNull();
});

test('the privacy page says who is responsible, how long requests are kept and which third parties there are, from the settings', async () => {
  const facts = async () => {
    const { text } = await app.get(pages.privacy);
    return text.slice(text.indexOf('তথ্যের দায়িত্বে')).replaceAll(/<[^>]+>|<!-- -->/g, '');
  };
  const before = await facts();
  expect(before).toMatch(/^তথ্যের দায়িত্বেপ্রাঙ্গণডেমোর অনুরোধ কত দিন থাকেআপনি মুছতে না বলা পর্যন্ত।/);
  expect(before).toContain('ইউটিউব (গুগল)');
  expect(before).not.toContain('মেইল সেবা');
  await office.put(leadCalls.retention, { won: null, lost: 6, spam: 1 });
  const settings = (await office.get(adminCalls.siteSettings)).json<{ data: object }>().data;
  await office.put(adminCalls.siteSettings, { ...settings, name: 'শাপলা সফট', address: '১২ গ্রিন রোড, ঢাকা' });
  const after = await facts();
  expect(after).toContain('শাপলা সফট১২ গ্রিন রোড, ঢাকা');
  expect(after).toContain('কথাবার্তা শেষ হওয়ার ৬ মাস পরে মুছে দেওয়া হয়।');
  expect(after).toContain('আসার ১ মাস পরে মুছে দেওয়া হয়।');
  expect(after).not.toContain('চুক্তি হলে');
});
