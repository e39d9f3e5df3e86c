import { beforeAll, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import { emptyOpening } from './opening.ts';

testListKind('clients', {
  form: async () => ({
    Client_title: 'শাপলা উচ্চ বিদ্যালয়',
    Client_count: '5',
    status: '1',
    kind: 'মাদ্রাসা',
    district: 'কুড়িগ্রাম',
    story: '<p>হিফজের খাতা</p>',
    ...emptyOpening,
    person_name: 'হাফেজ আবদুল করিম',
    person_role: 'মুহতামিম',
    measure_1: 'বকেয়ার তালিকা',
    before_1: '২ দিন',
    after_1: '৫ মিনিট',
  }),
  record: ({ Client_count: _, status: __, ...form }) => ({ ...form, title: form.Client_title, person_image: null }),
  text: { form: 'Client_title', record: 'title' },
  required: ['image'],
  wrong: [
    ['title', 7],
    ['kind', 'ক'.repeat(101)],
    ['district', 'Atlantis'],
    ['story', 7],
    ['measure_1', 'ক'.repeat(81)],
    ['after_3', 'ক'.repeat(31)],
    ['person_image', 'data:image/png;base64,AAAA'],
  ],
  shown: ['title', 'kind', 'district'],
  shownBeside: { has_story: 1 },
});

const path = adminCalls.clients;
let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

test('a picture alone is enough, and a title that is not sent stays', async () => {
  const record = await office.made(path, { image: await dataUrl(20, 20), status: true });
  expect(record.title).toBe('');
  // The picture is smaller than every offered width, so there is no set to choose from.
  expect((await app.get(calls.clients)).json()).toMatchObject([{ image_width: 20, image_srcset: null, has_story: 0 }]);
  await office.put(`${path}/${record.id}`, { title: 'দোয়েল', status: true });
  const response = await office.put(`${path}/${record.id}`, { status: false });
  expect(response.json()).toMatchObject({ data: { title: 'দোয়েল', status: 0 } });
});

test('who knows nothing of kind, district and story sends none and loses none; the list is searched by them', async () => {
  const fields = { kind: 'মাদ্রাসা', district: 'বরগুনা', story: '<p>সবক<script>1</script></p>' };
  const made = await office.made(path, { ...fields, title: 'বকুল', image: await dataUrl(20, 20) });
  expect(made).toMatchObject({ ...fields, story: '<p>সবক</p>' });
  const kept = await office.put(`${path}/${made.id}`, { Client_title: 'বকুল', status: '1' });
  expect(kept.json()).toMatchObject({ data: { ...fields, story: '<p>সবক</p>' } });
  expect(await office.ids(`${path}?search=${encodeURIComponent('বরগুনা')}`)).toEqual([made.id]);
  const emptied = await office.put(`${path}/${made.id}`, { kind: '', district: '', story: null });
  expect(emptied.json()).toMatchObject({ data: { kind: '', district: '', story: '' } });
  expect(await office.ids(`${path}?search=${encodeURIComponent('বরগুনা')}`)).toEqual([]);
});

test('the picture of the person stays until another one or an empty one is sent', async () => {
  const image = await dataUrl(20, 20);
  const made = await office.made(path, { title: 'জবা', image, person_image: await dataUrl(30, 30) });
  expect(made.person_image).toMatch(/^\/media\/[0-9a-f]{40}\.webp$/);
  const person = async (form: object) =>
    (await office.put(`${path}/${made.id}`, form)).json<{ data: { person_image: string | null } }>().data.person_image;
  expect(await person({ title: 'জবা ২' })).toBe(made.person_image);
  expect(await person(made)).toBe(made.person_image);
  expect(await person({ person_image: '' })).toBeNull();
  const logo = (await office.get(`${path}/${made.id}`)).json<{ data: { image: string } }>().data.image;
  expect(await person({ person_image: logo })).toBe(logo);
  expect(await person({ person_image: null })).toBeNull();
});
