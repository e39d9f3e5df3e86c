import { beforeAll, expect, test } from 'vitest';
import type { SavedView } from '#api/saved-views.ts';
import { leadCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { callOf } from '../../../test/helpers/leads.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const views = async (who: Office = office) => (await who.get(leadCalls.views)).json<SavedView[]>();

test('a view keeps a filter under a name, for the one who saved it', async () => {
  const answer = await office.post(leadCalls.views, {
    name: ' Mine  today ',
    query: '?status=new&overdue=1&page=3&x=y',
  });
  expect(answer.status).toBe(201);
  const { data } = answer.json<{ data: SavedView }>();
  expect(data).toEqual({ id: expect.any(Number), name: 'Mine today', query: 'status=new&overdue=1' });
  expect(await views()).toEqual([data]);

  await office.post(leadCalls.views, { name: 'Mine today', query: 'status=won' });
  expect(await views()).toEqual([{ ...data, query: 'status=won' }]);

  const other = await openOffice(app);
  expect(await views(other)).toEqual([]);
  expect((await other.delete(callOf(leadCalls.view, data.id))).status).toBe(404);
  expect((await office.delete(callOf(leadCalls.view, data.id))).status).toBe(200);
  expect((await office.delete(callOf(leadCalls.view, data.id))).status).toBe(404);
  expect(await views()).toEqual([]);
});

test.each([
  ['name', { name: '', query: '' }],
  ['name', { name: 'x'.repeat(61), query: '' }],
  ['query', { name: 'x', query: 'x'.repeat(2_001) }],
  ['query', { name: 'x' }],
  ['status', { name: 'x', query: 'status=sold' }],
])('a wrong %s is a 422', async (field, body) => {
  const answer = await office.post(leadCalls.views, body);
  expect(answer.status).toBe(422);
  expect(answer.json()).toMatchObject({ errors: { [field]: [expect.any(String)] } });
});

test('a person has 30 views at most', async () => {
  const other = await openOffice(app);
  for (let index = 0; index < 30; index++) await other.post(leadCalls.views, { name: `View ${index}`, query: '' });
  expect((await other.post(leadCalls.views, { name: 'One more', query: '' })).status).toBe(422);
  expect((await other.post(leadCalls.views, { name: 'View 0', query: 'spam=1' })).status).toBe(201);
});
