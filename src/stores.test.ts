// @module-tag postgres
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { searchText } from '#cms/collections/listed-table.server.ts';
import { adminCalls, calls, health, leadCalls, pages } from '#paths.ts';
import { migrate } from '#platform/database/migrate.server.ts';
import { type Database, openDatabase } from '#platform/database/open.server.ts';
import { projectRoot } from '#platform/settings/project-root.server.ts';
import { openTestApp } from '../test/helpers/app.ts';
import { prangon } from '../test/helpers/command.ts';
import { salma } from '../test/helpers/content.ts';
import { askForDemo, callOf } from '../test/helpers/leads.ts';
import { withAdmin } from '../test/helpers/postgres/databases.ts';
import { sendAs, tryLogin } from '../test/helpers/staff.ts';
import { freshStore, releasedVersions, type Store, storeKind } from '../test/helpers/store.ts';
import type { WholeLead } from './leads/lead/schema.ts';

/** A store that version 0.1 made, with rows in all its tables. */
describe('The tables of a store of version 0.1', () => {
  let store: Store;
  let database: Database;
  beforeAll(async () => {
    store = await freshStore(storeKind, '0.1.0');
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
      'The store ends with the migration 012-pieces-of-words: start version 0.1.0 on it once, then this one.',
    );
    expect([await schemaOf(database), await rowsOf(database)]).toEqual(before);
    await sql`insert into kysely_migration values ('013-personal-access', '2026-11-22T17:38:35.057Z')`.execute(
      database,
    );
  });

  test('stay as they were where one is there that is not ours, with a word on what to do', async () => {
    await sql`create table redirects (address text)`.execute(database);
    const before = [await schemaOf(database), await rowsOf(database), await namesOfMigrations(database)];
    await expect(migrate(database)).rejects.toThrow(
      /^The store can't be brought up to date: 012-lists: .*redirects.* already exists. Nothing was changed. The version before still opens it.\nSomething is in this database that Prangon did not make/,
    );
    expect([await schemaOf(database), await rowsOf(database), await namesOfMigrations(database)]).toEqual(before);
    await sql`drop table redirects`.execute(database);
  });

  test.runIf(storeKind === 'postgres')('stay as they were where another program holds them', async () => {
    const before = await namesOfMigrations(database);
    await withAdmin(String(store.databaseUrl), async (other) => {
      await other.query('begin; lock table news in access exclusive mode');
      await expect(migrate(database)).rejects.toThrow('End what uses this database');
    });
    expect(await namesOfMigrations(database)).toEqual(before);
  });

  test('keep all their rows', async () => {
    const rows = withNamesOfToday(await rowsOf(database));
    expect(Object.keys(rows).length).toBeGreaterThanOrEqual(40);
    await migrate(database);
    expect(await rowsOf(database)).toMatchObject(rows);
    const mails = await database.selectFrom('mails').selectAll().where('kind', '=', 'demo_access').execute();
    const own = mails.filter(({ text }) => text.includes('/own/'));
    expect(own.every(({ text }) => text.includes('পাসওয়ার্ড ••••\n'))).toBe(true);
    const cancelled = own.filter(({ state }) => state === 'cancelled');
    expect(cancelled).toHaveLength(1);
    const { access_mail } = await database
      .selectFrom('demo_requests')
      .select('access_mail')
      .where('id', '=', Number(cancelled[0]?.reference_id))
      .executeTakeFirstOrThrow();
    expect(access_mail).toBe('waiting');
  });
});

describe.each(releasedVersions)('A store of version %s', (version) => {
  let store: Store;
  let database: Database;
  let fresh: string[][];
  beforeAll(async () => {
    fresh = await onStore(await freshStore(), async (made) => [await schemaOf(made), await namesOfMigrations(made)]);
    store = await freshStore(storeKind, version);
    database = openDatabase(store, () => undefined);
  });
  afterAll(async () => {
    await database.destroy();
    await store.remove();
  });

  // Stores of the oldest take each step of the others.
  const tags = version === releasedVersions.at(0) || version === releasedVersions.at(-1) ? [] : ['full'];
  test('has the tables of a fresh one when it was brought up to date, once or twice, and serves', {
    tags,
  }, async () => {
    const counts = withoutGone(await countsOf(database));
    for (const again of [false, true]) {
      await migrate(database);
      expect(await schemaOf(database), again ? 'again' : 'once').toEqual(fresh[0]);
      expect(await namesOfMigrations(database)).toEqual(fresh[1]);
    }
    expect(await countsOf(database)).toMatchObject(counts);
    const app = await openTestApp({ store });
    for (const path of [health.ready, pages.home, pages.news]) expect((await app.get(path)).status, path).toBe(200);
    const searches = (await prangon(store, ['verify'])).out.split('\n').filter((line) => line.startsWith('search'));
    expect(searches).toEqual([]);
    await app.close();
  });
});

test('docs/scale.md says of every table what bounds it, or why nothing does', async () => {
  const scale = readFileSync(path.join(projectRoot, 'docs/scale.md'), 'utf8');
  const [, section = ''] = scale.split('\n## What grows\n');
  const named = [...section.matchAll(/`([a-z_]+)`(?=[^|\n]*\|[^|\n]+\|$)/gm)].map(([, name]) => name);
  await onStore(await freshStore(), async (database) => {
    expect(named.sort()).toEqual(Object.keys(await rowsOf(database)).sort());
  });
});

test.runIf(storeKind === 'postgres')('an instance waits while another one brings the store up to date', async () => {
  const store = await freshStore(storeKind, '0.1.0');
  await onStore(store, (database) =>
    withAdmin(String(store.databaseUrl), async (other) => {
      const before = await namesOfMigrations(database);
      await other.query('select pg_advisory_lock(3853314791062309107)');
      const migrated = migrate(database);
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
      expect(await namesOfMigrations(database)).toEqual(before);
      await other.query('select pg_advisory_unlock_all()');
      await migrated;
      expect(await namesOfMigrations(database)).not.toEqual(before);
    }),
  );
});

test.runIf(storeKind === 'sqlite')('a store whose disk is full gets no table, and a word on what to do', async () => {
  await onStore(await freshStore(storeKind, 'empty'), async (database) => {
    await sql`pragma max_page_count = 20`.execute(database);
    await expect(migrate(database)).rejects.toThrow(/database or disk is full. Nothing was changed.\nMake room/);
    expect(await rowsOf(database)).toEqual({});
  });
});

test('a store without tables of ours, in a database with one of the same name, gets none', async () => {
  await onStore(await freshStore(storeKind, 'empty'), async (database) => {
    await sql`create table news (id integer)`.execute(database);
    // Nothing of a version before: there was none.
    await expect(migrate(database)).rejects.toThrow(/001-content: .* Nothing was changed\.\nSomething is in this/);
    expect(await rowsOf(database)).toEqual({ news: [] });
  });
});

test('after the update links to set a password are in no mail, and a mailed address of the staff is that person’s choice', async () => {
  const now = new Date().toISOString();
  const mail = { recipient: 'a@b.example', subject: 'x', text: 'token=abc', html: 'token=abc', kind: 'password_reset' };
  const row = { ...mail, search_text: '', next_attempt_at: now, created_at: now, updated_at: now };
  await onStore(await freshStore(storeKind, '0.1.0'), async (database) => {
    await database
      .insertInto('mails')
      .values([
        { ...row, is_secret: 1, state: 'queued', message_id: 'queued' },
        { ...row, is_secret: 0, state: 'sent', message_id: 'sent' },
      ])
      .execute();
    const sales_addresses = 'Admin@Example.com\nlater@prangon.example';
    await database.updateTable('notification_settings').set({ sales_addresses, mail_requests: 0 }).execute();
    await migrate(database);
    const mails = database.selectFrom('mails').selectAll().where('recipient', '=', mail.recipient).orderBy('id');
    expect(await mails.execute()).toMatchObject([
      { state: 'cancelled', text: '', html: '' },
      { state: 'sent', ...mail },
    ]);
    const { notify } = await database.selectFrom('users').select('notify').executeTakeFirstOrThrow();
    const settings = await database.selectFrom('notification_settings').selectAll().executeTakeFirstOrThrow();
    expect([notify, settings.sales_addresses]).toEqual(['daily', 'later@prangon.example']);
    expect(settings).not.toHaveProperty('quiet_from');
  });
});

test('The program on a store of version 0.1 lists, finds, shows and writes all, with an index and without', async () => {
  const store = await freshStore(storeKind, '0.1.0');
  onTestFinished(store.remove);
  const env = { SECRET: 'a secret of the fixtures, 32 letters or more' };
  let app = await openTestApp({ store, env });
  onTestFinished(() => app.close());
  const signedIn = await tryLogin(app, { email: 'admin@example.com', password: 'prangon-before-2026' });
  expect(signedIn.status, signedIn.text).toBe(200);
  const { token } = signedIn.json<{ token: string }>();
  const get = async <T>(path: string): Promise<T> => {
    const answer = await sendAs(app, token, 'GET', path);
    expect(answer.status, answer.text).toBe(200);
    return answer.json<T>();
  };
  const totalOf = async (list: string, search: string) =>
    (await get<{ total: number }>(`${list}?search=${encodeURIComponent(search)}`)).total;

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
  const found = await app.get(`${calls.search}?q=${encodeURIComponent('দ্বিতীয়বার')}`);
  expect(found.json()).toMatchObject({ total: 1 });
  expect(await totalOf(adminCalls.mails, 'rahim')).toBeGreaterThan(0);

  const { data: leads } = await get<{ data: { id: number }[] }>(`${leadCalls.list}?search=rahim`);
  expect(leads).toHaveLength(1);
  const { data: lead } = await get<{ data: WholeLead }>(callOf(leadCalls.one, leads[0]?.id ?? 0));
  expect(lead).toMatchObject({ name: 'আব্দুর রহিম', status: 'contacted', next_step: 'Call again' });
  const events = lead.history.map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(['received', 'access_made', 'noted', 'merged', 'mail_resent']));

  const video = { gallery_title: 'নক্ষত্রমেলা', gallery_link: 'https://youtu.be/dQw4w9WgXcQ', status: 1 };
  expect((await sendAs(app, token, 'POST', adminCalls.videos, video)).status).toBe(201);
  await askForDemo(app, { ...salma, institute_name: 'নক্ষত্র স্কুল' });
  const written = async () => [await totalOf(adminCalls.videos, 'ত্রমেলা'), await totalOf(leadCalls.list, 'ক্ষত্র')];
  expect(await written()).toEqual([1, 1]);
  await app.close();
  app = await openTestApp({ store, env });
  expect(await written()).toEqual([1, 1]);
  expect((await app.get(health.ready)).status).toBe(200);
});

async function onStore<Answer>(store: Store, work: (database: Database) => Promise<Answer>): Promise<Answer> {
  const database = openDatabase(store, () => undefined);
  try {
    return await work(database);
  } finally {
    await database.destroy();
    await store.remove();
  }
}

async function namesOfMigrations(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database);
  return rows.map(({ name }) => name);
}

/** How many rows each table has that is there under the same name today. */
async function countsOf(database: Database): Promise<Record<string, number>> {
  const tables = Object.entries(await rowsOf(database)).filter(([name]) => name !== 'lead_views');
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.length]));
}

/** What the tables hold that are not made from others. */
async function rowsOf(database: Database): Promise<Record<string, unknown[]>> {
  const names =
    storeKind === 'postgres'
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
  const tables = (await names.execute(database)).rows.filter(({ name }) => !/_search|^kysely_|^sqlite_/.test(name));
  const rows = tables.map(async ({ name }) => {
    const all = (await sql`select * from ${sql.table(name)} order by 1`.execute(database)).rows;
    return [name, all.filter((row) => Object(row).name !== 'site_search')] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** No demo system is asked for accesses of single leads any more; changes of the demo access are in the audit. */
const goneTables = ['demo_access_changes', 'personal_access_calls', 'personal_accesses', 'personal_access_settings'];

function withoutGone<T>(tables: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(tables).filter(([table]) => !goneTables.includes(table)));
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
    Object.fromEntries(
      Object.entries(row as object).map(([name, value]) => [
        names[table]?.[name] ?? name,
        name === 'search_text' ? searchText(value) : value,
      ]),
    );
  const today = Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.map(renamed(table))]));
  // There was one role, and it may do everything.
  const { lead_views: views = [], ...others } = withoutGone(today);
  return {
    ...others,
    // What leads are found by is folded another way.
    demo_requests: (today.demo_requests ?? []).map((lead) =>
      omit(lead, ['search_text', 'institute_folded', 'access_mail']),
    ),
    users: (today.users ?? []).map((user) => ({ ...user, role: 'owner' })),
    // Their passwords are hidden now.
    mails: (today.mails ?? []).map((mail) =>
      String(Object(mail).kind).startsWith('demo_access') ? omit(mail, ['text', 'html', 'state']) : mail,
    ),
    // There were saved views of one list.
    list_views: views.map((view) => ({ ...view, list: '/admin/contact-requests' })),
    notification_settings: (today.notification_settings ?? []).map((row) => omit(row, ['quiet_from', 'quiet_until'])),
  };
}

function omit(row: object, names: string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

test.runIf(storeKind === 'sqlite')(
  'A database that is gone from beside its files is missed, not made anew',
  async () => {
    const store = await freshStore();
    const file = path.join(store.dataDir, 'prangon.sqlite');
    rmSync(file);
    mkdirSync(path.join(store.dataDir, 'files/pictures'), { recursive: true });
    writeFileSync(path.join(store.dataDir, 'files/pictures/a.webp'), 'a picture');
    await expect(openTestApp({ store })).rejects.toThrow('its database prangon.sqlite is gone');
    expect(existsSync(file)).toBe(false);
    expect(await prangon(store, ['doctor'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('database: is gone'),
    });
    await store.remove();
  },
);

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

/** A kept store numbers its columns anew: in a fresh one a dropped column leaves a gap. */
const schemaOnPostgres = [
  sql`select table_name, column_name, row_number() over (partition by table_name order by ordinal_position) as place,
      data_type, column_default, is_nullable, generation_expression
    from information_schema.columns where table_schema = 'public'`,
  sql`select attrelid::regclass, attname, attstorage, attstattarget from pg_attribute
    join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
  sql`select relname, relkind, reloptions from pg_class where relnamespace = 'public'::regnamespace`,
  sql`select indexdef from pg_indexes where schemaname = 'public'`,
  // From PostgreSQL 18 on NOT NULL has a name too, which stays that of the column's first one; the columns tell it above.
  sql`select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'`,
  sql`select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  sql`select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
];
