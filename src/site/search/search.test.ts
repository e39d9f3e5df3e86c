import { beforeAll, expect, test } from 'vitest';
import { foldedWords } from '#cms/search/fold.server.ts';
import { SearchIndex } from '#cms/search/search-index.server.ts';
import { exactTerms } from '#cms/search/word-index.server.ts';
import { adminCalls, calls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { admissionNews, publishManyNews, publishNews } from '../../../test/helpers/content.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import { said } from '../../../test/helpers/specified-texts.ts';
import type { SearchAnswer } from './schema.ts';

let app: TestApp;
let office: Office;
let image: string;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  image = await dataUrl(8, 8);
  return app.close;
});

let networks = 0;

async function find(q: string): Promise<SearchAnswer> {
  const answer = await app.send(`${calls.search}?q=${encodeURIComponent(q)}`, {
    from: `127.7.0.${(networks++ % 250) + 1}`,
  });
  expect(answer.status, q).toBe(200);
  return answer.json<SearchAnswer>();
}

async function urls(q: string): Promise<string[]> {
  return (await find(q)).results.flatMap(({ url, part }) => (part ? [url, part.url] : [url]));
}

const form = {
  date: '2026-11-05',
  short_title: 'প্রশিক্ষণ',
  title: 'শীতকালীন কর্মশালা',
  description: 'শিক্ষকদের জন্য দিনব্যাপী আয়োজন',
  content: '<p>ঢাকায় <strong>জাদু</strong>ঘরে হবে।</p>',
  status: 1,
};

test('news is found from the moment it is written, as long as visitors may see it', async () => {
  const { id } = await office.made(adminCalls.news, { ...form, image });
  const url = pages.newsDetails(id);
  for (const q of ['শীতকালীন', 'সিতকালিন', 'কর্মসালা', 'প্রশিক্ষন', 'আযোজন', 'ঢাকা', 'জাদুঘর', 'শীত কর্ম ঢাকা'])
    expect(await urls(q), q).toEqual([url]);
  expect(await urls('ঘরে')).toEqual([]);

  await office.put(`${adminCalls.news}/${id}`, { ...form, title: 'বসন্তের কর্মশালা', content: '<p>x</p>' });
  expect(await urls('শীতকালীন')).toEqual([]);
  expect(await urls('বসন্ত')).toEqual([url]);
  await office.put(`${adminCalls.news}/${id}`, { ...form, status: 0 });
  expect(await urls('কর্মশালা')).toEqual([]);
  await office.put(`${adminCalls.news}/${id}`, form);
  expect(await urls('কর্মশালা')).toEqual([url]);
  await office.delete(`${adminCalls.news}/${id}`);
  expect(await urls('কর্মশালা')).toEqual([]);
  await office.post(`${adminCalls.news}/${id}/restore`, {});
  expect(await urls('কর্মশালা')).toEqual([url]);
  await office.delete(`${adminCalls.news}/${id}`);
});

test('a feature is found by its title and by each text below its tabs, while these are shown', async () => {
  const category = await office.made(adminCalls.featureCategories, { category_name: 'সংগ্রহশালা' });
  const named = (sub_category_name: string) => ({ sub_category_name, selectedCategory: category.id });
  const sub = await office.made(adminCalls.featureSubCategories, named('বই ধার'));
  const library = { title: 'পাঠাগার ব্যবস্থা', image, selectedCategory: [category.id] };
  const feature = await office.made(adminCalls.features, library);
  const place = { SingleFeature: feature.id, singleCategory: category.id, selectedSubCategory: sub.id };
  await office.made(adminCalls.storeFeatureContent, { ...place, content: '<p>ফেরত দেওয়ার তারিখ মনে করিয়ে দেয়</p>' });
  const [whole, part] = [pages.featureDetails(feature.id), pages.featurePart(feature.id, sub.id)];

  expect(await urls('পাঠাগার')).toEqual([whole, part]);
  // The first sentence of the first part describes the feature.
  expect(await urls('ফেরৎ তারিখ')).toEqual([whole, part]);
  expect(await urls('সংগ্রহশালা')).toEqual([whole, part]);
  await office.put(`${adminCalls.featureSubCategories}/${sub.id}`, named('বই লেনদেন'));
  expect(await urls('লেনদেন')).toEqual([part]);
  await office.put(`${adminCalls.featureCategories}/${category.id}`, { category_name: 'সংগ্রহশালা', status: 0 });
  expect(await urls('সংগ্রহশালা')).toEqual([]);
  expect(await urls('পাঠাগার')).toEqual([whole]);
  await office.delete(`${adminCalls.features}/${feature.id}`);
  expect(await urls('পাঠাগার')).toEqual([]);
});

test('whatever is typed is harmless', async () => {
  const { id } = await office.made(adminCalls.news, { ...form, image });
  const queries = ["' OR 1=1 --", 'a* OR b', 'NEAR(', '{title_words}:', ':*', "'x':* | 'y'", '𞤀𞤁', 'ক'.repeat(200)];
  for (const q of [...queries, ...'"*%_\\\u0000🙂']) expect((await find(q)).results, q).toEqual([]);
  expect((await app.get(`${calls.search}?q=%E0%A6`)).status).toBeLessThan(500);
  expect((await app.get(`${calls.search}?q=a&q=b`)).status).toBe(200);
  expect((await app.get(calls.search)).json()).toEqual({ query: '', total: 0, more: false, results: [] });
  expect((await app.get(`${calls.search}?q=${'x'.repeat(3_000)}`)).status).toBe(414);
  await office.delete(`${adminCalls.news}/${id}`);
});

test('what staff call the same is found for each other, from the moment they say so; else the built-in words are', async () => {
  const { id } = await office.made(adminCalls.news, { ...form, image });
  const url = pages.newsDetails(id);
  expect(await urls('ট্রেনিং')).toEqual([url]);
  expect(await urls('জমায়েত')).toEqual([]);
  await office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', synonyms: 'কর্মশালা, বড় জমায়েত, gathering' });
  for (const q of ['বড় জমায়েত', 'boro jomayet', 'gathering', 'বড় জমায়েতের']) expect(await urls(q), q).toEqual([url]);
  expect(await urls('ট্রেনিং')).toEqual([]);
  const wrong = await office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', synonyms: 'ক, খ\n\nগ' });
  expect(wrong.json()).toMatchObject({
    errors: { synonyms: ['Line 3 has only one word. Write words that mean the same, with commas between them.'] },
  });
  await office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', synonyms: '' });
  expect(await urls('ট্রেনিং')).toEqual([url]);
  await office.delete(`${adminCalls.news}/${id}`);
});

test('words that staff tell to pass over are not looked for, beside others or in place of the built-in ones', async () => {
  const { id } = await office.made(adminCalls.news, { ...form, image });
  const url = pages.newsDetails(id);
  for (const q of ['কর্মশালা করতে চাই', 'kormoshala korte chai', 'kormoshala niye bolben pls'])
    expect(await urls(q), q).toEqual([url]);
  expect(await urls('কর্মশালা ওলটপালট উলটাপালটা হিজিবিজি আবোলতাবোল')).toEqual([]);
  const own = 'কর্মশালা, gathering\n- ওলটপালট উলটাপালটা হিজিবিজি\n- আবোলতাবোল, ultapalta';
  expect((await office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', synonyms: own })).status).toBe(200);
  for (const q of ['কর্মশালা ওলটপালট উলটাপালটা হিজিবিজি আবোলতাবোল', 'gathering olotpalot ultapalta'])
    expect(await urls(q), q).toEqual([url]);
  await office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', synonyms: '' });
  await office.delete(`${adminCalls.news}/${id}`);
});

test('what a picture shows is found as soon as staff describe it, with the picture or in a text', async () => {
  const picture = await office.made(adminCalls.pictures, { image: await dataUrl(9, 8) });
  const content = `<p>x</p><figure><img src="${picture.image}" alt="হারমোনিয়াম &amp; তবলা" width="9" height="8"></figure>`;
  const written = await office.made(adminCalls.news, { ...form, image, content });
  const illustrated = await office.made(adminCalls.news, { ...form, image: picture.image });
  expect(await urls('তবলা')).toEqual([pages.newsDetails(written.id)]);
  expect(await urls('নৌকাবাইচ')).toEqual([]);
  const described = await office.put(`${adminCalls.pictures}/${picture.id}`, { alt: 'নৌকাবাইচের মাঝি' });
  expect(described.status).toBe(200);
  expect(await urls('নৌকাবাইচ')).toEqual([pages.newsDetails(illustrated.id)]);
  for (const { id } of [written, illustrated]) await office.delete(`${adminCalls.news}/${id}`);
});

const film = 'https://youtu.be/prangon0004';
const file = 'https://files.example/syllabus.pdf';

test.each([
  ['a video', adminCalls.videos, { gallery_title: 'দোলনচাঁপা', gallery_link: film }, pages.video],
  ['a download', adminCalls.downloads, { title: 'দোলনচাঁপা', file_url: file }, () => file],
  ['a client', adminCalls.clients, { Client_title: 'দোলনচাঁপা' }, pages.client],
  ['a question', adminCalls.faq, { question: 'দোলনচাঁপা?', answer: '<p>হ্যাঁ</p>' }, pages.faqAnswer],
  ['a page', adminCalls.pages, { address: 'terms', title: 'দোলনচাঁপা', content: '<p>শর্ত</p>' }, () => pages.terms],
  ['what the vendor says of itself', adminCalls.about, { title: 'দোলনচাঁপা', short_description: 'কথা' }, () => pages.about],
])('%s is found while it is shown, by its sound too', async (_what, path, record, address) => {
  const { id } = await office.made(path, { ...record, image, status: 1 });
  for (const q of ['দোলনচাঁপা', 'dolonchapa']) expect(await urls(q), q).toEqual([address(id)]);
  await office.delete(`${path}/${id}`);
  expect(await urls('dolonchapa')).toEqual([]);
});

test('the packages of a kind of institution are found together, by all that is in them', async () => {
  const group = await office.made(adminCalls.packageCategories, { name: 'পাঠশালা', status: 1 });
  const item = { selectedCategory: group.id, intstilation_cost: '1', monthly_charge: '2', status: 1 };
  const { id } = await office.made(adminCalls.packages, { ...item, package_name: 'কৃষ্ণচূড়া', includes: 'জামরুল' });
  const url = `${pages.packages}#packages-${group.id}`;
  for (const q of ['pathshala', 'krishnochura', 'জামরুল']) expect(await urls(q), q).toEqual([url]);
  await office.delete(`${adminCalls.packages}/${id}`);
  expect(await urls('জামরুল')).toEqual([]);
});

const asBrowser = { accept: 'text/html' };

test('the page shows the hits with their words marked, and is for no search engine', async () => {
  const { id } = await office.made(adminCalls.news, { ...form, title: '<b>কর্মশালা</b> & "আরও"', image });
  const page = (await app.get(`${pages.search}?q=${encodeURIComponent('কর্মসালা')}`, asBrowser)).text;
  expect(page).toContain(`href="${pages.newsDetails(id)}"`);
  expect(page).toContain('&lt;b&gt;<mark>কর্মশালা</mark>&lt;/b&gt; &amp; &quot;আরও&quot;');
  expect(page).toContain('১টি লেখা পাওয়া গেছে');
  expect(page).toContain('value="কর্মসালা"');
  expect(page).toContain('<meta name="robots" content="noindex">');
  const nothing = (await app.get(`${pages.search}?q=${encodeURIComponent('<script>নেই')}`, asBrowser)).text;
  expect(nothing).toContain('লিখে কিছু পাওয়া যায়নি');
  expect(nothing).not.toContain(said.noData);
  expect(nothing).not.toContain('<script>নেই');
  await office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', phone: '01712345678' });
  for (const address of [pages.search, pages.searchFor('কখগঘঙচ')]) {
    const { text } = await app.get(address, asBrowser);
    expect(text).toContain(`href="${pages.searchFor('প্রশিক্ষণ')}"`);
    expect(text).toContain('href="tel:+8801712345678"');
  }
  await office.delete(`${adminCalls.news}/${id}`);
});

test('questions do not fill the cache; the page that waits for one is in it, and may be found', async () => {
  const { text } = await app.get(pages.search, asBrowser);
  expect(app.cache.get(pages.search)).not.toBeNull();
  expect(text).toContain(`<link rel="canonical" href="${app.settings.publicUrl}${pages.search}">`);
  expect(text).not.toContain('noindex');
  const question = `${pages.search}?q=x`;
  const answer = await app.get(question, asBrowser);
  expect(answer.headers['cache-control']).toBe('no-store');
  for (const address of [question, `${calls.search}?q=x`]) {
    await app.get(address);
    expect(app.cache.get(address)).toBeNull();
  }
});

test('contacts are found while the vendor has them', async () => {
  const contacts = { phone: '', whatsapp: '01712345678', address: 'মিরপুর, ঢাকা' };
  await office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', ...contacts });
  expect(await urls('whatsapp')).toEqual(['https://wa.me/8801712345678']);
  expect(await urls('office kothay')).toEqual([`${pages.home}#footer-navigation`]);
  expect((await urls('লগইন করব কীভাবে'))[0]).toBe(pages.login);
  await office.put(adminCalls.siteSettings, { name: 'প্রাঙ্গণ', whatsapp: '', address: '' });
  for (const q of ['whatsapp', 'office kothay']) expect(await urls(q), q).toEqual([]);
});

test('a question of price is answered as the calculator does, by kind where it names one', async () => {
  const ids: number[] = [];
  for (const [name, monthly_charge] of Object.entries({ কলেজ: '2000', মাদ্রাসা: '1200' })) {
    const group = await office.made(adminCalls.packageCategories, { name });
    const item = { selectedCategory: group.id, package_name: 'পল্লব', intstilation_cost: '7000', monthly_charge };
    ids.push((await office.made(adminCalls.packages, item)).id);
  }
  const costs = async (q: string) =>
    (await find(q)).results.filter(({ kind }) => kind === 'cost').map(({ title }) => title[0]?.text);
  const madrasa = 'মাদ্রাসা: পল্লব, ৫০০ শিক্ষার্থী: মাসে ৳ ১,২০০';
  expect(await costs('৫০০ ছাত্রের মাদ্রাসা কত')).toEqual([madrasa]);
  for (const q of ['500 student koto taka', '৫শ জন ছাত্রের খরচ'])
    expect(await costs(q), q).toEqual(['কলেজ: পল্লব, ৫০০ শিক্ষার্থী: মাসে ৳ ২,০০০', madrasa]);
  expect(await costs('মাসে কত টাকা লাগবে')).toEqual(['আপনার প্রতিষ্ঠানের খরচ হিসাব করুন']);
  for (const q of ['৫০০', '২০২৭ সালের ভর্তি', 'কোচিং']) expect(await costs(q), q).toEqual([]);
  for (const id of ids) await office.delete(`${adminCalls.packages}/${id}`);
  expect(await costs('৫০০ ছাত্রের মাদ্রাসা কত')).toEqual([]);
});

test('a common word answers page by page, its newest hits first, titles before texts', async () => {
  await publishManyNews(app, 45);
  const text = await publishNews(app, { title: 'অন্য', description: 'এই খবর', date: '2027-01-01', content: '' });

  const { total, more, results } = await find('খবর');
  expect({ total, more, shown: results.length }).toEqual({ total: 47, more: false, shown: 6 });
  expect(results[0]?.url).toBe(pages.news);
  expect(results[1]?.title).toEqual([
    { text: 'খবর', hit: true },
    { text: ' 45', hit: false },
  ]);
  const at = async (page: number) => (await app.get(pages.searchFor('খবর', page), asBrowser)).text;
  const last = await at(5);
  expect(last.match(/<li><h3>/g)).toHaveLength(7);
  expect(last.lastIndexOf('/news/details/')).toBe(last.lastIndexOf(pages.newsDetails(text)));
  expect(last).toContain('rel="prev"');
  expect(last).not.toContain('rel="next"');
  expect(await at(999)).toContain('৫ পাতার ৫ম');
  expect(await urls(admissionNews.short_title)).toHaveLength(6);
});

test('one instance finds what another has written, hidden or deleted, each piece once', async () => {
  const other = await openTestApp({ store: app.store });
  const urlsOnOther = async () => {
    const answer = await other.get(`${calls.search}?q=${encodeURIComponent('কর্মশালা')}`);
    return answer.json<SearchAnswer>().results.map(({ url }) => url);
  };
  expect(await urlsOnOther()).toEqual([]);
  const { id } = await office.made(adminCalls.news, { ...form, image });
  const address = `${adminCalls.news}/${id}`;
  await expect.poll(urlsOnOther).toEqual([pages.newsDetails(id)]);
  await office.put(address, { ...form, description: 'অন্য কথা' });
  await office.put(address, { ...form, status: 0 });
  await expect.poll(urlsOnOther).toEqual([]);
  await office.put(address, form);
  await expect.poll(urlsOnOther).toEqual([pages.newsDetails(id)]);
  await office.delete(address);
  await expect.poll(urlsOnOther).toEqual([]);
  await other.close();
});

test('while the search is read for the first time, others are answered and write', async () => {
  await publishManyNews(app, 1_500);
  const other = await openTestApp({ store: app.store });
  const searching = other.get(`${calls.search}?q=${encodeURIComponent('খবর')}`);
  for (const url of [calls.news, pages.home]) expect((await other.get(url)).status).toBe(200);
  expect((await searching).json<SearchAnswer>().more).toBe(true);
  await other.close();
});

test('a word of whatever letters, marks and digits finds itself', async () => {
  const texts = inBatches(everyLetter(), 24).map((some) => `ক${some.join('')}`);
  const batches = inBatches(texts, 300).map((some) => some.join(' '));
  const index = new SearchIndex(app);
  const entries = batches.map((text, id) => ({ kind: 'letters', recordId: id, title: '', text, url: pages.home }));
  const found = { letters: { rank: 0, label: '' } };
  index.follow([{ collection: 'letters', found, entriesOf: async () => entries }]);
  await index.refresh();
  for (const [id, text] of batches.entries()) {
    const hits = index.find(exactTerms(foldedWords(text))).hits.flat();
    expect([text, hits.map(({ recordId }) => recordId)]).toEqual([text, [id]]);
  }
});

test('signs that unfold into several words are looked for, alone and inside of a word', async () => {
  const { id } = await office.made(adminCalls.news, { ...form, title: 'মহানবী ﷺ স্মরণে', image });
  for (const q of ['ﷺ', 'الله', 'মহানবী ﷺ']) expect((await urls(q))[0]).toBe(pages.newsDetails(id));
  const unfolding = everyLetter().filter((letter) => /[^\p{L}\p{M}\p{N}]/u.test(letter.normalize('NFKD')));
  expect(unfolding.length).toBeGreaterThan(90);
  for (const some of inBatches(unfolding, 16)) {
    await find(some.join(''));
    await find(some.map((letter) => `ক${letter}খ`).join(' '));
  }
});

/** Those of all planes that have any. */
function everyLetter(): string[] {
  const planes = Array.from({ length: 0x4_1000 }, (_, code) => (code < 0x4_0000 ? code : code - 0x4_0000 + 0xe_0000));
  return planes.map((code) => String.fromCodePoint(code)).filter((sign) => /[\p{L}\p{M}\p{N}]/u.test(sign));
}

function inBatches<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
