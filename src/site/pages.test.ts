import { beforeAll, describe, expect, test } from 'vitest';
import { clients } from '#content/clients/kind.server.ts';
import { addDownload } from '#content/downloads/kind.server.ts';
import { addFeatureCategory } from '#content/features/categories/data.server.ts';
import { addFeature } from '#content/features/data.server.ts';
import { writeFeatureContent } from '#content/features/details/data.server.ts';
import { featureScreens } from '#content/features/screens/data.server.ts';
import { addPackageGroup } from '#content/packages/kind.server.ts';
import { builtInSettings } from '#content/settings/built-in.ts';
import { pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import {
  admissionNews,
  hide,
  idsOf,
  ourStory,
  publishAbout,
  publishNews,
  unknownClient,
} from '../../test/helpers/content.ts';
import { said } from '../../test/helpers/specified-texts.ts';

const asBrowser = { accept: 'text/html' };
const empty = said.noData;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

async function html(path: string): Promise<string> {
  const answer = await app.get(path, asBrowser);
  expect(answer.status, path).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  return answer.text;
}

const sell = (place: number, group: Parameters<typeof addPackageGroup>[1]) =>
  app.changes.write(['packages'], (transaction) => addPackageGroup(transaction, group, place));

test.each(['about', 'features', 'packages', 'clients', 'downloads'] as const)(
  'the page of %s says what it is, also while there is nothing',
  async (kind) => {
    const page = await html(pages[kind]);
    const { title, description, keywords } = builtInSettings.pages[kind];
    expect(page).toContain(`<title>${title}</title>`);
    expect(page).toContain(`<meta name="description" content="${description}">`);
    expect(page).toContain(`<meta name="keywords" content="${keywords}">`);
    expect(page).toContain(`<link rel="canonical" href="${app.settings.publicUrl}${pages[kind]}">`);
    expect(page.match(/<h1\b/g)).toHaveLength(1);
    expect(page).toContain(empty);
    expect(page).toContain('এখানে এখনো কিছু রাখা হয়নি।');
    expect(page).not.toMatch(/<[^>]* style=/);
  },
);

test('/about shows the newest text, at once', async () => {
  const older = await publishAbout(app);
  const before = await html(pages.about);
  for (const words of [ourStory.title, ourStory.short_description, ourStory.description, ourStory.content])
    expect(before).toContain(words);
  expect(before).toContain('১৫ জানুয়ারি ২০২৬');
  await publishAbout(app, { title: 'নতুন লেখা' });
  expect(await html(pages.about)).toContain('নতুন লেখা</h2>');
  expect(await html(pages.aboutDetails(older))).toContain(`${ourStory.title}</h1>`);
});

test('/packages, /clients and /info-download show what was written, at once', async () => {
  const packages = [{ package_name: 'শাপলা', installation_cost: '125000', monthly_charge: 'আলোচনা সাপেক্ষে' }];
  await sell(1, { name: 'কলেজ', packages });
  await app.changes.write(['clients', 'downloads'], async (transaction) => {
    await clients.add(transaction, { ...unknownClient, title: 'রূপসা স্কুল' });
    const link = 'https://files.example/guide.pdf';
    await addDownload(transaction, { title: 'নির্দেশিকা', link, file_key: null, sort_order: 1 });
  });
  for (const [path, words] of [
    [pages.packages, ['কলেজ</h2>', 'শাপলা', '৳ ১,২৫,০০০', 'আলোচনা সাপেক্ষে']],
    [pages.clients, ['সম্মানিত গ্রাহক তালিকা</h1>', '<span lang="en">list of honoured customers</span>', 'রূপসা স্কুল']],
    [pages.downloads, ['নির্দেশিকা', 'href="https://files.example/guide.pdf"']],
  ] as const) {
    const page = await html(path);
    for (const each of words) expect(page).toContain(each);
  }
  expect(await html(pages.downloads)).not.toContain(empty);
});

test('/packages leads from a line to its feature, says which kind is chosen, and lists once what is extra', async () => {
  const costs = { installation_cost: '1', monthly_charge: '2', students_from: 301, students_to: 800 };
  const sold = { ...costs, package_name: 'শাপলা', includes: 'ছাপা সনদ\nফোনে সহায়তা' };
  const id = await app.changes.write(['packages', 'features'], async (transaction) => {
    await addPackageGroup(transaction, { name: 'টোল', packages: [sold], note: 'এসএমএস আলাদা\nযন্ত্র আলাদা' }, 8);
    await addPackageGroup(transaction, { name: 'মক্তব', packages: [sold], note: 'এসএমএস আলাদা' }, 9);
    const feature = { title: 'সনদ', image_key: null, categoryIds: [], sort_order: 9, package_lines: 'ছাপা সনদ' };
    return addFeature(transaction, feature);
  });
  const page = await html(pages.packages);
  expect(page).toContain(`<span><a href="${pages.featureDetails(id)}">ছাপা সনদ</a></span>`);
  expect(page).toContain('<span>ফোনে সহায়তা</span>');
  const chosen = Array.from(page.matchAll(/ aria-current="true">([^<]+)</g), ([, name]) => name);
  const tables = Array.from(page.matchAll(/ class="ledger-tab">([^<]+)<\/h2>/g), ([, name]) => name);
  expect(chosen).toEqual(tables);
  const extra = Array.from(page.replaceAll('<!-- -->', '').matchAll(/<li>([^<]*আলাদা[^<]*)<\/li>/g), ([, line]) => line);
  expect(extra).toEqual(['এসএমএস আলাদা (টোল, মক্তব)', 'যন্ত্র আলাদা (টোল)']);
  expect(page.slice(0, page.indexOf('class="compare"'))).toContain(`href="${pages.calculator}"`);
  const home = await html(pages.home);
  expect(home).not.toContain('যন্ত্র আলাদা');
  expect(home).toContain('<small>৩০১ থেকে ৮০০ জন</small>');
});

test('/packages?students= calculates what each package costs, and is kept nowhere', async () => {
  await sell(2, {
    name: 'মাদ্রাসা',
    packages: [
      { package_name: 'দোয়েল', installation_cost: '১০০০০', monthly_charge: '2000' },
      { package_name: 'টুনটুনি', installation_cost: '5000', monthly_charge: 'প্রতি শিক্ষার্থী ৫ টাকা' },
      { package_name: 'চড়ুই (৩০০ শিক্ষার্থী পর্যন্ত)', installation_cost: '1000', monthly_charge: '500' },
      { package_name: 'বাবুই', installation_cost: '1000', monthly_charge: 'কথা বলে ঠিক হবে' },
    ],
  });
  for (const students of ['৩৫০', '350', '%E0%A7%A9৫0+জন']) {
    const address = `${pages.packages}?students=${encodeURI(decodeURI(students))}`;
    const page = await html(address);
    for (const words of [
      'value="৩৫০',
      '৩৪,০০০',
      '২৪,০০০',
      'জনপ্রতি মাসে ৳ ৫.৭',
      '২৬,০০০',
      '২১,০০০',
      '৩০০ জন পর্যন্ত',
      'আলোচনা সাপেক্ষে',
    ])
      expect(page, words).toContain(words);
    expect(app.cache.get(address)).toBeNull();
  }
  for (const odd of ['0', '-5', 'abc', '1e9', '<script>', '9'.repeat(500)]) {
    const page = await html(`${pages.packages}?students=${encodeURIComponent(odd)}`);
    expect(page, odd).toContain('aria-invalid="true"');
    expect(page).not.toContain('cost-page"');
    expect(page).not.toContain('value="<');
  }
  expect(await html(pages.packages)).not.toContain('aria-invalid="true"');
});

test('/packages recommends the package for that many students of a kind, with its SMS, and is kept nowhere', async () => {
  const sized = { installation_cost: '1000', monthly_charge: '200' };
  await sell(3, {
    name: 'হিফজখানা',
    note: 'যন্ত্র আলাদা',
    sms_price: '0.50',
    packages: [
      { ...sized, package_name: 'যে কারও', recommended: 1 },
      { ...sized, package_name: 'ছোটদের', students_to: 100, includes: 'হাজিরা' },
      { ...sized, package_name: 'বড়দের', students_from: 101, monthly_charge: '900', audience: 'দুই শিফট' },
    ],
  });
  const id = (await idsOf(app, 'package_categories')).at(-1);
  const quoteAt = async (query: string) =>
    /<article class="quote".*<\/article>/s.exec(await html(encodeURI(`${pages.packages}?kind=${id}&${query}`)))?.[0];
  const small = await quoteAt('students=৮০&sms=১০০');
  // 1,000 once, 12 times 200 for the package and 50 for its SMS.
  for (const words of ['ছোটদের', '৳ ৪,০০০', '৳ ৩,০০০', '৳ ২৫০', '৳ ৩.১', 'হাজিরা', 'যন্ত্র আলাদা'])
    expect(small).toContain(words);
  const withOthers = await html(encodeURI(`${pages.packages}?kind=${id}&students=৮০&sms=১০০`));
  expect(withOthers, 'the same sum among the others').toMatch(/<td>৳ ৪,০০০<\/td>/);
  expect(await quoteAt('students=101')).toContain('বড়দের');
  const [first, , large] = (await idsOf(app, 'packages')).slice(-3);
  expect(await quoteAt(`students=101&package=${first}`)).toContain('যে কারও');
  expect(await quoteAt(`students=80&package=${large}`), 'for others').toContain('ছোটদের');
  const page = await html(`${pages.packages}?kind=${id}&students=101`);
  expect(page).toContain('name="package" value="বড়দের (হিফজখানা), ১০১ শিক্ষার্থী"');
  expect(page).toContain('দুই শিফট');
  // The table of the kind that was calculated comes first, which is the one that is seen.
  const firstTable = (address: string) => html(address).then((page) => / class="ledger-tab">([^<]+)/.exec(page)?.[1]);
  expect(await firstTable(`${pages.packages}?kind=${id}&students=101`)).toBe('হিফজখানা');
  expect(await firstTable(pages.packages)).not.toBe('হিফজখানা');
  const shared = await html(`${pages.packages}?kind=${id}&students=${encodeURIComponent('১০১')}&sms=1000`);
  const address = `/packages?kind=${id}&students=101&sms=1000&package=${large}#quote`.replaceAll('&', '&#38;');
  for (const [property, content] of [
    ['title', 'বড়দের, ১০১ শিক্ষার্থী: মাসে ৳ ১,৪০০ | প্রাঙ্গণ'],
    ['description', 'হিফজখানা: প্রথম বছর ৳ ১৭,৮০০, পরের প্রতি বছর ৳ ১৬,৮০০।'],
    ['url', app.settings.publicUrl + address],
  ])
    expect(shared).toContain(`<meta property="og:${property}" content="${content}">`);
  expect(shared).toContain(`<link rel="canonical" href="${app.settings.publicUrl}${pages.packages}">`);
  expect(await quoteAt('students=101&sms=অনেক')).toBeUndefined();
});

test('/news/details/{id} shows all fields, and a change at once', async () => {
  const id = await publishNews(app, { content: '<p>প্রথম</p><script>alert(1)</script>' });
  const path = pages.newsDetails(id);
  const page = await html(path);
  for (const words of ['৫ ডিসেম্বর ২০২৬', 'datetime="2026-12-05"', admissionNews.short_title, '<p>প্রথম</p>'])
    expect(page.toLowerCase()).toContain(words.toLowerCase());
  expect(page).toContain(`${admissionNews.title}</h1>`);
  expect(page).not.toContain('alert(1)');
  expect(page).toContain(`<title>${admissionNews.title} | প্রাঙ্গণ</title>`);
  expect(page).toContain(`<meta name="description" content="${admissionNews.description}">`);
  const address = app.settings.publicUrl + path;
  expect(page).toContain(`<link rel="canonical" href="${address}">`);
  expect(page).toContain(`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`);
  await app.changes.write(['news'], (transaction) =>
    transaction.updateTable('news').set({ title: 'বদলানো শিরোনাম' }).where('id', '=', id).execute(),
  );
  expect(await html(path)).toContain('বদলানো শিরোনাম</h1>');
});

test('/features/details/{id} shows the categories with their parts, and a change at once', async () => {
  const { id, partId } = await publishFeature();
  const path = pages.featureDetails(id);
  expect(await html(pages.features)).toContain(`href="${path}"`);
  const page = await html(path);
  for (const words of [
    'হাজিরা</h1>',
    'শিক্ষার্থী</h2>',
    'দৈনিক</h3>',
    '<h4 data-level="2">ক্লাসে বসেই</h4>',
    'টাকা</h2>',
    empty,
  ])
    expect(page).toContain(words);
  expect(page).toContain(`href="#part-${partId}"`);
  expect(page).toContain('<title>হাজিরা: শিক্ষাপ্রতিষ্ঠানের সফটওয়্যার | প্রাঙ্গণ</title>');
  expect(page).toContain('<meta name="description" content="হাজিরা: শিক্ষাপ্রতিষ্ঠানের সফটওয়্যার: এক মিনিটে হাজিরা।">');
  expect(page).toContain(`<link rel="canonical" href="${app.settings.publicUrl}${path}">`);
  await app.changes.write(['features'], async (transaction) => {
    await writeFeatureContent(transaction, { featureId: id, subCategoryId: partId, content: '<p>নতুন কথা</p>' });
    const screen = { caption: 'পর্দায় যা দেখা যায়।', device: 'phone', image_key: null, sort_order: 0 };
    await featureScreens.add(transaction, { ...screen, feature_id: id });
  });
  const changed = await html(path);
  expect(changed).toContain('<p>নতুন কথা</p>');
  expect(changed).toContain('<meta property="og:description" content="হাজিরা: শিক্ষাপ্রতিষ্ঠানের সফটওয়্যার: পর্দায় যা দেখা যায়।">');
  expect(changed).toContain(`https://wa.me/?text=${encodeURIComponent(`হাজিরা\n${app.settings.publicUrl}${path}`)}`);
  expect(await html(pages.features)).toContain('<p>পর্দায় যা দেখা যায়।</p>');
});

describe.each(['about', 'news', 'features'] as const)('/%s/details/{id}', (kind) => {
  test.each(['999999', '0', '-1', '01', '1.5', '1e3', 'abc', '2147483648', '99999999999', '%00'])(
    'of the id %s is the page of what is not there',
    async (id) => expectLost(`/${kind}/details/${id}`),
  );

  test('is gone when its record is inactive or in the trash', async () => {
    const id = await { about: publishAbout, news: publishNews, features: newFeature }[kind](app);
    const path = `/${kind}/details/${id}`;
    await html(path);
    await hide(app, kind, id);
    await expectLost(path);
    await app.changes.write([kind], (transaction) =>
      transaction
        .updateTable(kind)
        .set({ status: 1, deleted_at: new Date().toISOString() })
        .where('id', '=', id)
        .execute(),
    );
    await expectLost(path);
  });
});

test('where records cannot be read, their page says which ones, in both languages, and offers to try again', async () => {
  const broken = await openTestApp();
  try {
    for (const table of ['about', 'features', 'news', 'downloads'] as const)
      await broken.database.schema.alterTable(table).renameTo(`lost_${table}`).execute();
    for (const [path, bengali, english] of [
      [pages.downloads, 'ডাউনলোডের তালিকা', 'Failed to load downloads'],
      [pages.featureDetails(1), 'ফিচারের বিবরণ', 'Failed to load feature details'],
      [pages.newsDetails(1), 'খবরের বিবরণ', 'Failed to load news details'],
      [pages.aboutDetails(1), 'পরিচিতির বিবরণ', 'Failed to load about details'],
    ] as const) {
      const answer = await broken.get(path, asBrowser);
      expect(answer.status, path).toBe(500);
      expect(answer.text, path).toContain(`${bengali} আনা গেল না</h1>`);
      expect(answer.text, path).toContain(`<span lang="en">${english}</span>`);
      expect(answer.text, path).toContain('<a href="" class="button button-primary">');
    }
    expect((await broken.get(pages.home, asBrowser)).text).not.toContain('Failed to load');
  } finally {
    await broken.close();
  }
});

async function expectLost(path: string): Promise<void> {
  const answer = await app.get(path, asBrowser);
  expect(answer.status, path).toBe(404);
  expect(answer.text).toContain('পথ হারিয়ে গেছে');
  expect(answer.text).toContain('<meta name="robots" content="noindex">');
}

/** A feature with two categories; only the first has something to tell. */
async function publishFeature(): Promise<{ id: number; partId: number }> {
  return app.changes.write(['features'], async (transaction) => {
    const students = await addFeatureCategory(transaction, { category_name: 'শিক্ষার্থী', subCategories: ['দৈনিক'] }, 1);
    const money = await addFeatureCategory(transaction, { category_name: 'টাকা', subCategories: [] }, 2);
    const categoryIds = [students.id, money.id];
    const id = await addFeature(transaction, { title: 'হাজিরা', image_key: null, categoryIds, sort_order: 1 });
    const [partId = 0] = students.subCategoryIds;
    await writeFeatureContent(transaction, {
      featureId: id,
      subCategoryId: partId,
      content: '<h2>ক্লাসে বসেই</h2><p>এক মিনিটে হাজিরা। তারপর বার্তা।</p>',
    });
    return { id, partId };
  });
}

async function newFeature(): Promise<number> {
  await app.changes.write(['features'], (transaction) =>
    addFeature(transaction, { title: 'একা', image_key: null, categoryIds: [], sort_order: 9 }),
  );
  return (await idsOf(app, 'features')).at(-1) ?? 0;
}

test('a list that cannot be read leaves the home page standing, which says so, is not kept, and is whole again later', async () => {
  await publishAbout(app, { title: 'যা থাকে' });
  const rename = (from: string, to: string) => app.database.schema.alterTable(from).renameTo(to).execute();
  await rename('statistics', 'statistics_away');
  const standing = await html(pages.home);
  await rename('statistics_away', 'statistics');
  expect(standing).toContain('যা থাকে');
  expect(standing).toMatch(
    /<h2 id="statistics-heading">[^<]+<\/h2>.*এই অংশটুকু আনা গেল না।.*<a href="\/" class="button[^>]*>.*আবার চেষ্টা/s,
  );
  expect(await html(pages.home)).not.toContain('এই অংশটুকু আনা গেল না।');
});
