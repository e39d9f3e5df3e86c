// @module-tag postgres
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { adminCalls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { admissionNews, hide } from '../../../test/helpers/content.ts';
import { dataUrl, type Office, openOffice } from '../../../test/helpers/office.ts';
import { searchPatterns, searchText } from './listed-table.server.ts';

/** So many that the hits of a common word are put in order on a way of their own, and kept. */
const many = 4_500;
const path = adminCalls.news;

let app: TestApp;
let office: Office;
/** All news in the order of their list. */
let news: { id: number; title: string }[];

beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  news = await addNewsOfEveryKind();
  return app.close;
});

const odd = [
  ...['বিদ্যালয়', 'ক্রীড়া', `O'Reilly`, '"quoted"', 'back\\slash', 'a*b', '50%', 'x_y', '(a|b)&!c:*'],
  ...['{"json":[1,2]}', 'caf\u00e9', '🌺🌺🌺🌺', 'ক', 'ab'],
  ...['শব্দ', 'বাক্য'].map((end) => `${'দীর্ঘ'.repeat(12)}${end}`),
];

async function addNewsOfEveryKind() {
  const now = new Date().toISOString();
  const rows = Array.from({ length: many }, (_, number) => {
    const words = [number % 2 ? 'সমাবেশ' : 'প্রশিক্ষণ', odd[number % 97], String(number)];
    const date = new Date(Date.UTC(2020, 0, 1 + ((number * 7) % 1_000))).toISOString().slice(0, 10);
    const { description, content } = admissionNews;
    const title = words.filter(Boolean).join(' ');
    const texts = { short_title: 'সব', title, description, content, search_text: searchText('সব', title) };
    return { ...texts, date, status: 1, created_at: now, updated_at: now };
  });
  await app.changes.write(['news'], async (transaction) => {
    for (let from = 0; from < rows.length; from += 500)
      await transaction
        .insertInto('news')
        .values(rows.slice(from, from + 500))
        .execute();
  });
  return app.database
    .selectFrom('news')
    .select(['id', 'title'])
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

const searchFor = async (search: string, more = '', list: string = path) =>
  (await office.get(`${list}?per_page=100&search=${encodeURIComponent(search)}${more}`)).json<{
    total: number;
    data: { id: number }[];
  }>();

const parts = odd.flatMap((word) => {
  const letters = [...word.normalize('NFC')];
  return [word, letters.slice(1).join(''), letters.slice(-3).join('')];
});
const others = ['সমাবেশ', 'মাবে', 'ণ', 'স', '99', '123', '১২৩', 'সমা প্রশি', 'সমা 123', 'ab ক', 'nowhere', '%', '_'];
const searches = [...new Set([...parts, ...others])].filter((text) => text.trim() !== '');

/** Looks for everything, and expects of all rows those that have it in their texts, in the same order. */
async function expectHits(list: string, rows: { id: number; text: string }[]): Promise<void> {
  for (const search of searches) {
    const patterns = searchPatterns(search);
    const hits = rows.filter(({ text }) => patterns.every((pattern) => text.includes(pattern)));
    const { total, data } = await searchFor(search, '', list);
    expect(total, search).toBe(hits.length);
    expect(
      data.map(({ id }) => id),
      search,
    ).toEqual(hits.slice(0, 100).map(({ id }) => id));
  }
}

test('a search finds the rows that have all its words, each inside of one word, and no others', () =>
  expectHits(
    path,
    news.map(({ id, title }) => ({ id, text: searchText('সব', title) })),
  ));

test('so does the search of a short list, which has no index', async () => {
  const now = new Date().toISOString();
  const texts = [...odd, ...odd.map((word) => `সমাবেশ 123 ${word.toUpperCase()}`), 'প্রশিক্ষণ সমাবেশ ab ক'];
  const film = { gallery_link: 'https://youtu.be/dQw4w9WgXcQ', status: 1, created_at: now, updated_at: now };
  const rows = texts.map((gallery_title, sort_order) => {
    return { ...film, gallery_title, search_text: searchText(gallery_title), sort_order };
  });
  const made = await app.changes.write(['videos'], (transaction) =>
    transaction.insertInto('videos').values(rows).returning(['id', 'search_text as text']).execute(),
  );
  await expectHits(adminCalls.videos, made);
});

test('no letter stands for another', () => {
  const letters = Array.from({ length: 0x180 }, (_, place) => String.fromCodePoint(0x900 + place));
  const words = letters.filter((letter) => !/[০-৯]/.test(letter)).map((letter) => letter.normalize('NFC'));
  expect(new Set(words.map((word) => searchText(word))).size).toBe(new Set(words).size);
});

test('a text of any length is saved, and found by its first two thousand letters', async () => {
  // Nothing that could be packed smaller.
  const words = Array.from({ length: 54 }, (_, number) => createHash('sha512').update(`${number}`).digest('base64'));
  const description = ['গোধূলি', ...words].join(' ').slice(0, 4_900);
  const image = await dataUrl(8, 8);
  const answer = await office.post(path, { ...admissionNews, image, title: 'দীর্ঘ', description });
  expect(answer.status).toBe(201);
  const { data } = await searchFor('গোধূলি দীর্ঘ');
  expect(data).toHaveLength(1);
  await office.delete(`${path}/${data[0]?.id}`);
});

test('every page of a common word is a piece of one list, which knows of each write', async () => {
  const hits = news.filter(({ title }) => title.includes('সমাবেশ')).map(({ id }) => id);
  const page = async (number: number, more = '') =>
    (await searchFor('সমাবেশ', `&page=${number}${more}`)).data.map(({ id }) => id);
  expect(await page(1)).toEqual(hits.slice(0, 100));
  expect(await page(20)).toEqual(hits.slice(1_900, 2_000));
  expect(await page(23)).toEqual(hits.slice(2_200));
  expect(await page(24)).toEqual([]);

  const [hidden = 0, deleted = 0, kept] = hits;
  await hide(app, 'news', hidden);
  await office.delete(`${path}/${deleted}`);
  expect((await page(1))[0]).toBe(hidden);
  expect((await page(1, '&status=1'))[0]).toBe(kept);
  expect(await page(1, '&status=0')).toEqual([hidden]);
  expect(await page(1, '&trash=1')).toEqual([deleted]);
  expect((await searchFor('সমাবেশ')).total).toBe(hits.length - 1);
  await office.post(`${path}/${deleted}/restore`, {});
  expect((await page(1)).slice(0, 2)).toEqual([hidden, deleted]);
});
