import { beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import {
  addPicture,
  admissionNews,
  hide,
  noPicture,
  publishManyNews,
  publishNews,
} from '../../../test/helpers/content.ts';

interface Page {
  data: { id: number; title: string }[];
  links: { url: string | null; label: string; active: boolean }[];
  [key: string]: unknown;
}

let app: TestApp;
/** Of seven news, the oldest first. */
let ids: number[];
beforeAll(async () => {
  app = await openTestApp();
  ids = await publishManyNews(app, 7);
  return app.close;
});
const read = async (query: string) => (await app.get(`/api/get-news${query}`)).json<Page>();
const single = (id: number) => app.get(`/api/get-single-news/${id}`);

test('GET /api/get-news answers the first page, newest first', async () => {
  const page = await read('');
  expect(page).toEqual({
    data: page.data,
    current_page: 1,
    per_page: 6,
    total: 7,
    last_page: 2,
    from: 1,
    to: 6,
    first_page_url: '/api/get-news?page=1',
    last_page_url: '/api/get-news?page=2',
    prev_page_url: null,
    next_page_url: '/api/get-news?page=2',
    path: '/api/get-news',
    links: [
      { url: null, label: 'Previous', active: false },
      { url: '/api/get-news?page=1', label: '1', active: true },
      { url: '/api/get-news?page=2', label: '2', active: false },
      { url: '/api/get-news?page=2', label: 'Next', active: false },
    ],
  });
  expect(page.data.map((news) => news.id)).toEqual(ids.toReversed().slice(0, 6));
});

test('GET /api/get-news?page=2 answers the second page with links; past the end, answers empty data', async () => {
  const page = await read('?page=2');
  expect(page).toMatchObject({
    data: [{ id: ids[0] }],
    current_page: 2,
    from: 7,
    to: 7,
    prev_page_url: '/api/get-news?page=1',
    next_page_url: null,
  });
  expect(page.links.map((link) => link.active)).toEqual([false, false, true, false]);
  expect(await read('?page=3')).toMatchObject({ data: [], current_page: 3, total: 7, from: null, to: null });
  expect(await read('?page=999999999')).toMatchObject({ data: [], last_page: 2 });
});

test.each(['abc', '0', '-1', '1.5', '', '1e1', '99999999999999999999', '%00', '٢', '1&page=2'])(
  'GET /api/get-news?page=%s counts as page 1',
  async (number) => {
    const page = await read(`?page=${encodeURI(decodeURI(number))}`);
    expect(page).toMatchObject({ current_page: 1 });
    expect(page.data).toHaveLength(6);
  },
);

test('GET /api/get-news keeps every other parameter in its links', async () => {
  const page = await read('?lang=bn&q=%E0%A6%95%26x&page=1');
  for (const url of [page.first_page_url, page.next_page_url, page.last_page_url]) {
    const { pathname, searchParams } = new URL(String(url), app.url);
    expect(pathname).toBe('/api/get-news');
    expect([searchParams.get('lang'), searchParams.get('q')]).toEqual(['bn', 'ক&x']);
  }
});

test('GET /api/get-news leaves inactive news out of rows and total, and GET /api/get-single-news/{id} answers 404', async () => {
  const hidden = await publishNews(app, { date: '2027-01-01' });
  expect((await read('')).data.map((news) => news.id)).toContain(hidden);
  expect((await single(hidden)).status).toBe(200);
  await hide(app, 'news', hidden);
  const page = await read('');
  expect(page.total).toBe(7);
  expect(page.data.map((news) => news.id)).not.toContain(hidden);
  expect((await single(hidden)).status).toBe(404);
});

test('a page shows gaps between its links, and each next_page_url leads on, over every record once', async () => {
  await publishManyNews(app, 54);
  const { links } = await read('?page=6');
  expect(links.map((link) => link.label).join(' ')).toBe('Previous 1 2 ... 4 5 6 7 8 ... 10 11 Next');
  expect(links.filter((link) => link.label === '...').map((link) => link.url)).toEqual([null, null]);
  const seen: number[] = [];
  for (let url: string | null = '/api/get-news'; url; ) {
    const page: Page = (await app.get(url)).json<Page>();
    seen.push(...page.data.map((news) => news.id));
    url = page.next_page_url as string | null;
  }
  expect(seen).toHaveLength(61);
  expect(new Set(seen).size).toBe(61);
});

test('GET /api/get-single-news/{id} answers the record with its content; GET /api/get-news rows have no content', async () => {
  const id = await publishNews(app);
  const { image_key: _, content, ...words } = admissionNews;
  const row = { id, ...words, ...noPicture };
  expect((await single(id)).json()).toEqual({ ...row, content });
  expect((await read('')).data).toContainEqual(row);
});

test('its picture is an address on this origin, with sizes', async () => {
  const { key } = await addPicture(app, 700, 400);
  const id = await publishNews(app, { image_key: key });
  expect((await single(id)).json()).toMatchObject({
    image: `/media/${key}.webp`,
    image_width: 700,
    image_height: 400,
    image_srcset: [160, 320, 480].map((width) => `/media/${key}-${width}.webp ${width}w`).join(', '),
  });
});

test('two of one day: the later one comes first', async () => {
  const first = await publishNews(app, { date: '2031-01-01' });
  const second = await publishNews(app, { date: '2031-01-01' });
  expect((await read('')).data.slice(0, 2)).toMatchObject([{ id: second }, { id: first }]);
});
