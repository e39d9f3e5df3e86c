// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differingTables, sumsOf, withSnapshot } from '#backup/snapshot.server.ts';
import { adminCalls, calls } from '#paths.ts';
import { environment, openTestApp, type TestApp } from '../../test/helpers/app.ts';
import { runCommand } from '../../test/helpers/command.ts';
import { emptyPng } from '../../test/helpers/crafted-pictures.ts';
import { type Office, openOffice } from '../../test/helpers/office.ts';
import { openOldSite } from './import-site.server.ts';

let app: TestApp;
let office: Office;
let site: FakeSite;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  site = await new FakeSite().listen();
});
afterAll(async () => {
  await site.close();
  await app.close();
});

/** A number is a status, bytes are a picture or file, `hang` never answers, a function answers by the count of its calls. */
type Planned = number | object | 'hang' | ((count: number) => Planned);

class FakeSite {
  plan: Record<string, Planned> = {};
  readonly requests: string[] = [];
  readonly hung = Promise.withResolvers<void>();
  readonly #server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', this.url);
    this.requests.push(request.url ?? '');
    let planned = this.plan[request.url ?? ''] ?? this.plan[pathname] ?? 404;
    const count = this.requests.filter((url) => url === request.url).length;
    if (typeof planned === 'function') planned = planned(count);
    if (planned === 'hang') this.hung.resolve();
    else if (typeof planned === 'number') response.writeHead(planned).end('<h1>No</h1>');
    else response.end(Buffer.isBuffer(planned) ? planned : JSON.stringify(planned));
  });

  async listen(): Promise<this> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close = async (): Promise<void> => {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  };
}

/** The command as a process of its own. */
function start(...typed: string[]) {
  const program = ['--disable-warning=ExperimentalWarning', 'dist/server/prangon.js'];
  const command = [...program, 'import-site', ...typed, '--json'];
  const child = spawn(process.execPath, command, { env: environment(app.store), stdio: ['ignore', 'pipe', 'pipe'] });
  const all = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { child, ended: all.then(([out, err, [code]]) => ({ code, err, ...JSON.parse(out || '{}') })) };
}

const typed = (...words: string[]) => runCommand(['import-site', ...words], environment(app.store));

const list = async (path: string) => {
  const answer = await office.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100&all=1`);
  return answer.json<{ data: Record<string, unknown>[] }>().data;
};
const sums = () => withSnapshot(app.store, {}, sumsOf);
const picture = (width: number) => emptyPng(width, 20);
const newsItem = (id: number) => {
  const title = `খবর ${id}`;
  return { id, date: `2026-11-0${id}`, short_title: title, title, description: 'কথা' };
};

/** As the specification says. */
const specified: Record<string, Planned> = {
  [calls.about]: {
    id: 1,
    title: 'পরিচিতি',
    short_description: 'আমরা',
    description: 'কথা',
    date: '2026-01-02',
    image: '/a.png',
  },
  '/api/get-single-about/1': { id: 1, title: 'পরিচিতি', content: '<p onclick="x()">আমরা</p><script>x()</script>' },
  [calls.statistics]: [{ id: 1, image: '/a.png', statistics_count: 480, statistics_title: 'প্রতিষ্ঠান' }],
  [calls.clients]: [9, 8].map((id) => ({ id, image: `/${id}.png` })),
  [calls.testimonials]: [{ id: 5, image: '/a.png', name: 'সালমা', position: 'প্রধান শিক্ষক', description: 'ভালো' }],
  [calls.videos]: [{ id: 1, gallery_link: 'https://youtu.be/dQw4w9WgXcQ', gallery_title: 'ভিডিও' }],
  [calls.downloads]: [{ id: 3, title: 'তালিকা', file_url: '/files/%E0%A6%95.txt' }],
  '/files/%E0%A6%95.txt': Buffer.from('the list'),
  [calls.packages]: {
    স্কুল: { package_category: 'স্কুল', data: [{ package_name: 'চারা', installation_cost: '5000', monthly_charge: 700 }] },
    মাদ্রাসা: { package_category: 'মাদ্রাসা', data: [{ package_name: 'চারা', installation_cost: '0', monthly_charge: '৫০০' }] },
  },
  [calls.features]: [2, 1].map((id) => ({ id, title: `ফিচার ${id}`, image: `/${id}.png` })),
  ...Object.fromEntries(
    [1, 2].map((id) => [
      `/api/get-single-fetures/${id}`,
      {
        feature: { id, title: `ফিচার ${id}`, image: `/${id}.png`, category: [{ id: 4, category_name: 'হিসাব' }] },
        data: [
          { id: 4, name: 'হিসাব', subTabs: [{ id: 6, name: 'বেতন', content: `<p>বেতন ${id}</p><img src="text.png">` }] },
        ],
      },
    ]),
  ),
  [`${calls.news}?page=1`]: {
    data: [7, 6, 5, 4, 3, 2].map(newsItem),
    current_page: 1,
    next_page_url: 'http://hidden/api/get-news?page=2',
  },
  [`${calls.news}?page=2`]: { data: [newsItem(1)], current_page: 2, next_page_url: null },
  [calls.news]: { data: [], current_page: 3, next_page_url: null },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((id) => [
      `/api/get-single-news/${id}`,
      { ...newsItem(id), image: '/a.png', content: '<p>কথা</p>' },
    ]),
  ),
  ...Object.fromEntries(['a', 'text', 1, 2, 8, 9].map((name, at) => [`/${name}.png`, picture(20 + at)])),
};

test('a site comes over hidden and once, though it was killed on the way; a second run changes nothing', async () => {
  site.plan = { ...specified, '/text.png': 'hang' };
  const first = start(site.url);
  const early = await Promise.race([site.hung.promise, first.ended]);
  expect(early).toBeUndefined();
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await list(adminCalls.news)).toHaveLength(7);
  expect(await list(adminCalls.features)).toHaveLength(1);

  site.plan = specified;
  const rest = await start(site.url).ended;
  expect(rest).toMatchObject({ code: 0, problems: [] });
  const { about, statistics, clients, testimonials, videos } = adminCalls;
  const sizeOf = async (path: string) => (await list(path)).length;
  const sizes = await Promise.all([about, statistics, clients, testimonials, videos].map(sizeOf));
  expect(sizes).toEqual([1, 1, 2, 1, 1]);
  const all = await list(adminCalls.news);
  expect(all.map(({ title, status }) => [title, status])).toEqual([7, 6, 5, 4, 3, 2, 1].map((id) => [`খবর ${id}`, 0]));
  expect(await list(adminCalls.features)).toMatchObject([
    { title: 'ফিচার 2', status: 0, category: [{ category_name: 'হিসাব' }] },
    { title: 'ফিচার 1', status: 0, category: [{ category_name: 'হিসাব' }] },
  ]);
  expect(await list(adminCalls.packages)).toMatchObject([
    { package_category: 'স্কুল', monthly_charge: '700', status: 0 },
    { package_category: 'মাদ্রাসা', monthly_charge: '500', status: 0 },
  ]);
  const [download] = await list(adminCalls.downloads);
  expect(download).toMatchObject({ file_name: 'ক.txt', file_size: 8, status: 0 });
  const told = { content: '<p>আমরা</p>', description: 'কথা', date: '2026-01-02' };
  expect(await list(adminCalls.about)).toMatchObject([told]);
  for (const path of [calls.clients, calls.videos, calls.downloads, calls.features])
    expect((await app.get(path)).json(), path).toEqual([]);
  const [event] = (await office.get(`${adminCalls.activity}?record=clients`)).json<{ data: object[] }>().data;
  expect(event).toMatchObject({ user: { name: new URL(site.url).host }, request_id: `${site.url}api/get-client#9` });

  await office.put(`${adminCalls.news}/${all[0]?.id}`, { ...all[0], title: 'নতুন', status: 1 });
  await office.delete(`${adminCalls.videos}/1`);
  const changed = await sums();
  const { code, out } = await typed(site.url, '--publish', '--json');
  expect([code, out]).toEqual([0, expect.stringContaining('"added": 0')]);
  expect(differingTables(changed, await sums())).toEqual([]);
});

test('what answers otherwise comes too, what is broken is listed, and a running server shows the rest', async () => {
  const loose = await new FakeSite().listen();
  loose.plan = {
    ...specified,
    [calls.about]: 404,
    [calls.testimonials]: 503,
    [calls.statistics]: (count) =>
      count === 1
        ? 500
        : { data: { 1: { id: '1', image: `${loose.url}a.png`, statistics_count: '12+', statistics_title: 'জেলা' } } },
    [calls.clients]: [
      { id: 1, image: 'a.png', status: '1' },
      { id: 3, image: '/page.png' },
      { id: 4, image: '/large.png' },
      { id: 5, image: 'http://127.0.0.2/a.png' },
      { id: 6, image: `data:image/png;base64,${picture(41).toString('base64')}`, status: '0' },
    ],
    '/page.png': Buffer.from('<!doctype html><p>Sign in</p>'),
    '/large.png': Buffer.alloc(9 * 2 ** 20),
    [calls.news]: {
      data: [3, 2, 1].map((id) => ({ id, title: `খবর ${id}`, short_title: 'খবর', date: '2026-11-01T10:00:00Z' })),
    },
    '/api/get-single-news/1': {
      data: {
        title: 'এক',
        image: 'a.png',
        description: '<p>এক <b>দুই</b></p>',
        content: '<p>ছবি <img src="/a.png?x=1&amp;y=2" onerror="x()"><img src="/gone.png"></p>',
      },
    },
    '/api/get-single-news/2': { title: 'দুই', image: '/gone.png', description: 'কথা', content: '' },
    '/api/get-single-news/3': 404,
    '/a.png?x=1&y=2': picture(33),
    [calls.downloads]: {
      data: [
        { id: 1, title: 'নেই', file_url: '/no.pdf' },
        { id: 2, title: 'বাইরে', file_url: 'https://127.0.0.2/x' },
      ],
    },
    [calls.videos]: [{ id: 1, gallery_link: 'https://example.com/film', gallery_title: 'ভিডিও' }, { id: 2 }],
    '/api/get-single-fetures/2': 404,
  };
  const run = await start(loose.url, '--publish').ended;
  const problems = (run.problems as string[]).map((line) =>
    line.replaceAll(loose.url, '/').replace(/(?<=answered \d+)\..*/, ''),
  );
  const inside = 'This is a private address. It must be reachable from the internet.';
  expect([run.code, problems]).toEqual([
    1,
    [
      '/api/get-news#1: /gone.png: It answered 404',
      '/api/get-news#2: /gone.png: It answered 404',
      '/api/get-news#2: Choose a picture.',
      '/api/get-news#3: /api/get-single-news/3: It answered 404',
      '/api/get-fetures#2: /api/get-single-fetures/2: It answered 404',
      `/api/get-client#5: http://127.0.0.2/a.png: ${inside}`,
      '/api/get-client#5: Choose a picture.',
      '/api/get-client#4: This is larger than 8 MB, the most for a picture. Please choose a smaller one.',
      '/api/get-client#4: Choose a picture.',
      expect.stringContaining('/api/get-client#3: The picture must be a PNG, JPEG, WebP, GIF or AVIF file.'),
      '/api/get-client#3: Choose a picture.',
      '/api/get-testimonial: /api/get-testimonial?page=1: It answered 503',
      '/api/get-video#2: Write the title.',
      '/api/get-video#1: Paste the address of a YouTube video, like https://www.youtube.com/watch?v=…',
      `/api/get-info-Download#2: https://127.0.0.2/x: ${inside}`,
      '/api/get-info-Download#1: /no.pdf: It answered 404',
      '/api/get-info-Download#1: Upload a file, or write an address that begins with https://.',
    ],
  ]);
  const shown = async (path: string) => (await app.get(path)).json();
  // The running server hears of each list by itself.
  await expect.poll(() => shown(calls.statistics)).toMatchObject([{ statistics_count: '12+' }]);
  await expect.poll(() => shown(calls.clients)).toHaveLength(1);
  await expect.poll(() => shown(calls.downloads)).toMatchObject([{ file_url: 'https://127.0.0.2/x' }]);
  await expect.poll(() => shown(calls.news)).not.toMatchObject({ data: [] });
  const { data: news } = (await app.get(calls.news)).json<{ data: { id: number; title: string }[] }>();
  const first = news.find(({ title }) => title === 'এক');
  expect(first).toMatchObject({ date: '2026-11-01', description: 'এক দুই' });
  const { content } = (await app.get(`/api/get-single-news/${first?.id}`)).json<{ content: string }>();
  expect(content).toMatch(/^<p>ছবি <img src="\/media\/[0-9a-f]{40}\.webp" \/><\/p>$/);

  for (const path of [calls.testimonials, calls.clients, calls.downloads, calls.videos]) loose.plan[path] = [];
  const again = JSON.parse((await typed(loose.url, '--json')).out);
  expect(again.added).toBe(1);
  const drafts = await list(`${adminCalls.news}?state=draft`);
  expect(drafts.find(({ title }) => title === 'দুই')).toMatchObject({ image: null, status: 0 });
  await loose.close();
});

test('one line says that nothing answers, or that the address is none', async () => {
  expect(await typed('http://127.0.0.1:1')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^http:\/\/127.0.0.1:1\/api\/about\S*: Nothing listens there. \(ECONNREFUSED\)\n$/m),
  });
  expect((await typed('ftp://old.example')).code).toBe(2);
});

test('an answer that never comes ends in time, after two more tries', async () => {
  site.plan = { '/slow': 'hang' };
  const slow = openOldSite(new URL(site.url), { time: 300, bytes: 100 });
  await expect(slow.read('/slow', [1, 1])).rejects.toThrow('/slow: It did not answer within 0.3 s.');
  expect(site.requests.filter((url) => url === '/slow')).toHaveLength(3);
});
