import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls, health, leadCalls } from '#paths.ts';
import { migrate } from '#server/database/migrate.server.ts';
import { type Database, openDatabase } from '#server/database/open.server.ts';
import { openTestApp, type TestApp } from '../test/helpers/app.ts';
import { salma } from '../test/helpers/content.ts';
import { askForDemo, callOf } from '../test/helpers/leads.ts';
import { sendAs, tryLogin } from '../test/helpers/staff.ts';
import { freshStore, type Store, storeKind } from '../test/helpers/store.ts';
import type { WholeLead } from './leads/lead/schema.ts';

/** A store that version 0.1 made, with rows in all its tables. */
describe('The tables of a store of version 0.1', () => {
  let store: Store;
  let database: Database;
  beforeAll(async () => {
    store = await freshStore(storeKind, '0.1');
    database = openDatabase(store, () => undefined);
  });
  afterAll(async () => {
    await database.destroy();
    await store.remove();
  });

  test('are left alone where an older program left the store half-way', async () => {
    await sql`delete from kysely_migration where name = '013-personal-access'`.execute(database);
    const before = [await schemaOf(database), await rowsOf(database)];
    await expect(migrate(database)).rejects.toThrow(
      'the store ends with the migration 012-pieces-of-words: start version 0.1.0 on it once, then this one',
    );
    expect([await schemaOf(database), await rowsOf(database)]).toEqual(before);
    await sql`insert into kysely_migration values ('013-personal-access', '2026-11-22T17:38:35.057Z')`.execute(
      database,
    );
  });

  test('become those of a fresh one with all their rows, once', async () => {
    const rows = withNamesOfToday(await rowsOf(database));
    expect(Object.keys(rows).length).toBeGreaterThan(40);
    await migrate(database);
    const fresh = await freshStore();
    const freshDatabase = openDatabase(fresh, () => undefined);
    const [schema, migrations] = [await schemaOf(freshDatabase), await migrationsOf(freshDatabase)];
    await freshDatabase.destroy();
    await fresh.remove();

    for (const again of [false, true]) {
      if (again) await migrate(database);
      expect(await schemaOf(database)).toEqual(schema);
      expect(await rowsOf(database)).toMatchObject(rows);
      expect((await migrationsOf(database)).map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    }
  });
});

test('a link to set a password that lay in clear in a mail is gone after the update', async () => {
  const store = await freshStore(storeKind, '0.1');
  const database = openDatabase(store, () => undefined);
  const now = new Date().toISOString();
  const mail = { recipient: 'a@b.example', subject: 'x', text: 'token=abc', html: 'token=abc', kind: 'password_reset' };
  for (const state of ['queued', 'sent'] as const) {
    await database
      .insertInto('mails')
      .values({
        ...{ ...mail, is_secret: state === 'queued' ? 1 : 0, state, message_id: state, search_text: '' },
        ...{ next_attempt_at: now, created_at: now, updated_at: now },
      })
      .execute();
  }
  await migrate(database);
  const mails = database.selectFrom('mails').selectAll().where('recipient', '=', mail.recipient).orderBy('id');
  expect(await mails.execute()).toMatchObject([
    { state: 'cancelled', text: '', html: '' },
    { state: 'sent', ...mail },
  ]);
  await database.destroy();
  await store.remove();
});

describe('The program on a store of version 0.1', () => {
  const env = { SECRET: 'a secret of the fixtures, 32 letters or more' };
  let store: Store;
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    store = await freshStore(storeKind, '0.1');
    await start();
  });
  afterAll(async () => {
    await app.close();
    await store.remove();
  });

  async function start(): Promise<void> {
    app = await openTestApp({ store, env });
    const answer = await tryLogin(app, { email: 'admin@example.com', password: 'prangon-before-2026' });
    expect(answer.status, answer.text).toBe(200);
    token = answer.json<{ token: string }>().token;
  }

  const get = async <T>(path: string): Promise<T> => {
    const answer = await sendAs(app, token, 'GET', path);
    expect(answer.status, answer.text).toBe(200);
    return answer.json<T>();
  };
  const totalOf = async (list: string, search: string) =>
    (await get<{ total: number }>(`${list}?search=${encodeURIComponent(search)}`)).total;

  test('lists everything and finds it, with an index and without', async () => {
    expect((await app.get(health.ready)).status).toBe(200);
    for (const [list, search, hits] of [
      [adminCalls.news, 'লাইনভর', 0],
      [adminCalls.news, 'নলাই ভর্', 2],
      [adminCalls.videos, 'যেভা', 1],
      [adminCalls.clients, 'বিদ্যা', 7],
      [adminCalls.testimonials, 'রভী', 1],
      [adminCalls.packages, 'ছো', 1],
      [leadCalls.list, 'কপোত', 1],
      [leadCalls.list, '০১৭১২-৩৪৫৬৭৮', 1],
    ] as const)
      expect(await totalOf(list, search), `${list} ${search}`).toBe(hits);
    expect((await app.get(`${calls.search}?q=${encodeURIComponent('দ্বিতীয়বার')}`)).json()).toMatchObject({ total: 1 });
    expect(await totalOf(adminCalls.mails, 'rahim')).toBeGreaterThan(0);
  });

  test('shows a lead with its history', async () => {
    const { data: leads } = await get<{ data: { id: number }[] }>(`${leadCalls.list}?search=rahim`);
    expect(leads).toHaveLength(1);
    const { data: lead } = await get<{ data: WholeLead }>(callOf(leadCalls.one, leads[0]?.id ?? 0));
    expect(lead).toMatchObject({ name: 'আব্দুর রহিম', status: 'contacted', next_step: 'Call again' });
    const events = lead.history.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['received', 'access_made', 'noted', 'merged', 'mail_resent']));
  });

  test('writes, and finds what it wrote after the next start too', async () => {
    const video = { gallery_title: 'নক্ষত্রমেলা', gallery_link: 'https://youtu.be/dQw4w9WgXcQ', status: 1 };
    expect((await sendAs(app, token, 'POST', adminCalls.videos, video)).status).toBe(201);
    await askForDemo(app, { ...salma, institute_name: 'নক্ষত্র স্কুল' });
    for (const again of [false, true]) {
      if (again) {
        await app.close();
        await start();
      }
      expect(await totalOf(adminCalls.videos, 'ত্রমেলা')).toBe(1);
      expect(await totalOf(leadCalls.list, 'ক্ষত্র')).toBe(1);
      expect((await app.get(health.ready)).status).toBe(200);
    }
  });
});

function migrationsOf(database: Database): Promise<{ name: string }[]> {
  return sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(database)
    .then(({ rows }) => rows);
}

/** What the tables hold that are not made from others. */
async function rowsOf(database: Database): Promise<Record<string, unknown[]>> {
  const names =
    storeKind === 'postgres'
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
  const tables = (await names.execute(database)).rows.filter(({ name }) => !/_search|^kysely_|^sqlite_/.test(name));
  const rows = tables.map(
    async ({ name }) => [name, (await sql`select * from ${sql.table(name)}`.execute(database)).rows] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}

/** Some columns have got the names that clients know. */
function withNamesOfToday(tables: Record<string, unknown[]>): Record<string, unknown[]> {
  const names: Record<string, Record<string, string>> = {
    statistics: { title: 'statistics_title', count: 'statistics_count' },
    videos: { title: 'gallery_title', link: 'gallery_link' },
    packages: { name: 'package_name' },
    feature_categories: { name: 'category_name' },
    feature_sub_categories: { name: 'sub_category_name' },
  };
  const renamed = (table: string) => (row: unknown) =>
    Object.fromEntries(Object.entries(row as object).map(([name, value]) => [names[table]?.[name] ?? name, value]));
  const today = Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.map(renamed(table))]));
  // There was one role, and it may do everything.
  const { lead_views: views = [], ...others } = today;
  return {
    ...others,
    users: (today.users ?? []).map((user) => ({ ...user, role: 'owner' })),
    // There were saved views of one list.
    list_views: views.map((view) => ({ ...view, list: '/admin/contact-requests' })),
  };
}

/** Everything that makes the tables what they are, in any order. */
async function schemaOf(database: Database): Promise<string[]> {
  const queries =
    storeKind === 'postgres' ? schemaOnPostgres : [sql`select type, name, tbl_name, sql from sqlite_master`];
  const rows = await Promise.all(queries.map(async (query) => (await query.execute(database)).rows));
  return rows
    .flat()
    .map((row) => JSON.stringify(row))
    .map((text) =>
      text
        .replaceAll('\\"', '')
        .replace(/\\n|\s+/g, ' ')
        .replace(/ *([(),]) */g, '$1'),
    )
    .map((text) => text.replace(/(default (?:'[^']*'|\d+)) not null/g, 'not null $1'))
    .sort();
}

const schemaOnPostgres = [
  sql`select table_name, column_name, ordinal_position, data_type, column_default, is_nullable, generation_expression
    from information_schema.columns where table_schema = 'public'`,
  sql`select attrelid::regclass, attname, attstorage, attstattarget from pg_attribute
    join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0`,
  sql`select relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace`,
  sql`select indexdef from pg_indexes where schemaname = 'public'`,
  sql`select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace`,
  sql`select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  sql`select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
];
