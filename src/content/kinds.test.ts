import { existsSync, globSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { screens } from '#admin/screens.ts';
import type { Description } from '#api/openapi.ts';
import { adminCalls, adminPages, callsDescription } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { dataUrl, openOffice } from '../../test/helpers/office.ts';
import { routesOf } from '../../test/helpers/routes.ts';
import { addSampleWithoutPictures } from '../../test/helpers/sample.ts';
import { allKindsOnServer, kindsOnServer } from './kinds.server.ts';
import { kinds } from './kinds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
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

test('every table with a trash, a picture or rich text belongs to a kind that says so', async () => {
  const tables = await app.database.introspection.getTables();
  const having = (column: string) =>
    tables.filter(({ columns }) => columns.some(({ name }) => name === column)).map(({ name }) => name);
  const contentTables = [...allKindsOnServer.flatMap((kind) => kind.tables)];
  // What is no content: leads, templates, redirects and the library have a trash of their own, the vendor's facts and people have pictures.
  expect(
    having('deleted_at')
      .filter(
        (name) => !['demo_requests', 'message_templates', 'redirects', 'webhooks', 'library_pictures'].includes(name),
      )
      .sort(),
  ).toEqual([...contentTables].sort());
  const pictured = allKindsOnServer.flatMap(({ pictures }) =>
    pictures.flatMap((place) => (place.picture === 'image_key' ? place.table : [])),
  );
  expect(
    having('image_key')
      .filter((name) => !['site_settings', 'users'].includes(name))
      .sort(),
  ).toEqual([...pictured].sort());
});

test('webhooks are told when a record of any kind appears on the site, and when it is taken off', async () => {
  const app = await openTestApp();
  try {
    await addSampleWithoutPictures(app);
    const office = await openOffice(app);
    const url = 'http://127.0.0.1:9/never-called';
    const image = await dataUrl(20, 20);
    await office.made(adminCalls.webhooks, { url, events: ['content.published', 'content.removed'] });
    await app.jobs.get('deliveries')?.close();
    const description = (await app.get(callsDescription)).json<Description>();
    // Visitors see them only in what they are parts of.
    const silent: string[] = [adminCalls.featureCategories, adminCalls.featureSubCategories, adminCalls.featureScreens];
    for (const { call } of kinds) {
      if (!call || silent.includes(call)) continue;
      const { data } = (await office.get(`${call}?all=1&per_page=100`)).json<{ data: SampleRecord[] }>();
      const record = data.find(({ status }) => status === 1);
      expect(record, call).toBeDefined();
      await app.database.deleteFrom('deliveries').execute();
      const form = { ...record, ...(record && 'image' in record && { image }), updated_at: null };
      for (const status of [0, 1]) {
        const answer = await office.put(`${call}/${record?.id}`, { ...form, status });
        expect([call, answer.status, answer.text]).toEqual([call, 200, expect.anything()]);
      }
      const sent = await app.database.selectFrom('deliveries').select('body').orderBy('id').execute();
      const bodies = sent.map(({ body }) => JSON.parse(body));
      expect([call, bodies.map(({ type }) => type)]).toEqual([call, ['content.removed', 'content.published']]);
      for (const { type, data } of bodies) {
        expect([call, data.title]).toEqual([call, expect.stringMatching(/./)]);
        expect([data.path, (await app.get(data.path.replace(/#.*/, ''))).status]).toEqual([data.path, 200]);
        expect(Object.keys({ ...data, link: '' }).sort()).toEqual(describedFields(description, type));
      }
    }
  } finally {
    await app.close();
  }
});

interface SampleRecord {
  id: number;
  status: number;
}

function describedFields({ webhooks }: Description, event: string): string[] {
  const body = webhooks[event]?.post.requestBody?.content['application/json']?.schema;
  return Object.keys(body?.properties?.data?.properties ?? {}).sort();
}
