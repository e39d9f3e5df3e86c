// @module-tag postgres
import { beforeAll, describe, expect, test } from 'vitest';
import type { LibraryPage, LibraryPicture, PictureDetails } from '#api/picture.ts';
import { adminCalls, adminPages, calls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { dataUrl, type Office, openOffice, type Record } from '../../../test/helpers/office.ts';
import { picturesModule } from './api.server.ts';
import { places } from './places.server.ts';

let app: TestApp;
let office: Office;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  return app.close;
});

const library = adminCalls.pictures;
/** Each time another picture. */
let drawn = 40;
const drawing = () => dataUrl(++drawn, 30);

async function upload(more: object = {}): Promise<LibraryPicture> {
  return (await office.made(library, { image: await drawing(), ...more })) as unknown as LibraryPicture;
}
const listed = async (query: string) => (await office.get(`${library}?${query}`)).json<LibraryPage>();
const ids = async (query: string) => (await listed(query)).data.map(({ id }) => id);
const one = async (id: number) => (await office.get(`${library}/${id}`)).json<{ data: PictureDetails }>().data;
const words = { date: '2026-03-01', short_title: 'x', title: 'বার্ষিক ক্রীড়া', description: 'x' };
const news = (more: object): Promise<Record> => office.made(adminCalls.news, { ...words, ...more });
const to = (address: string, id: number) => address.replace(':id', String(id));

describe('The library of pictures', () => {
  test('is found by name and by what pictures show, without difference of digits, the newest first', async () => {
    const first = await upload({ name: 'মাঠ ২০২৬.png', alt: 'খেলার মাঠে ছাত্রীরা' });
    const other = await upload({ name: 'Gate' });
    const matches = await listed('search=2026');
    const match = { id: first.id, name: 'মাঠ ২০২৬.png', used: false, kept: true };
    expect(matches).toMatchObject({ data: [match], next: null });
    expect(matches.data[0]?.uploaded_by).not.toBeNull();
    expect(await ids('')).toEqual([other.id, first.id]);
    const key = /[0-9a-f]{40}/.exec(first.image)?.[0];
    for (const query of [`search=${encodeURIComponent('ছাত্রী')}`, `after=${other.id}`, `search=${key}`])
      expect(await ids(query)).toEqual([first.id]);
    expect(await ids('only=undescribed')).toEqual([other.id]);
    expect(await ids('search=nowhere')).toEqual([]);
  });

  test('gives a picture to a record by its address, and says where it is used', async () => {
    const picture = await upload({ name: 'Yard' });
    expect(await ids('only=unused')).toContain(picture.id);
    const record = await news({ image: picture.image });
    expect(record.image).toBe(picture.image);
    const text = `<figure><img src="${picture.image}" alt="x" width="41" height="30"></figure>`;
    const form = { title: 'আমরা', short_description: 'x', image: await drawing(), content: text };
    const about = await office.made(adminCalls.about, form);
    expect(await ids('only=unused')).not.toContain(picture.id);
    expect((await one(picture.id)).uses).toEqual([
      { what: 'About', title: 'আমরা', link: `${adminPages.about}?edit=${about.id}`, place: 'text', in_trash: false },
      {
        what: 'Institutional News',
        title: words.title,
        link: `${adminPages.news}?edit=${record.id}`,
        place: 'picture',
        in_trash: false,
      },
    ]);
    const refused = await office.delete(`${library}/${picture.id}`);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(`“আমরা”, “${words.title}”`)]);
  });

  test('says to visitors what a picture shows and which part of it matters, at once on all pages', async () => {
    const picture = await upload();
    const record = await news({ image: picture.image });
    const page = async () => (await app.get(pages.newsDetails(record.id))).text;
    expect(await page()).not.toContain('data-focus="');
    const saved = await office.put(`${library}/${picture.id}`, { alt: 'দৌড়ের শুরু', focus: { x: 0.3, y: 0.92 } });
    expect(saved.json()).toMatchObject({ data: { alt: 'দৌড়ের শুরু', focus: { x: 0.3, y: 0.92 } } });
    expect(await page()).toMatch(/<img[^>]* alt="দৌড়ের শুরু" data-focus="3 9"/);
    const details = await app.get(calls.newsDetails.replace(':id', String(record.id)));
    expect(details.json()).toMatchObject({ image_alt: 'দৌড়ের শুরু', image_focus: { x: 0.3, y: 0.92 } });
    await office.put(`${library}/${picture.id}`, { focus: null });
    expect(await page()).not.toContain('data-focus="');
    expect(await page()).toContain('alt="দৌড়ের শুরু"');
  });

  test('refuses an edit that began before somebody else’s, with what they wrote', async () => {
    const { id, updated_at } = await upload({ name: 'one' });
    expect((await office.put(`${library}/${id}`, { name: 'two', updated_at })).status).toBe(200);
    const stale = await office.put(`${library}/${id}`, { name: 'three', updated_at });
    expect([stale.status, stale.json()]).toMatchObject([409, { data: { name: 'two' } }]);
  });

  test('deletes what nothing shows, and brings it back; the same file again does so too', async () => {
    const image = await drawing();
    const { data } = (await office.post(library, { image, name: 'Fan' })).json<{ data: LibraryPicture }>();
    await office.delete(`${library}/${data.id}`);
    expect(await ids('search=fan')).toEqual([]);
    expect(await ids('search=fan&only=deleted')).toEqual([data.id]);
    expect((await office.post(to(adminCalls.restorePicture, data.id), {})).status).toBe(200);
    expect(await ids('search=fan')).toEqual([data.id]);
    await office.delete(`${library}/${data.id}`);
    expect((await office.post(library, { image, name: 'Other' })).json()).toMatchObject({ data: { id: data.id } });
    expect((await office.get(`${library}/99999`)).status).toBe(404);
  });

  test('takes no other and gives none that it does not have: 422 under image', async () => {
    const deleted = await upload();
    expect((await office.delete(`${library}/${deleted.id}`)).status).toBe(200);
    const [broken, unknown] = ['data:image/png;base64,AAAA', `/media/${'0'.repeat(40)}.webp`];
    const tried: [string, (string | undefined)[]][] = [
      [library, [undefined, broken, 'https://evil.example/a.png']],
      [adminCalls.news, [deleted.image, unknown]],
    ];
    for (const [call, images] of tried) {
      for (const image of images) {
        const answer = await office.post(call, { ...words, image });
        expect([answer.status, answer.json()], image).toMatchObject([422, { errors: { image: [expect.any(String)] } }]);
      }
    }
    const answer = await office.post(adminCalls.news, { ...words, image: deleted.image });
    expect(answer.text).toContain('not in the library');
  });
});

describe('The sweep', () => {
  test('leaves what was brought to the library until it was deleted there long ago', async () => {
    const [kept, deleted] = [await upload(), await upload()];
    const record = await news({ image: await drawing() });
    await office.put(`${adminCalls.news}/${record.id}`, { ...words, image: kept.image });
    await office.put(`${adminCalls.news}/${record.id}`, { ...words, image: await drawing() });
    await office.delete(`${library}/${deleted.id}`);
    const all = [kept.image, record.image, deleted.image];
    await sweepAfterALongTime();
    expect(await statusesOf(all)).toEqual([200, 404, 200]);
    const ended = app.database.updateTable('library_pictures').where('kept_until', '<', '9');
    await ended.set({ kept_until: '2026-01-31T00:00:00.000Z' }).execute();
    await sweepAfterALongTime();
    expect(await statusesOf(all)).toEqual([200, 404, 404]);
  });

  test('pictures of records and of texts stay; those that nothing shows any more go, with all their files', async () => {
    const record = await news({ image: await drawing(), content: `<p><img src="${await drawing()}" alt="x"></p>` });
    const inText = /\/media\/\w+\.webp/.exec(String(record.content))?.[0];
    await office.put(calls.account, { name: 'রুমা', email: office.email, image: await drawing() });
    const portrait = (await office.get(calls.account)).json<{ data: { image: string } }>().data.image;
    await app.database.insertInto('pictures').values(row('a')).execute();
    const all = [record.image, inText, portrait];
    await sweepAfterALongTime();
    expect(await isThere('a'), 'a row that nothing refers to').toBe(false);
    expect(await statusesOf(all)).toEqual([200, 200, 200]);
    await office.put(`${adminCalls.news}/${record.id}`, { ...record, image: await drawing(), content: '<p>ক</p>' });
    await sweepAfterALongTime();
    expect(await statusesOf(all)).toEqual([404, 404, 200]);
  });

  test('what lies in the trash keeps its pictures, and a picture of today is not looked at', async () => {
    const deleted = await news({ image: await drawing() });
    await office.delete(`${adminCalls.news}/${deleted.id}`);
    await sweepAfterALongTime();
    expect(await statusesOf([deleted.image])).toEqual([200]);
    const ofToday = row('b', new Date().toISOString());
    await app.database.insertInto('pictures').values(ofToday).execute();
    await sweep();
    expect(await isThere('b')).toBe(true);
  });

  const statusesOf = (addresses: unknown[]) =>
    Promise.all(addresses.map(async (address) => (await app.get(String(address))).status));

  async function sweepAfterALongTime(): Promise<void> {
    await app.database.updateTable('pictures').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute();
    // The versions of records would keep theirs too.
    await app.database.deleteFrom('pictures_in_versions').execute();
    await sweep();
  }

  async function sweep(): Promise<void> {
    const job = picturesModule.cleanups(app).find(({ name }) => name === 'pictures');
    await job?.run();
  }

  function row(digit: string, created_at = '2026-01-01T00:00:00.000Z') {
    return { key: digit.repeat(40), width: 20, height: 20, size: 100, created_at };
  }

  async function isThere(digit: string): Promise<boolean> {
    const found = app.database.selectFrom('pictures').select('key').where('key', '=', digit.repeat(40));
    return (await found.execute()).length > 0;
  }
});

test('every table that shows a picture, or has texts that may, is a place where the library looks', async () => {
  const tables = await app.database.introspection.getTables();
  const columnsOf = (of: 'picture' | 'text') =>
    places.flatMap((place) => (place[of] ? `${place.table}.${place[of]}` : []));
  const named = (pattern: RegExp) =>
    tables.flatMap(({ name: table, columns }) =>
      columns.filter(({ name }) => pattern.test(name)).map(({ name }) => `${table}.${name}`),
    );
  expect(columnsOf('picture').toSorted()).toEqual(named(/image_key$/).toSorted());
  // The answer of a mail server is no rich text.
  const rich = named(/^(content|answer|story)$/).filter((column) => column !== 'mail_attempts.answer');
  expect(columnsOf('text').toSorted()).toEqual(rich.toSorted());
});
