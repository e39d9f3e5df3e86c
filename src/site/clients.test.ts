import { beforeAll, expect, test } from 'vitest';
import { clients } from '#content/clients/kind.server.ts';
import { addPackageGroup } from '#content/packages/kind.server.ts';
import { testimonials } from '#content/testimonials/kind.server.ts';
import { discovery, hasDemoForm, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { addPicture, hide, unknownClient } from '../../test/helpers/content.ts';

let app: TestApp;
const ids: Record<string, number> = {};
beforeAll(async () => {
  app = await openTestApp();
  const { key } = await addPicture(app, 200, 200);
  const image_key = null;
  await app.changes.write(['clients', 'testimonials', 'packages'], async (transaction) => {
    const madrasa = { ...unknownClient, kind: 'মাদ্রাসা', district: 'ফেনী' };
    ids.told = await clients.add(transaction, {
      ...madrasa,
      title: 'নূরানি মাদ্রাসা',
      image_key: key,
      person_name: 'হাফেজ আবদুল করিম',
      person_role: 'মুহতামিম',
      person_image_key: key,
      measure_1: 'বকেয়ার তালিকা',
      before_1: '২ দিন',
      after_1: '৫ মিনিট',
      measure_2: 'কিছু নেই',
      story: '<h2>হিফজের খাতা</h2><p>সবক লেখা হয়। রাতে পড়া হয়।</p><script>alert(1)</script>',
    });
    ids.untold = await clients.add(transaction, { ...madrasa, title: 'ছোট মাদ্রাসা' });
    ids.school = await clients.add(transaction, { ...unknownClient, title: 'বড় স্কুল', kind: 'স্কুল', district: 'ফেনী' });
    ids.hidden = await clients.add(transaction, { ...madrasa, title: 'লুকানো', story: '<p>গোপন কথা</p>' });
    const quote = { name: 'ক', description: 'খুব ভালো চলছে।', image_key, sort_order: 0 };
    await testimonials.add(transaction, { ...quote, position: 'মুহতামিম, নূরানি মাদ্রাসা' });
    await testimonials.add(transaction, { ...quote, position: 'প্রধান শিক্ষক, বড় স্কুল', description: 'অন্য কথা।' });
    const sold = { package_name: 'শাপলা', installation_cost: '1000', monthly_charge: '500' };
    await addPackageGroup(transaction, { name: 'স্কুল', packages: [sold] }, 1);
  });
  await hide(app, 'clients', ids.hidden ?? 0);
  return app.close;
});

async function html(path: string, status = 200): Promise<string> {
  const answer = await app.get(encodeURI(path), { accept: 'text/html' });
  expect(answer.status, path).toBe(status);
  return answer.text;
}

const shownIn = (page: string) => ['নূরানি মাদ্রাসা', 'ছোট মাদ্রাসা', 'বড় স্কুল', 'লুকানো'].filter((name) => page.includes(name));

test('/clients/{id} tells a story, with what one of them says and the next steps, and is found by machines', async () => {
  const path = pages.clientStory(ids.told ?? 0);
  const page = await html(path);
  for (const words of ['নূরানি মাদ্রাসা</h1>', 'মাদ্রাসা · ফেনী জেলা', 'হিফজের খাতা</h2>', 'সবক লেখা হয়', 'খুব ভালো চলছে।'])
    expect(page).toContain(words);
  const opening = page.slice(page.indexOf('<dl class="story-figures"'), page.indexOf('class="rich"'));
  expect(opening.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toMatch(
    /বকেয়ার তালিকা আগে ২ দিন এখন ৫ মিনিট হাফেজ আবদুল করিম মুহতামিম খুব ভালো চলছে। ক ক মুহতামিম, নূরানি মাদ্রাসা/,
  );
  expect(opening).not.toContain('কিছু নেই');
  expect(opening).toContain('/media/');
  for (const words of ['alert(1)', 'অন্য কথা']) expect(page).not.toContain(words);
  expect(page).toContain(`<link rel="canonical" href="${app.settings.publicUrl}${path}">`);
  expect(page).toContain('<title>নূরানি মাদ্রাসা | প্রাঙ্গণ</title>');
  expect(page).toContain('<meta name="description" content="বকেয়ার তালিকা: ২ দিন থেকে ৫ মিনিট। সবক লেখা হয়।">');
  expect(page).toMatch(/"@type":"EducationalOrganization","name":"নূরানি মাদ্রাসা"/);
  expect(page).toContain('"@type":"BreadcrumbList"');
  for (const words of [`href="${pages.calculator}"`, `name="page" value="${path}"`]) expect(page).toContain(words);
  expect(hasDemoForm(path)).toBe(true);
  const card = /<meta property="og:image" content="([^"]+)">/.exec(page)?.[1] ?? '';
  expect(card).toContain(`/card/clients-${ids.told}-`);
  expect((await app.get(card.slice(app.settings.publicUrl.length))).headers['content-type']).toBe('image/jpeg');
  const map = (await app.get(discovery.sitemap)).text;
  expect(map.match(/\/clients\/\d+/g)).toEqual([path]);
});

test('a client with nothing to tell, or that visitors do not see, has no page', async () => {
  for (const id of [ids.untold, ids.hidden, 999_999, 'abc', '01'])
    expect(await html(`/clients/${id}`, 404)).toContain('পথ হারিয়ে গেছে');
});

test('logos and testimonials lead to the story, where there is one', async () => {
  const link = `href="${pages.clientStory(ids.told ?? 0)}"`;
  const [list, home] = [await html(pages.clients), await html(pages.home)];
  expect(list.split(link)).toHaveLength(2);
  expect(home.split(link)).toHaveLength(3);
  for (const page of [list, home]) expect(page).not.toContain(`href="${pages.clientStory(ids.untold ?? 0)}"`);
});

test('/clients shows those of a kind and a district, says how many there are, and is kept nowhere', async () => {
  const all = await html(pages.clients);
  expect(shownIn(all)).toEqual(['নূরানি মাদ্রাসা', 'ছোট মাদ্রাসা', 'বড় স্কুল']);
  expect(all).toContain('>মাদ্রাসা (২)</option>');
  expect(all.match(/<option /g)).toHaveLength(1 + 2 + 1 + 1 + 1);
  const near = await html(`${pages.clients}?district=ফেনী`);
  expect(shownIn(near)).toHaveLength(3);
  expect(near).toContain('আপনার জেলায় ৩টি প্রতিষ্ঠান');
  expect(near).toContain('selected="">ফেনী (৩)');
  const both = await html(`${pages.clients}?district=ফেনী&kind=মাদ্রাসা`);
  expect(shownIn(both)).toEqual(['নূরানি মাদ্রাসা', 'ছোট মাদ্রাসা']);
  expect(both).toMatch(/আপনার জেলায় ৩টি প্রতিষ্ঠান.*, এই ধরনের ২টি/);
  const nobody = await html(`${pages.clients}?district=ভোলা`);
  expect(shownIn(nobody)).toEqual([]);
  expect(nobody).toContain('তালিকায় আপনার জেলার কোনো প্রতিষ্ঠান এখনো নেই।');
  expect(await html(`${pages.clients}?district=other`)).toContain('selected="">আমার জেলা নেই');
  expect(nobody).not.toContain('Data Not Found!');
  expect(nobody).toMatch(/<a href="#demo" class="button/);
  for (const odd of ['kind=<script>', 'district=Atlantis', `kind=${'ক'.repeat(150)}`, 'kind=a&kind=b'])
    expect(shownIn(await html(`${pages.clients}?${odd}`))).toHaveLength(3);
  expect(near).toContain(`<link rel="canonical" href="${app.settings.publicUrl}${pages.clients}">`);
  expect(app.cache.get(pages.clients)).not.toBeNull();
  expect(app.cache.get(encodeURI(`${pages.clients}?district=ফেনী`))).toBeNull();
});
