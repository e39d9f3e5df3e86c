// @module-tag full
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { storeFault } from '../../src/platform/errors.server.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { BuiltServer } from '../helpers/built-server.ts';
import { drawnPng, publishNews, visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { hireStaff, sessionOf, uploadAs } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';

/** Leaves the database no room to grow; answers how to give it room again. */
async function fill({ database }: TestApp, kind: Store['kind']): Promise<() => Promise<void>> {
  if (kind === 'sqlite') {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database);
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 0)}`.execute(database);
    return async () => {
      await sql`pragma max_page_count = 1073741823`.execute(database);
    };
  }
  // What PostgreSQL says when its disk is full, at the moment at which the row would be written.
  await sql`create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(database);
  await sql`create trigger no_space before insert on demo_request_events for each row execute function no_space()`.execute(
    database,
  );
  return async () => {
    await sql`drop trigger no_space on demo_request_events`.execute(database);
  };
}

test.each(['sqlite', 'postgres'] as const)(
  'With no space left for %s a write is a 507 that leaves nothing, pages go on, and afterwards it works',
  async (kind) => {
    const store = await freshStore(kind);
    const app = await openTestApp({ store });
    const makeRoom = await fill(app, kind);
    // The pages that exist still have some room; each name takes a bit of it.
    const long = { name: 'ক'.repeat(190), institute_name: 'খ'.repeat(190) };
    const post = (index: number) =>
      app.requestDemo({ ...visitor(index), ...long }, {}, `127.2.${Math.floor(index / 200)}.${1 + (index % 200)}`);
    let index = 0;
    let answer = await post(++index);
    while (answer.status === 201 && index < 300) answer = await post(++index);
    expect(answer.status).toBe(507);
    expect(answer.json()).toEqual({ message: expect.stringMatching(/[\u0980-\u09ff]/) });
    const { rows, events } = await storedRequests(app);
    expect(rows).toHaveLength(index - 1);
    expect(events.filter(({ event }) => event === 'received')).toHaveLength(index - 1);
    for (const page of ['/', '/api/get-news']) expect((await app.get(page)).status).toBe(200);

    await makeRoom();
    expect((await post(index)).status).toBe(201);
    await publishNews(app);
    expect((await app.get('/api/get-news')).json()).toMatchObject({ total: 1 });
    await app.close();
    await store.remove();
  },
);

test('a picture that can not be kept is a 507 and leaves no record', async () => {
  const app = await openTestApp();
  const { put } = app.files;
  app.files.put = () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' }));
  const error = await app.pictures.add(await drawnPng(8, 8)).catch((thrown: unknown) => thrown);
  expect(storeFault(error)).toMatchObject({ status: 507 });
  expect(await app.database.selectFrom('pictures').selectAll().execute()).toEqual([]);
  app.files.put = put;
  expect(await app.pictures.add(await drawnPng(8, 8))).toMatchObject({ width: 8 });
  await app.close();
});

test('An upload for which the disk has no room is a 507 that leaves nothing, and the connection goes on', async () => {
  const store = await freshStore('sqlite');
  const app = await openTestApp({ store });
  const token = await sessionOf(app, await hireStaff(app));
  await app.close();
  const server = await BuiltServer.serving(store);
  const upload = (size: number) => uploadAs(server.client, token, 'x.pdf', Buffer.from(`%PDF-${'x'.repeat(size)}`));
  // The system lets no file of it grow beyond 2 MB: a write ends in the middle, as on a full disk.
  execFileSync('prlimit', ['--pid', String(server.process.pid), `--fsize=${2 * 2 ** 20}`]);
  const answer = await upload(8 * 2 ** 20);
  expect(answer.status, answer.text).toBe(507);
  expect(answer.json()).toEqual({ message: expect.stringContaining('no space left') });
  expect(readdirSync(path.join(store.dataDir, 'files/unfinished'))).toEqual([]);
  expect((await upload(1_000)).status).toBe(201);
  await server.kill();
  await store.remove();
});
