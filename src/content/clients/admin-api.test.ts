import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import { specifiedTexts } from '../../../test/helpers/specified-texts.ts';

testListKind({
  path: adminCalls.clients,
  table: 'clients',
  form: async () => ({
    Client_title: 'শাপলা উচ্চ বিদ্যালয়',
    Client_count: '5',
    status: '1',
    kind: 'মাদ্রাসা',
    district: 'কুড়িগ্রাম',
    story: '<p>হিফজের খাতা</p>',
  }),
  record: ({ Client_title, kind, district, story }) => ({ Client_title, title: Client_title, kind, district, story }),
  withPicture: true,
  text: { form: 'Client_title', record: 'title' },
  required: ['image'],
  wrong: [
    ['title', 7],
    ['kind', 'ক'.repeat(101)],
    ['district', 'Atlantis'],
    ['story', 7],
  ],
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
  const response = await office.put(`${path}/${record.id}`, { status: false });
  expect(response.json()).toMatchObject({ data: { title: 'দোয়েল', status: 0 } });
});

test('who knows nothing of kind, district and story sends none and loses none; the list is searched by them', async () => {
  const path = adminCalls.clients;
  const fields = { kind: 'মাদ্রাসা', district: 'বরগুনা', story: '<p>সবক<script>1</script></p>' };
  const made = await office.made(path, { ...fields, title: 'বকুল', image: await dataUrl(20, 20) });
  expect(made).toMatchObject({ ...fields, story: '<p>সবক</p>' });
  const { data } = (await office.put(`${path}/${made.id}`, { Client_title: 'বকুল', status: '1' })).json<{
    data: object;
  }>();
  expect(data).toMatchObject({ ...fields, story: '<p>সবক</p>' });
  expect(await office.ids(`${path}?search=${encodeURIComponent('বরগুনা')}`)).toEqual([made.id]);
  const emptied = await office.put(`${path}/${made.id}`, { kind: '', district: '', story: null });
  expect(emptied.json()).toMatchObject({ data: { kind: '', district: '', story: '' } });
  expect(await office.ids(`${path}?search=${encodeURIComponent('বরগুনা')}`)).toEqual([]);
});
