import { beforeAll, expect, test } from 'vitest';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { visitor } from '../../../test/helpers/content.ts';
import { askForDemo, callOf, leadOf, leadsAt, pastOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import type { Duplicates } from '../lead/schema.ts';

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

const ask = (more: object = {}) => {
  const index = people++;
  return askForDemo(app, {
    number: `018${String(20_000_000 + index)}`,
    email: `p${index}@doel.example`,
    institute_name: `দোয়েল ${index}`,
    ...more,
  });
};
const duplicates = async (id: number) => {
  const { data } = (await office.get(callOf(leadCalls.duplicates, id))).json<{ data: Duplicates }>();
  return data.map(({ by, lead }) => [by, lead.id]);
};
const merge = (id: number, ids: number[]) => office.post(callOf(leadCalls.merge, id), { ids });
const unmerge = (id: number, ids: number[]) => office.post(callOf(leadCalls.unmerge, id), { ids });

test('duplicates are found by number, then address, then the folded name of the institute', async () => {
  const id = await ask({ number: '01911000001', email: 'kader@rupsa.example', institute_name: 'রূপসা আদর্শ উচ্চ বিদ্যালয়' });
  const byInstitute = await ask({ institute_name: 'রুপসা  আদর্শ, উচ্চ-বিদ্যালয়' });
  const byEmail = await ask({ email: 'Kader@rupsa.example' });
  const byNumber = await ask({ number: '+880 1911-000001', email: 'other@rupsa.example' });
  await ask();
  expect(await duplicates(id)).toEqual([
    ['number', byNumber],
    ['email', byEmail],
    ['institute', byInstitute],
  ]);
  expect(await leadOf(office, id)).toMatchObject({ has_duplicates: true });
  expect(await duplicates(byInstitute)).toEqual([['institute', id]]);
  // What is spam or in the trash is no duplicate.
  await office.post(callOf(leadCalls.spam, byEmail), undefined);
  await office.delete(callOf(leadCalls.one, byNumber));
  expect(await duplicates(id)).toEqual([['institute', byInstitute]]);
});

test('a merged lead leaves the list, shows in the other’s history, and is found there by what it says', async () => {
  const [id, other] = [await ask(), await ask()];
  const { email, number } = await leadOf(office, other);
  await office.post(callOf(leadCalls.notes, other), { note: 'Of the other' });
  const answer = await merge(id, [other]);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.json()).toMatchObject({ message: '1 lead merged', data: { id, merged: [{ id: other, email }] } });
  const lead = await leadOf(office, id);
  expect(pastOf(lead).map(({ event, request_id }) => [event, request_id])).toEqual([
    ['received', id],
    ['received', other],
    ['noted', other],
    ['merged', id],
  ]);
  for (const search of [email, number])
    expect((await leadsAt(office, { search })).map((each) => each.id)).toEqual([id]);
});

test('merging is undone, also of what was merged before', async () => {
  const [first, second, third] = [await ask(), await ask(), await ask()];
  const { email } = await leadOf(office, third);
  await merge(second, [third]);
  await merge(first, [second]);
  expect((await leadOf(office, first)).merged.map(({ id }) => id)).toEqual([second, third]);
  expect((await leadsAt(office, { search: email })).map(({ id }) => id)).toEqual([first]);
  const answer = await unmerge(first, [second]);
  expect(answer.json()).toMatchObject({ message: '1 lead taken apart again', data: { id: first, merged: [] } });
  expect((await leadOf(office, second)).merged.map(({ id }) => id)).toEqual([third]);
  expect((await leadsAt(office, { search: email })).map(({ id }) => id)).toEqual([second]);
});

test('what can’t be merged is a 422 and changes nothing', async () => {
  const [id, other, merged] = [await ask(), await ask(), await ask()];
  await merge(other, [merged]);
  for (const ids of [[id], [2_147_483_647], [merged], [], 'x', [other, 2_147_483_647]]) {
    expect((await merge(id, ids as number[])).status, JSON.stringify(ids)).toBe(422);
  }
  // Into one that was merged itself; and out of where it is not.
  expect((await merge(merged, [id])).status).toBe(422);
  expect((await unmerge(id, [merged])).status).toBe(422);
  expect((await merge(2_147_483_647, [id])).status).toBe(404);
  expect((await leadOf(office, id)).merged).toEqual([]);
});

test('two merges at once never make a circle', async () => {
  const [one, two] = [await ask(), await ask()];
  const answers = await Promise.all([merge(one, [two]), merge(two, [one])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});
