import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import { specifiedTexts } from '../../../test/helpers/specified-texts.ts';

testListKind({
  path: adminCalls.clients,
  table: 'clients',
  form: async () => ({ Client_title: 'শাপলা উচ্চ বিদ্যালয়', Client_count: '5', status: '1' }),
  record: ({ Client_title }) => ({ Client_title, title: Client_title }),
  withPicture: true,
  text: { form: 'Client_title', record: 'title' },
  required: ['image'],
  wrong: [['title', 7]],
  messages: specifiedTexts.clients,
  shown: { path: calls.clients, has: (body, { id }) => body.includes(`"id":${id},`) },
  ordered: true,
});

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

test('a picture alone is enough, and a title that is not sent stays', async () => {
  const path = adminCalls.clients;
  const record = await office.made(path, { image: await dataUrl(20, 20), status: true });
  expect(record.title).toBe('');
  await office.put(`${path}/${record.id}`, { title: 'দোয়েল', status: true });
  const kept = await office.put(`${path}/${record.id}`, { status: false });
  expect(kept.json()).toMatchObject({ data: { title: 'দোয়েল', status: 0 } });
});
