import { beforeAll, expect, test } from 'vitest';
import { clients } from '#content/clients/kind.server.ts';
import { addFeatureCategory } from '#content/features/categories/data.server.ts';
import { addFeature } from '#content/features/data.server.ts';
import { addPackageGroup } from '#content/packages/kind.server.ts';
import { pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { idsOf, publishAbout, publishNews, unknownClient } from '../../test/helpers/content.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

async function html(path: string): Promise<string> {
  const answer = await app.get(path, { accept: 'text/html' });
  expect(answer.status, path).toBe(200);
  return answer.text;
}

/** The section that is called by the heading of this id. */
function sectionOf(page: string, heading: string): string {
  return page.split('<section ').find((part) => part.includes(`aria-labelledby="${heading}"`)) ?? '';
}

test('A feature ends with its relatives first, the least for which each sort of institution has it, and the form', async () => {
  const ids: Record<string, number> = {};
  await app.changes.write(['features', 'packages'], async (transaction) => {
    const money = await addFeatureCategory(transaction, { category_name: 'টাকা', subCategories: [] }, 1);
    const people = await addFeatureCategory(transaction, { category_name: 'মানুষ', subCategories: [] }, 2);
    const titles = [
      ['বেতন', money.id],
      ['হাজিরা', people.id],
      ['হিসাব', money.id],
    ] as const;
    const linked = { package_lines: 'বেতন ও ফি\nঅ্যাপে ফি' };
    for (const [sort_order, [title, category]] of titles.entries())
      ids[title] = await addFeature(transaction, {
        title,
        image_key: null,
        categoryIds: [category],
        sort_order,
        ...(title === 'বেতন' && linked),
      });
    const all = 'হাজিরা\nহিসাব\nবেতন ও ফি\nঅ্যাপে ফি';
    const priced = { package_name: 'শাপলা', installation_cost: '5000', monthly_charge: '1500', includes: all };
    const cheap = { package_name: 'টগর', installation_cost: '3000', monthly_charge: '৮০০', includes: 'বেতন ও ফি' };
    const open = { package_name: 'জবা', installation_cost: '3000', monthly_charge: 'কথা বলে ঠিক হবে' };
    await addPackageGroup(transaction, { name: 'স্কুল', packages: [priced, cheap, open] }, 1);
    await addPackageGroup(transaction, { name: 'মাদ্রাসা', packages: [priced] }, 3);
    await addPackageGroup(transaction, { name: 'কোচিং', packages: [open] }, 2);
  });
  const path = pages.featureDetails(ids.বেতন ?? 0);
  const page = await html(path);
  const related = Array.from(sectionOf(page, 'related-heading').matchAll(/href="\/features\/details\/(\d+)"/g), idIn);
  expect(related).toEqual([ids.হিসাব, ids.হাজিরা]);
  const price = sectionOf(page, 'price-heading');
  const [more, less, madrasa] = await idsOf(app, 'packages').then(([a, b, , d]) => [a, b, d]);
  const leads = Array.from(price.replaceAll(/<!-- -->|<\/?span>/g, '').matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g));
  expect(leads.map(([, href, text]) => [href, text])).toEqual([
    [pages.package(less ?? 0), 'বেতন ও ফি: টগর প্যাকেজে, মাসে ৳ ৮০০ থেকে'],
    [pages.package(more ?? 0), 'অ্যাপে ফি: শাপলা প্যাকেজে, মাসে ৳ ১,৫০০ থেকে'],
    [pages.package(madrasa ?? 0), 'শাপলা প্যাকেজে, মাসে ৳ ১,৫০০ থেকে'],
  ]);
  expect(price).not.toContain('কোচিং');
  // Nobody linked this one, so its price is unknown, although a line has its title.
  const unpriced = sectionOf(await html(pages.featureDetails(ids.হিসাব ?? 0)), 'price-heading');
  expect([unpriced.includes('৳'), unpriced.includes(pages.calculator)]).toEqual([false, true]);
  expect(price).toContain(`href="${pages.calculator}"`);
  expect(page).toContain(`name="page" value="${path}"`);

  const sent = await app.send('/demo-request', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ _token: app.token, page: path, name: 'রহিম' }).toString(),
  });
  expect(sent.headers.location).toBe(`${path}?demo=1#demo`);
  const cookie = String(sent.headers['set-cookie']).split(';')[0] ?? '';
  const back = await app.get(`${path}?demo=1`, { accept: 'text/html', cookie });
  expect(back.text).toContain('value="রহিম"');
  expect(back.text).toContain('field-error');
  expect(await html(path)).not.toContain('value="রহিম"');
});

test('One of the news leads to the newer, the older, and those with the same words; the newest to none newer', async () => {
  const add = (date: string, title: string) => publishNews(app, { date, title, short_title: 'খবর' });
  const exam = await add('2026-01-01', 'পরীক্ষার ফলাফল প্রকাশ');
  await add('2026-01-02', 'বর্ষার ছুটির তালিকা');
  const older = await add('2026-01-03', 'পুরোনো ভবনের রং');
  const one = await add('2026-01-03', 'ফলাফলের নতুন ছক');
  const newer = await add('2026-01-04', 'নতুন বাসের পথ');
  const page = await html(pages.newsDetails(one));
  expect(page).toMatch(new RegExp(`href="${pages.newsDetails(newer)}" rel="prev"`));
  expect(page).toMatch(new RegExp(`href="${pages.newsDetails(older)}" rel="next"`));
  const related = Array.from(sectionOf(page, 'related-heading').matchAll(/href="\/news\/details\/(\d+)"/g), idIn);
  expect(related[0]).toBe(exam);
  expect(await html(pages.newsDetails(newer))).not.toContain('rel="prev"');
});

test('Who we are ends with who uses it', async () => {
  const about = await publishAbout(app);
  await app.changes.write(['clients'], (transaction) =>
    clients.add(transaction, { ...unknownClient, title: 'রূপসা স্কুল' }),
  );
  for (const path of [pages.about, pages.aboutDetails(about)]) {
    const page = await html(path);
    expect(sectionOf(page, 'clients-heading')).toContain('রূপসা স্কুল');
    expect(page).toContain(`href="${pages.clients}"`);
  }
});

function idIn([, digits]: RegExpMatchArray): number {
  return Number(digits);
}
