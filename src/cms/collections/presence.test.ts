import { afterEach, beforeAll, expect, test } from 'vitest';
import { adminCalls, presenceOf } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { type EventStream, openStream } from '../../../test/helpers/event-stream.ts';
import { openOffice } from '../../../test/helpers/office.ts';
import { hireStaff, sendAs, signIn } from '../../../test/helpers/staff.ts';

let app: TestApp;
let id: number;
let streams: EventStream[] = [];
beforeAll(async () => {
  app = await openTestApp();
  const office = await openOffice(app);
  ({ id } = await office.made(adminCalls.faq, { question: 'কে আছেন?', answer: '<p>সবাই।</p>', status: 1 }));
  return () => app.close();
});
afterEach(() => {
  for (const stream of streams) stream.close();
  streams = [];
});

async function open(token: string, record = id, path = adminCalls.faq) {
  const stream = await openStream(app, token, presenceOf(path, record));
  streams.push(stream);
  const told = () =>
    [...stream.text().matchAll(/^event: present\ndata: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  return Object.assign(stream, { told, names: () => told().at(-1) });
}

const often = { interval: 20 };
const as = async (name: string, role: 'editor' | 'viewer' | 'sales' = 'editor') =>
  signIn(app, await hireStaff(app, name, role));

test('GET /admin/Faq/{id}/presence names the others who have the record open, each once and by name alone, until they close it', async () => {
  const [kamal, mitu] = [await as('Kamal Hossain'), await as('Mitu Rani', 'viewer')];
  const first = await open(kamal);
  await expect.poll(first.names, often).toEqual([]);
  const [second, tab] = [await open(mitu), await open(mitu)];
  await expect.poll(first.names, often).toEqual(['Mitu Rani']);
  await expect.poll(second.names, often).toEqual(['Kamal Hossain']);
  second.close();
  tab.close();
  await expect.poll(first.names, often).toEqual([]);
  expect(first.text()).not.toMatch(/@|sessionId|"id"/);
});

test('it tells nothing of another record, or of another kind with the same id', async () => {
  const office = await openOffice(app);
  const other = await office.made(adminCalls.faq, { question: 'আর?', answer: '<p>না।</p>', status: 1 });
  const first = await open(await as('Rafiq Islam'));
  const second = await open(await as('Nila Das'), other.id);
  await expect.poll(second.names, often).toEqual([]);
  expect(first.told()).toEqual([[]]);
});

test('it ends with the session, which the others are told', async () => {
  const gone = await as('Gone Soon');
  const [first, second] = [await open(await as('Rafiq Islam')), await open(gone)];
  await expect.poll(first.names, often).toEqual(['Gone Soon']);
  await app.database
    .deleteFrom('sessions')
    .where('user_id', '=', (await userOf('Gone Soon')).id)
    .execute();
  const third = await open(await as('Nila Das'));
  await second.ended;
  await expect.poll(third.names, often).toEqual(['Rafiq Islam']);
  expect(second.names()).toEqual(['Rafiq Islam']);
});

test('it is answered only to whoever may read the record, where it is there', async () => {
  expect((await open('x'.repeat(43))).status).toBe(401);
  expect((await open(await as('Salma', 'sales'))).status).toBe(403);
  const editor = await as('Nila Das');
  expect((await open(editor, 999_999)).status).toBe(404);
  expect((await sendAs(app, editor, 'GET', presenceOf(adminCalls.faq, id))).status).toBe(406);
});

function userOf(name: string) {
  return app.database.selectFrom('users').select('id').where('name', '=', name).executeTakeFirstOrThrow();
}
