import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEvent } from '#api/audit.ts';
import { adminCalls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishNews } from '../../../test/helpers/content.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import { builtInCustomers, builtInSettings } from './built-in.ts';
import { siteSettings } from './data.server.ts';
import type { SettingsRecord } from './schema.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});
beforeEach(async () => {
  await app.changes.write(['vendor'], (transaction) => transaction.deleteFrom('site_settings').execute());
});

const path = adminCalls.siteSettings;
const asBrowser = { accept: 'text/html' };
const page = async (address: string) => (await app.get(address, asBrowser)).text;
/** A page that takes long to draw is answered as it was before, until it is drawn. */
const soonOn = (address: string) => expect.poll(() => page(address));
const read = async () => (await office.get(path)).json<{ data: SettingsRecord }>().data;
async function save(body: object): Promise<void> {
  const answer = await office.put(path, body);
  expect(answer.status, answer.text).toBe(200);
}
const filled = {
  name: 'শিক্ষাঘর',
  phone: '০১৭১২-৩৪৫৬৭৮',
  whatsapp: '+880 1812 345678',
  email: 'office@example.com',
  address: 'রংপুর রোড\nবগুড়া ৫৮০০',
  facebook: 'https://www.facebook.com/example',
  instagram: 'https://instagram.com/example/',
};

test('GET /admin/site-settings answers what the site shows, also before anybody wrote anything', async () => {
  const { name, tagline, hero, pages: words, updatedAt } = builtInSettings;
  const shown = { name, tagline, hero_title: hero.title, home_title: words.home.title, updated_at: updatedAt };
  expect(await read()).toMatchObject({ ...shown, phone: '', facebook: '', image: null, logo_status: 1 });
  expect(await siteSettings(app.database)).toEqual(builtInSettings);
});

describe('PUT /admin/site-settings', () => {
  test('keeps numbers as machines dial them, and answers what it keeps', async () => {
    const answer = await office.put(path, filled);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      message: 'Site settings updated successfully',
      data: { ...filled, phone: '+8801712345678', whatsapp: '+8801812345678' },
    });
    expect(await siteSettings(app.database)).toMatchObject({
      phone: { number: '+8801712345678', shown: '০১৭১২-৩৪৫৬৭৮' },
      whatsapp: { number: '+8801812345678', shown: '০১৮১২-৩৪৫৬৭৮' },
      social: [
        { network: 'facebook', url: filled.facebook },
        { network: 'instagram', url: filled.instagram },
      ],
    });
  });

  test('tells customers on the sign-in page where their own software is, or nothing', async () => {
    const hint = 'class="auth-customers"';
    expect(await page(pages.login)).not.toContain(hint);
    await save({ ...filled, customers_link: 'https://my.example.com/school' });
    expect(await page(pages.login)).toContain(builtInCustomers);
    expect(await page(pages.login)).toContain('href="https://my.example.com/school"');
    await save({ ...filled, customers_text: 'আপনার অ্যাপ খুলুন।', customers_link: '' });
    expect(await page(pages.login)).toContain(`<p ${hint}>আপনার অ্যাপ খুলুন।`);
    expect(await page(pages.forgotPassword)).not.toContain('আপনার অ্যাপ খুলুন।');
    expect((await office.put(path, { ...filled, customers_link: 'http://my.example.com' })).status).toBe(422);
  });

  test('is seen on every public page at once, the 404 too', async () => {
    const news = await publishNews(app);
    const { home, about, features, packages, clients, downloads, search, offline } = pages;
    const addresses = [
      ...[home, about, features, packages, clients, pages.news, downloads, search, offline, '/no-such-page'],
      ...[pages.newsDetails(news), pages.searchFor('ভর্তি')],
    ];
    for (const address of addresses) expect(await page(address), address).not.toContain('tel:');
    await save(filled);
    for (const address of addresses) {
      const html = await page(address);
      expect(html, address).toContain('<a href="tel:+8801712345678">');
      expect(html, address).toContain('০১৭১২-৩৪৫৬৭৮');
      expect(html, address).toContain('https://wa.me/8801812345678');
      expect(html, address).toMatch(/<title>[^<]*শিক্ষাঘর[^<]*<\/title>/);
      expect(html, address).toContain('aria-label="শিক্ষাঘর, মূল পাতা"');
    }
    await save({ ...filled, phone: '', whatsapp: '', email: '', address: '', facebook: '', instagram: '' });
    for (const address of addresses) expect(await page(address), address).not.toMatch(/tel:|wa\.me\/8|যোগাযোগ<\/h3>/);
  });

  test('shows the words of a page as staff wrote them, of the search and of the page without a network too', async () => {
    await save({
      name: 'ঘর',
      hero_audience: 'মাদ্রাসার সফটওয়্যার',
      hero_statistics: 'মাসে ৳ ৫০০ থেকে',
      hero_title: 'সব খাতা <এক>\nজায়গায়',
      hero_emphasis: 'জায়গায়',
      hero_lead: 'লিড & কথা',
      hero_hint: 'ইঙ্গিত',
      home_title: 'আমাদের "ঘর"',
      home_description: 'বর্ণনা',
      home_keywords: 'শব্দ',
      search_title: 'কোথায় কী',
      offline_title: 'লাইন নেই',
      offline_description: 'থামুন',
    });
    const html = await page(pages.home);
    expect(html).toContain('সব খাতা &lt;এক&gt;<br/><em>জায়গায়</em>'.normalize('NFC'));
    expect(html).toContain('<p class="hero-audience">মাদ্রাসার সফটওয়্যার</p>'.normalize('NFC'));
    expect(html).toContain('<a href="/packages" class="stitch-link">মাসে ৳ ৫০০ থেকে</a>');
    expect(html).toContain('লিড &amp; কথা');
    expect(html).toContain('<title>আমাদের &#34;ঘর&#34;</title>');
    expect(html).toContain('<meta name="description" content="বর্ণনা">');
    expect(html).toContain('<meta name="keywords" content="শব্দ">');
    expect(await page(pages.about)).toContain('<title>পরিচিতি | ঘর</title>'.normalize('NFC'));
    for (const address of [pages.search, pages.searchFor('ভর্তি')])
      await soonOn(address).toContain(`<title>${'কোথায় কী'.normalize('NFC')}</title>`);
    await soonOn(pages.offline).toContain('<title>লাইন নেই</title>');
    expect(await page(pages.offline)).toContain('<meta name="description" content="থামুন">');
  });

  test('built-in texts that a form sends along go on to follow the name; empty ones come back', async () => {
    await save({ ...(await read()), name: 'নতুন', packages_title: 'দাম' });
    const renamed = await read();
    expect(renamed.clients_title).toBe('সম্মানিত গ্রাহক তালিকা | নতুন');
    expect(renamed.packages_title).toBe('দাম');
    await save({ ...renamed, name: 'আরেক', packages_title: '', tagline: '', hero_title: '' });
    expect(await read()).toMatchObject({
      packages_title: 'প্যাকেজ ও খরচ | আরেক',
      tagline: builtInSettings.tagline,
      hero_title: builtInSettings.hero.title,
      hero_emphasis: builtInSettings.hero.emphasis,
    });
  });

  test('what a form leaves out stays', async () => {
    await save({ ...filled, home_title: 'শিরোনাম' });
    await save({ name: 'শিক্ষাঘর', email: 'new@example.com' });
    const kept = { phone: '+8801712345678', home_title: 'শিরোনাম', facebook: filled.facebook };
    expect(await read()).toMatchObject({ ...kept, email: 'new@example.com' });
  });

  test('the scene says what staff wrote, reckons with it, follows the built-in words again, and can be switched off', async () => {
    const built = await page(pages.home);
    expect(built).toContain(builtInSettings.scene?.title.normalize('NFC'));
    expect(built.match(/মারুফ হাসান/g)).toHaveLength(3);
    await save({
      name: 'ঘর',
      scene_title: 'ছুঁয়ে <দেখুন>',
      scene_message: '{name}: আজ {name} নেই',
      scene_school: 'তিতাস "মাদ্রাসা"',
      scene_pupils: ' ক \n\nখ\nগ\nঘ\nঙ\nচ\n<b>$&',
      scene_fees: 'বেতন: ১,২০০\nফি = 300',
      scene_marks: 'বাংলা ৮০\nগণিত ৬০',
    });
    expect(await read()).toMatchObject({
      scene_pupils: 'ক\nখ\nগ\nঘ\nঙ\nচ\n<b>$&',
      scene_grade: 'সপ্তম শ্রেণি, শাখা ক'.normalize('NFC'),
      scene_status: 1,
    });
    await soonOn(pages.home).toContain('ছুঁয়ে &lt;দেখুন&gt;'.normalize('NFC'));
    const html = await page(pages.home);
    for (const text of ['ছুঁয়ে &lt;দেখুন&gt;', '&lt;b&gt;$&amp;: আজ &lt;b&gt;$&amp; নেই', '৳ ১,৫০০', '>৪.২৫<', '>A-<'])
      expect(html).toContain(text.normalize('NFC'));
    await save({ name: 'ঘর', scene_marks: 'বাংলা ৮০\nগণিত ৩২', scene_title: '' });
    expect(await read()).toMatchObject({ scene_title: builtInSettings.scene?.title.normalize('NFC') });
    await soonOn(pages.home).toContain('>০.০০<');
    await save({ name: 'ঘর', scene_status: 0 });
    await soonOn(pages.home).not.toContain('scene-heading');
    expect(await read()).toMatchObject({ scene_status: 0, scene_marks: 'বাংলা ৮০\nগণিত ৩২' });
  });

  test('a picture becomes the logo, unless it is switched off', async () => {
    const image = await dataUrl(320, 80);
    const { data } = (await office.put(path, { ...filled, image })).json<{ data: SettingsRecord }>();
    expect(data).toMatchObject({ image_width: 320, image_height: 80, logo_status: 1 });
    await soonOn(pages.home).toContain(`<img src="${data.image}"`);
    await save({ ...filled, image: data.image, logo_status: false });
    await soonOn(pages.home).not.toContain(`<img src="${data.image}"`);
    expect((await read()).image).toBe(data.image);
  });

  test.each([
    ['name', ''],
    ['name', 'ক'.repeat(81)],
    ['synonyms', 'ক, খ\n'.repeat(4_000)],
    ['holidays', '2026-12-16 Victory Day\nEid'],
    ['holidays', '2026-02-30 Shab-e-Barat'],
    ['phone', '০১৭১২'],
    ['phone', 7],
    ['email', 'office'],
    ['email', `${'a'.repeat(250)}@x.bd`],
    ['address', 'ক'.repeat(401)],
    ['facebook', 'http://facebook.com/x'],
    ['youtube', 'javascript:alert(1)'],
    ['linkedin', 'https://me:secret@linkedin.com/x'],
    ['x', 'https://localhost/x'],
    ['instagram', ['https://instagram.com/x']],
    ['hero_title', 'ক\nখ\nগ\nঘ\nঙ'],
    ['hero_emphasis', 'নেই'],
    ['hero_lead', 'ক'.repeat(401)],
    ['home_title', 'ক'.repeat(121)],
    ['not_found_description', 'ক'.repeat(321)],
    ['error_keywords', 7],
    ['scene_title', 'ক'.repeat(121)],
    ['scene_pupils', 'ক\nখ\nগ\nঘ\nঙ\nচ'],
    ['scene_pupils', `ক\nখ\nগ\nঘ\nঙ\nচ\n${'ছ'.repeat(41)}`],
    ['scene_message', 'আজ আসেনি।'],
    ['scene_fees', 'বেতন'],
    ['scene_fees', 'ক ১\nখ ২\nগ ৩\nঘ ৪\nঙ ৫'],
    ['scene_marks', 'বাংলা ১০১'],
    ['scene_marks', '৮৮'],
    ['scene_status', 'on'],
  ])('answers 422 at %s alone for a wrong value, and writes nothing (%#)', async (field, value) => {
    await save(filled);
    const before = await read();
    const answer = await office.put(path, { ...before, [field]: value });
    expect([answer.status, Object.keys(answer.json<{ errors: object }>().errors)]).toEqual([422, [field]]);
    expect(await read()).toEqual(before);
  });

  test('says everything that is wrong at once', async () => {
    const answer = await office.put(path, { name: '', phone: 'x', home_title: 'ক'.repeat(121), x: 'x' });
    expect(Object.keys(answer.json<{ errors: object }>().errors).sort()).toEqual(['home_title', 'name', 'phone', 'x']);
  });

  test('two first writes at once: one is written, the other is stale', async () => {
    const { updated_at } = await read();
    const answers = await Promise.all(['এক', 'দুই'].map((name) => office.put(path, { name, updated_at })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('leaves a line in the audit with what differs', async () => {
    await save(filled);
    await save({ ...filled, email: 'other@example.com' });
    const [event] = (await office.get(`${adminCalls.activity}?record=vendor:1`)).json<{ data: AuditEvent[] }>().data;
    const before = { email: 'office@example.com' };
    expect(event).toMatchObject({ action: 'update', user: { id: office.userId }, before });
    expect(event?.after).toEqual({ email: 'other@example.com', updated_at: expect.any(String) });
  });
});
