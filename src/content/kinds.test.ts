import { existsSync, globSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screens } from '#admin/screens.ts';
import { adminCalls, adminPages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { routesOf } from '../../test/helpers/routes.ts';
import { allKindsOnServer, kindsOnServer } from './kinds.server.ts';
import { kinds } from './kinds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

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
