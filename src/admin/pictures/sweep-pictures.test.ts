// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import { picturesModule } from './api.server.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

/** Each time another picture. */
let drawn = 20;
const picture = () => dataUrl(drawn++, 20);

const news = async (more: object) =>
  office.made(adminCalls.news, { date: '2026-01-01', short_title: 'x', title: 'x', description: 'x', ...more });

async function sweepAfterALongTime(): Promise<void> {
  await app.database.updateTable('pictures').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute();
  const job = picturesModule.cleanups(app).find(({ name }) => name === 'pictures');
  await job?.run();
}

const status = async (url: unknown) => (await app.get(String(url))).status;

test('pictures of records and of texts stay; those that nothing shows any more go, with all their files', async () => {
  const record = await news({ image: await picture(), content: `<p><img src="${await picture()}" alt="x"></p>` });
  const shown = String(record.image);
  const inText = /\/media\/\w+\.webp/.exec(String(record.content))?.[0];
  expect(await status(inText)).toBe(200);
  const logo = await app.database
    .insertInto('pictures')
    .values(row('a'.repeat(40)))
    .returning('key')
    .execute();
  expect(logo).toHaveLength(1);
  const { email } = (await office.get(calls.account)).json<{ data: { email: string } }>().data;
  await office.put(calls.account, { name: 'রুমা', email, image: await picture() });
  const portrait = String((await office.get(calls.account)).json<{ data: { image: string } }>().data.image);

  await sweepAfterALongTime();
  expect(await keys(), 'a row that nothing refers to').not.toContain('a'.repeat(40));
  for (const url of [shown, inText, portrait]) expect(await status(url), String(url)).toBe(200);

  const path = `${adminCalls.news}/${record.id}`;
  await office.put(path, { ...record, image: await picture(), content: '<p>ছবি ছাড়া</p>' });
  // Its versions would keep them too.
  await app.database.deleteFrom('pictures_in_versions').execute();
  await sweepAfterALongTime();
  expect(await status(shown)).toBe(404);
  expect(await status(inText)).toBe(404);
  expect(await status(portrait)).toBe(200);
});

test('what lies in the trash keeps its pictures, and a picture of today is not looked at', async () => {
  const deleted = await news({ image: await picture() });
  await office.delete(`${adminCalls.news}/${deleted.id}`);
  await sweepAfterALongTime();
  expect(await status(deleted.image)).toBe(200);
  await app.database
    .insertInto('pictures')
    .values({ ...row('b'.repeat(40)), created_at: new Date().toISOString() })
    .execute();
  await picturesModule
    .cleanups(app)
    .find(({ name }) => name === 'pictures')
    ?.run();
  expect(await keys()).toContain('b'.repeat(40));
});

test('every table that shows a picture is asked before one is removed', async () => {
  const tables = (await app.database.introspection.getTables()).filter(({ name }) => name !== 'pictures');
  const queriedTables = new Set<string>();
  const watched = app.database.withPlugin({
    transformQuery: ({ node }) => {
      JSON.stringify(node, (_name, value: unknown) => {
        const { name } = (value ?? {}) as { name?: unknown };
        if (typeof name === 'string') queriedTables.add(name);
        return value;
      });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await picturesModule
    .cleanups({ ...app, database: watched })
    .find(({ name }) => name === 'pictures')
    ?.run();
  const pictured = tables.filter(({ columns }) => columns.some(({ name }) => /(image|picture|logo)_key/.test(name)));
  for (const { name } of pictured) expect(queriedTables).toContain(name);
});

function row(key: string) {
  return { key, width: 20, height: 20, size: 100, created_at: '2026-01-01T00:00:00.000Z' };
}

async function keys(): Promise<string[]> {
  return (await app.database.selectFrom('pictures').select('key').execute()).map(({ key }) => key);
}
