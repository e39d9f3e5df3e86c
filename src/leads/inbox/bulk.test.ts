// @module-tag postgres
import { beforeAll, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { askForDemo, leadOf, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
let people = 0;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const twoLeads = async () =>
  [await askForDemo(app, visitor(people++)), await askForDemo(app, visitor(people++))] as const;
const bulk = (body: object) => office.post(leadCalls.bulk, body);
const stagesOf = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await leadOf(office, id)).status));

test('POST /bulk changes all, and says so for each', async () => {
  const ids = await twoLeads();
  const answer = await bulk({ ids: [...ids, ids[0]], action: 'stage', status: 'contacted' });
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual({
    message: '2 leads changed',
    data: { results: ids.map((id) => ({ id, ok: true, message: 'Done' })) },
  });
  expect(await stagesOf(ids)).toEqual(['contacted', 'contacted']);
});

test('one that is not there stops all: nothing is written, and the answer tells which one', async () => {
  const ids = await twoLeads();
  await bulk({ ids: [ids[1]], action: 'delete' });
  const answer = await bulk({ ids: [...ids, 2_147_483_647], action: 'stage', status: 'won' });
  expect(answer.status).toBe(409);
  const { data, message } = answer.json<{ data: { results: { ok: boolean }[] }; message: string }>();
  expect(message).toBe('Nothing was changed: it is not possible with 2 leads of 3.');
  expect(data.results.map(({ ok }) => ok)).toEqual([true, false, false]);
  expect(await stagesOf([ids[0]])).toEqual(['new']);
  expect(pastOf(await leadOf(office, ids[0]))).toHaveLength(1);
});

test('owner, spam, not spam, delete and restore', async () => {
  const ids = await twoLeads();
  for (const body of [{ action: 'owner', owner_id: office.userId }, { action: 'spam' }, { action: 'not_spam' }]) {
    expect((await bulk({ ids, ...body })).status, body.action).toBe(200);
  }
  expect(await leadOf(office, ids[0])).toMatchObject({ owner: { id: office.userId }, spam: false });
  expect((await bulk({ ids, action: 'delete' })).status).toBe(200);
  expect((await bulk({ ids, action: 'delete' })).status).toBe(409);
  expect((await bulk({ ids, action: 'restore' })).status).toBe(200);
  await bulk({ ids, action: 'owner', owner_id: null });
  expect(await leadOf(office, ids[1])).toMatchObject({ owner: null });
});

test.each<[string, object, string]>([
  ['no ids', { ids: [], action: 'delete' }, 'ids'],
  ['too many ids', { ids: Array.from({ length: 501 }, (_, index) => index + 1), action: 'delete' }, 'ids'],
  ['SQL for an id', { ids: ['1 or 1=1'], action: 'delete' }, 'ids'],
  ['an unknown action', { ids: [1], action: 'drop' }, 'action'],
  ['no stage', { ids: [1], action: 'stage' }, 'status'],
  ['an unknown stage', { ids: [1], action: 'stage', status: 'sold' }, 'status'],
  ['no owner', { ids: [1], action: 'owner' }, 'owner_id'],
])('%s is a 422', async (_what, body, field) => {
  const answer = await bulk(body);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toContain(field);
});

test('lost without a reason, and a strange owner, are a 422 at their field and change nothing', async () => {
  const ids = await twoLeads();
  expect((await bulk({ ids, action: 'stage', status: 'lost' })).json()).toMatchObject({
    errors: { lost_reason: [expect.any(String)] },
  });
  expect((await bulk({ ids, action: 'owner', owner_id: 2_147_483_647 })).json()).toMatchObject({
    errors: { owner_id: [expect.any(String)] },
  });
  expect(await stagesOf(ids)).toEqual(['new', 'new']);
  expect((await bulk({ ids, action: 'stage', status: 'lost', lost_reason: 'No budget' })).status).toBe(200);
});

test('two that change the same leads in another order wait for each other', async () => {
  const ids = await twoLeads();
  const backwards = [...ids].reverse();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      bulk({ ids: turn % 2 ? ids : backwards, action: 'stage', status: turn % 2 ? 'won' : 'contacted' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(await stagesOf(ids)).size).toBe(1);
});
