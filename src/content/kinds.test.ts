import { existsSync, globSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { screens } from '#admin/screens.ts';
import type { Description } from '#api/openapi.ts';
import { contentModule } from '#content/module.server.ts';
import { adminCalls, adminPages, callsDescription, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { idsOf } from '../../test/helpers/content.ts';
import { dataUrl, type Office, openOffice, placeForText, type Record } from '../../test/helpers/office.ts';
import { routesOf } from '../../test/helpers/routes.ts';
import { addSampleWithoutPictures } from '../../test/helpers/sample.ts';
import { allKindsOnServer, kindsOnServer } from './kinds.server.ts';
import { kinds } from './kinds.ts';

let app: TestApp;
let office: Office;
let image: string;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  image = await dataUrl(20, 20);
  return app.close;
});

test('every folder of a kind is in the list of the server', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const withKind = folders.filter(({ name }) => existsSync(`${import.meta.dirname}/${name}/kind.ts`));
  expect(withKind.map(({ name }) => name).sort()).toEqual(Object.keys(kindsOnServer).sort());
});

test('every screen has one place in the menu, and every address of the office a screen', () => {
  expect(screens.map(({ path }) => path).sort()).toEqual(Object.values(adminPages).sort());
  expect(new Set(screens.map(({ place }) => place)).size).toBe(screens.length);
});

test('every module of a screen is there, and every admin.tsx is one of a screen', () => {
  const there = globSync('**/admin.tsx', { cwd: path.join(import.meta.dirname, '..') });
  expect(screens.map(({ module }) => module).sort()).toEqual(there.sort());
});

test('a sort of search result belongs to one kind', () => {
  const found = allKindsOnServer.flatMap(({ searchable }) => Object.keys(searchable?.found ?? {}));
  expect(found.toSorted()).toEqual([...new Set(found)].toSorted());
});

test('the activity has a name for every table of a kind', () => {
  const named = screens.flatMap(({ audited = {} }) => Object.keys(audited));
  expect(named).toEqual(expect.arrayContaining(allKindsOnServer.flatMap(({ tables }) => tables)));
});

test('every list that a screen names is mounted, for the back office alone', () => {
  const mounted = routesOf(app);
  for (const { call } of kinds) if (call) expect(mounted).toContain(`GET ${call}`);
  for (const { call } of kinds) if (call) expect(Object.values(adminCalls)).toContain(call);
});

test('every table with a trash belongs to a kind that says so', async () => {
  const tables = await app.database.introspection.getTables();
  const withTrash = tables.filter(({ columns }) => columns.some(({ name }) => name === 'deleted_at'));
  // What is no content: leads, templates, redirects, webhooks and the library have a trash of their own.
  const others = ['demo_requests', 'message_templates', 'redirects', 'webhooks', 'library_pictures'];
  const ofKinds = allKindsOnServer.flatMap((kind) => kind.tables);
  expect(withTrash.map(({ name }) => name).sort()).toEqual([...others, ...ofKinds].sort());
});

test('webhooks are told when a record of any kind appears on the site, and where, and when it is taken off', async () => {
  const app = await openTestApp();
  try {
    await addSampleWithoutPictures(app);
    const office = await openOffice(app);
    const url = 'http://127.0.0.1:9/never-called';
    await office.made(adminCalls.webhooks, { url, events: ['content.published', 'content.removed'] });
    await app.jobs.get('deliveries')?.close();
    const told = async () => {
      const sent = await app.database.selectFrom('deliveries').select('body').orderBy('id').execute();
      return sent.map(({ body }) => JSON.parse(body));
    };
    const description = (await app.get(callsDescription)).json<Description>();
    // Visitors see them only in what they are parts of.
    const silent: string[] = [adminCalls.featureCategories, adminCalls.featureSubCategories, adminCalls.featureScreens];
    for (const { call } of kinds) {
      if (!call || silent.includes(call)) continue;
      const all = (await office.get(`${call}?all=1&per_page=100`)).json<{ data: Record[] }>().data;
      const record = all.find(({ status }) => status === 1);
      expect(record, call).toBeDefined();
      await app.database.deleteFrom('deliveries').execute();
      const form = { ...record, ...(record && 'image' in record && { image }), updated_at: null };
      for (const status of [0, 1]) {
        const answer = await office.put(`${call}/${record?.id}`, { ...form, status });
        expect([call, answer.status, answer.text]).toEqual([call, 200, expect.anything()]);
      }
      const bodies = await told();
      expect([call, bodies.map(({ type }) => type)]).toEqual([call, ['content.removed', 'content.published']]);
      for (const { type, data } of bodies) {
        expect([call, data.title]).toEqual([call, expect.stringMatching(/./)]);
        expect([data.path, (await app.get(data.path.replace(/#.*/, ''))).status]).toEqual([data.path, 200]);
        expect(Object.keys({ ...data, link: '' }).sort()).toEqual(describedFields(description, type));
      }
    }
    const place = await placeForText(office, image);
    const text = await office.made(adminCalls.storeFeatureContent, { ...place, content: '<p>x</p>' });
    const faq = await office.made(adminCalls.faq, { question: 'x', answer: '<p>x</p>', status: 1 });
    const part = pages.featurePart(place.SingleFeature, place.selectedSubCategory);
    const type = 'content.published';
    expect((await told()).slice(-2)).toMatchObject([
      { type, data: { kind: 'feature_details', id: text.id, title: '', path: part } },
      { type, data: { kind: 'faq', id: faq.id, title: 'x', path: pages.faqAnswer(faq.id) } },
    ]);
  } finally {
    await app.close();
  }
});

const tables = [
  ...(['about', 'news', 'testimonials', 'videos', 'statistics', 'clients', 'downloads', 'packages'] as const),
  ...(['package_categories', 'features', 'feature_sub_categories', 'feature_categories'] as const),
];

test('what was deleted 30 days ago is gone for good; the rest stays', async () => {
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
  deleted.push(...(await priceTable()), ...(await featureTree()));
  for (const address of deleted) expect((await office.delete(address)).status, address).toBe(200);

  await sweep();
  expect(await counts(), 'nothing is old enough').toEqual(new Map(tables.map((table) => [table, 2])));

  const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString();
  for (const table of tables) {
    const trash = app.database.updateTable(table as 'news').where('deleted_at', 'is not', null);
    await trash.set({ deleted_at: longAgo }).execute();
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
  const own = app.database.updateTable('package_categories').where('id', '=', category.id);
  await own.set({ deleted_at: '2020-01-01T00:00:00.000Z' }).execute();
  await sweep();
  expect(await office.ids(`${adminCalls.packages}?trash=1`)).toContain(item.id);
});

function describedFields({ webhooks }: Description, event: string): string[] {
  const body = webhooks[event]?.post.requestBody?.content['application/json']?.schema;
  return Object.keys(body?.properties?.data?.properties ?? {}).sort();
}

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

async function featureTree(): Promise<string[]> {
  const { features, featureSubCategories, featureCategories, storeFeatureContent } = adminCalls;
  const addresses: string[][] = [];
  for (let count = 0; count < 2; count++) {
    const place = await placeForText(office, image);
    await office.made(storeFeatureContent, { ...place, content: '<p>x</p>' });
    addresses.push([
      `${features}/${place.SingleFeature}`,
      `${featureSubCategories}/${place.selectedSubCategory}`,
      `${featureCategories}/${place.singleCategory}`,
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
