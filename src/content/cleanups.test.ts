import { beforeAll, expect, test } from 'vitest';
import { contentModule } from '#content/module.server.ts';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { idsOf } from '../../test/helpers/content.ts';
import { dataUrl, type Office, openOffice } from '../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const tables = [
  ...(['about', 'news', 'testimonials', 'videos', 'statistics', 'clients', 'downloads', 'packages'] as const),
  ...(['package_categories', 'features', 'feature_sub_categories', 'feature_categories'] as const),
];

test('what was deleted 30 days ago is gone for good; the rest stays', async () => {
  const image = await dataUrl(20, 20);
  const title = 'x';
  const paths: [string, object][] = [
    [adminCalls.about, { title, short_description: 'x', image }],
    [adminCalls.news, { date: '2026-01-01', short_title: 'x', title, description: 'x', image }],
    [adminCalls.testimonials, { name: 'x', position: 'x', description: 'x', image }],
    [adminCalls.videos, { gallery_title: 'x', gallery_link: 'https://youtu.be/dQw4w9WgXcQ' }],
    [adminCalls.statistics, { statistics_title: 'x', statistics_count: 1, image }],
    [adminCalls.clients, { image }],
    [adminCalls.downloads, { title, file_url: 'https://files.example/x.pdf' }],
  ];
  const deleted: string[] = [];
  for (const [path, form] of paths) {
    await office.made(path, form);
    deleted.push(`${path}/${(await office.made(path, form)).id}`);
  }
  deleted.push(...(await priceTable()), ...(await featureTree(image)));
  for (const address of deleted) expect((await office.delete(address)).status, address).toBe(200);

  await sweep();
  expect(await counts(), 'nothing is old enough').toEqual(new Map(tables.map((table) => [table, 2])));

  const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString();
  for (const table of tables) {
    await app.database
      .updateTable(table as 'news')
      .set({ deleted_at: longAgo })
      .where('deleted_at', 'is not', null)
      .execute();
  }
  await Promise.all([sweep(), sweep()]);
  expect(await counts()).toEqual(new Map(tables.map((table) => [table, 1])));
  expect(await office.ids(`${adminCalls.news}?search=x`)).toHaveLength(1);
});

test('a category waits for what still lies in the trash', async () => {
  const category = await office.made(adminCalls.packageCategories, { name: 'অপেক্ষা' });
  const item = await office.made(adminCalls.packages, packageIn(category.id));
  await office.delete(`${adminCalls.packages}/${item.id}`);
  await office.delete(`${adminCalls.packageCategories}/${category.id}`);
  await app.database
    .updateTable('package_categories')
    .set({ deleted_at: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', category.id)
    .execute();
  await sweep();
  expect(await office.ids(`${adminCalls.packages}?trash=1`)).toContain(item.id);
});

/** Of two groups with a package each: what to delete of the second, in the order in which it may be deleted. */
async function priceTable(): Promise<string[]> {
  const groups: string[][] = [];
  for (const name of ['x', 'y']) {
    const { id } = await office.made(adminCalls.packageCategories, { name });
    const item = await office.made(adminCalls.packages, packageIn(id));
    groups.push([`${adminCalls.packages}/${item.id}`, `${adminCalls.packageCategories}/${id}`]);
  }
  return groups[1] ?? [];
}

function packageIn(selectedCategory: number) {
  return { selectedCategory, package_name: 'x', intstilation_cost: 1, monthly_charge: 1 };
}

async function featureTree(image: string): Promise<string[]> {
  const addresses: string[][] = [];
  for (const name of ['x', 'y']) {
    const category = await office.made(adminCalls.featureCategories, { category_name: name });
    const part = await office.made(adminCalls.featureSubCategories, {
      sub_category_name: name,
      selectedCategory: category.id,
    });
    const feature = await office.made(adminCalls.features, { title: name, selectedCategory: [category.id], image });
    const place = { SingleFeature: feature.id, singleCategory: category.id, selectedSubCategory: part.id };
    await office.post(adminCalls.storeFeatureContent, { ...place, content: '<p>x</p>' });
    addresses.push([
      `${adminCalls.features}/${feature.id}`,
      `${adminCalls.featureSubCategories}/${part.id}`,
      `${adminCalls.featureCategories}/${category.id}`,
    ]);
  }
  return addresses[1] ?? [];
}

async function sweep(): Promise<void> {
  for (const { run } of contentModule.cleanups(app)) await run();
}

async function counts(): Promise<Map<string, number>> {
  const result = new Map<string, number>();
  for (const table of tables) result.set(table, (await idsOf(app, table)).length);
  return result;
}
