// @module-tag postgres
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { isPostgres } from '#platform/database/is-postgres.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { idsOf } from '../../../test/helpers/content.ts';
import { hireStaff, sessionOf } from '../../../test/helpers/staff.ts';
import { sweepCreations } from './create-once.server.ts';

const video = { gallery_title: 'হাজিরা নেওয়া', gallery_link: 'https://youtu.be/dQw4w9WgXcQ' };
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  token = await sessionOf(app, await hireStaff(app));
  return app.close;
});

function create(key: string, body: object = video, as = token) {
  return app.send(adminCalls.videos, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
}

const countVideos = async () => (await idsOf(app, 'videos')).length;

test('of ten at once one makes the record, the others are 409 while it runs, and get its answer after it', async () => {
  const before = await countVideos();
  const refused: number[] = [];
  const answers = await app.database.transaction().execute(async (transaction) => {
    // On SQLite a transaction locks the file by itself.
    if (isPostgres(app.database)) await sql`lock table creations`.execute(transaction);
    const all = Array.from({ length: 10 }, async () => {
      const answer = await create('key-of-many-clicks');
      if (answer.status === 409) refused.push(Number(answer.headers['retry-after']));
      return answer;
    });
    await expect.poll(() => refused.length).toBe(9);
    return all;
  });
  const made = (await Promise.all(answers)).filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  expect(refused).toEqual(Array(9).fill(1));
  expect((await create('key-of-many-clicks')).json()).toEqual(made[0]?.json());
  expect(await countVideos()).toBe(before + 1);
});

test('the key of another person is another key', async () => {
  await create('key-of-one-person');
  const before = await countVideos();
  const colleague = await sessionOf(app, await hireStaff(app));
  expect((await create('key-of-one-person', video, colleague)).status).toBe(201);
  expect(await countVideos()).toBe(before + 1);
});

test('a refused request does not use its key up', async () => {
  expect((await create('key-of-a-correction', { ...video, gallery_title: '' })).status).toBe(422);
  expect((await create('key-of-a-correction')).status).toBe(201);
});

test('a key is kept for a day: after 23 hours it has the same answer, after 25 it makes another record', async () => {
  const key = 'key-of-yesterday';
  const first = (await create(key)).json();
  const before = await countVideos();
  const createAfter = async (hours: number) => {
    const created_at = new Date(Date.now() - hours * 3_600_000).toISOString();
    await app.database.updateTable('creations').set({ created_at }).where('key', '=', key).execute();
    await sweepCreations(app.database);
    return create(key);
  };
  expect((await createAfter(23)).json()).toEqual(first);
  expect(await countVideos()).toBe(before);
  expect((await createAfter(25)).status).toBe(201);
  expect(await countVideos()).toBe(before + 1);
});

test.each(['short', 'with space in it', 'x'.repeat(101)])('%s is no key', async (key) => {
  const before = await countVideos();
  expect((await create(key)).status).toBe(400);
  expect(await countVideos()).toBe(before);
});

test('a value that must be different, and that no call looks for, is a 409', async () => {
  await app.database.deleteFrom('videos').execute();
  await app.database.schema.createIndex('no_video_twice').on('videos').columns(['gallery_title']).unique().execute();
  const title = { ...video, gallery_title: 'একবারই' };
  expect((await create('key-of-the-first-one', title)).status).toBe(201);
  const second = await create('key-of-the-second-one', title);
  expect([second.status, second.json()]).toEqual([409, { message: expect.stringContaining('already there') }]);
});
