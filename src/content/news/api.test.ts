import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('With seven news', () => {
  let app: TestApp;
  let ids: number[];
  beforeAll(async () => {
    app = await openTestApp();
    ids = await publishManyNews(app, 7);
  });
  afterAll(() => app.close());
  const read = async (query: string) => (await app.get(`/api/get-news${query}`)).json<Page>();

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

  test('GET /api/get-news?page=2 answers the second page with links', async () => {
    const page = await read('?page=2');
    expect(page).toMatchObject({
      current_page: 2,
      from: 7,
      to: 7,
      prev_page_url: '/api/get-news?page=1',
      next_page_url: null,
    });
    expect(page.links.map((link) => link.active)).toEqual([false, false, true, false]);
    expect(page.data.map((news) => news.id)).toEqual(ids.slice(0, 1));
  });

  test('GET /api/get-news?page=3, past the end, answers empty data', async () => {
    expect(await read('?page=3')).toMatchObject({ data: [], current_page: 3, total: 7, from: null, to: null });
    expect(await read('?page=999999999')).toMatchObject({ data: [], last_page: 2 });
  });

  test.each(['abc', '0', '-1', '1.5', '', '1e1', '99999999999999999999', '%00', '٢'])(
    'GET /api/get-news?page=%s counts as page 1',
    async (number) => {
      const page = await read(`?page=${encodeURIComponent(decodeURIComponent(number))}`);
      expect(page).toMatchObject({ current_page: 1 });
      expect(page.data).toHaveLength(6);
    },
  );

  test('GET /api/get-news with the page twice answers a page, not an error', async () => {
    expect((await app.get('/api/get-news?page=1&page=2')).status).toBe(200);
  });

  test('GET /api/get-news keeps every other parameter in its links', async () => {
    const page = await read('?lang=bn&q=%E0%A6%95%26x&page=1');
    for (const url of [page.first_page_url, page.next_page_url, page.last_page_url]) {
      const { pathname, searchParams } = new URL(String(url), app.url);
      expect(pathname).toBe('/api/get-news');
      expect([searchParams.get('lang'), searchParams.get('q')]).toEqual(['bn', 'ক&x']);
    }
  });

  test('GET /api/get-news leaves inactive news out of rows and total', async () => {
    const hidden = await publishNews(app, { date: '2027-01-01' });
    expect((await read('')).data.map((news) => news.id)).toContain(hidden);
    await hide(app, 'news', hidden);
    const page = await read('');
    expect(page.total).toBe(7);
    expect(page.data.map((news) => news.id)).not.toContain(hidden);
  });
});

describe('With eleven pages of news', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
    await publishManyNews(app, 61);
    return app.close;
  });

  test('GET /api/get-news?page=6 shows gaps between its links', async () => {
    const { links } = (await app.get('/api/get-news?page=6')).json<Page>();
    expect(links.map((link) => link.label)).toEqual([
      'Previous',
      '1',
      '2',
      '...',
      '4',
      '5',
      '6',
      '7',
      '8',
      '...',
      '10',
      '11',
      'Next',
    ]);
    expect(links.filter((link) => link.label === '...').map((link) => link.url)).toEqual([null, null]);
  });

  test('each next_page_url leads on to the last page, over every record once', async () => {
    const seen: number[] = [];
    for (let url: string | null = '/api/get-news'; url; ) {
      const page: Page = (await app.get(url)).json<Page>();
      seen.push(...page.data.map((news) => news.id));
      url = page.next_page_url as string | null;
    }
    expect(seen).toHaveLength(61);
    expect(new Set(seen).size).toBe(61);
  });
});

describe('One piece of news', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
    return app.close;
  });
  const onWire = {
    date: '2026-12-05',
    short_title: admissionNews.short_title,
    title: admissionNews.title,
    description: admissionNews.description,
  };

  test('GET /api/get-single-news/{id} answers the record with its content', async () => {
    const id = await publishNews(app);
    const answer = await app.get(`/api/get-single-news/${id}`);
    expect(answer.json()).toEqual({ id, ...onWire, ...noPicture, content: admissionNews.content });
  });

  test('GET /api/get-news rows have no content', async () => {
    const id = await publishNews(app, { date: '2030-01-01' });
    const row = (await app.get('/api/get-news')).json<Page>().data.find((news) => news.id === id);
    expect(row).toEqual({ id, ...onWire, ...noPicture, date: '2030-01-01' });
  });

  test('its picture is an address on this origin, with sizes', async () => {
    const picture = await addPicture(app, 700, 400);
    const id = await publishNews(app, { image_key: picture.key });
    expect((await app.get(`/api/get-single-news/${id}`)).json()).toMatchObject({
      image: `/media/${picture.key}.webp`,
      image_width: 700,
      image_height: 400,
      image_srcset: [160, 320, 480].map((width) => `/media/${picture.key}-${width}.webp ${width}w`).join(', '),
    });
  });

  test('GET /api/get-single-news/{id} answers 404 for an inactive one', async () => {
    const id = await publishNews(app);
    expect((await app.get(`/api/get-single-news/${id}`)).status).toBe(200);
    await hide(app, 'news', id);
    expect((await app.get(`/api/get-single-news/${id}`)).status).toBe(404);
  });

  test('two of one day: the later one comes first', async () => {
    const first = await publishNews(app, { date: '2031-01-01' });
    const second = await publishNews(app, { date: '2031-01-01' });
    const ids = (await app.get('/api/get-news')).json<Page>().data.map((news) => news.id);
    expect(ids.slice(0, 2)).toEqual([second, first]);
  });
});
