import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { addPicture, publishManyNews, publishNews } from '../../../test/helpers/content.ts';
import { type Answer, sendRaw } from '../../../test/helpers/requests.ts';

let app: TestApp;
let rendered: string[] = [];
let network = '';
let networks = 0;
beforeEach(() => {
  // Each test reads from a network of its own, or the limit of reads would be in the way.
  network = `127.0.6.${++networks}`;
});
beforeAll(async () => {
  app = await openTestApp();
  await publishManyNews(app, 13);
  await publishNews(app, { image_key: (await addPicture(app)).key });
  countWhatIsMade(app);
  return app.close;
});

/** Notes each answer that is made and not taken from the cache. */
function countWhatIsMade({ cache }: TestApp): void {
  const answer = cache.answer.bind(cache);
  cache.answer = (key, shows, make) =>
    answer(key, shows, () => {
      rendered.push(key);
      return make();
    });
}

const get = (path: string, headers: Record<string, string> = {}) => app.send(path, { headers, from: network });
const etagOf = async (path: string) => String((await get(path)).headers.etag);
const pages = ['/', '/news', '/api/get-news', '/api/get-client'];

test('a write that fails changes nothing', async () => {
  const before = await etagOf('/api/get-news');
  const writing = app.changes.write(['news'], async (transaction) => {
    await transaction.updateTable('news').set({ title: 'কখনো নয়' }).execute();
    throw new Error('changed my mind');
  });
  await expect(writing).rejects.toThrow('changed my mind');
  expect(await etagOf('/api/get-news')).toBe(before);
  expect((await get('/api/get-news?fresh=1')).text).not.toContain('কখনো নয়');
});

test.each(['/', '/api/get-news'])('50 first requests of %s at once make it once', async (path) => {
  app.cache.invalidate(['news']);
  rendered = [];
  const { answer } = app.cache;
  const allHaveAsked = Promise.withResolvers<void>();
  let requests = 0;
  app.cache.answer = (key, shows, make) => {
    if (++requests === 50) allHaveAsked.resolve();
    // The first one is not done before the last one has asked.
    return answer(key, shows, () => allHaveAsked.promise.then(make));
  };
  const answers = await Promise.all(Array.from({ length: 50 }, () => get(path)));
  app.cache.answer = answer;
  expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.etag}`)).size).toBe(1);
  expect(rendered).toEqual([path]);
});

describe('Parameters that are not ours', () => {
  test.each([
    ...['/', '/news', '/api/get-client', '/api/get-single-news/1'].map((path) => ({ path, madeAnew: 0 })),
    // An address without a record is never kept, so it is looked for each time.
    { path: '/api/about', madeAnew: 20 },
  ])('make no answer of their own at $path', async ({ path, madeAnew }) => {
    const { text, headers } = await get(path);
    rendered = [];
    for (let at = 0; at < 20; at++) {
      const answer = await get(`${path}?x=${at}&y[]=1`);
      expect(answer.text).toBe(text);
      expect(answer.headers.etag).toBe(headers.etag);
    }
    expect(rendered).toHaveLength(madeAnew);
  });

  test('are not kept by the news call, which shows them in its links, nor are pages past the end', async () => {
    await get('/api/get-news');
    rendered = [];
    expect((await get('/api/get-news?x=1')).text).toContain('x=1');
    expect((await get('/api/get-news')).text).not.toContain('x=1');
    expect(rendered).toEqual([]);
    for (const path of ['/api/get-news?page=77', '/news?page=77']) {
      await get(path);
      expect(app.cache.get(path)).toBeNull();
    }
  });
});

/** Things that must not change a public answer. */
const foreign: Record<string, string> = {
  'accept-language': 'en',
  'user-agent': 'Mozilla/5.0 (iPhone)',
  cookie: 'session=1; demo-form=x; theme=dark',
  authorization: 'Bearer abc',
  origin: 'https://evil.example',
  referer: 'https://evil.example/',
  range: 'bytes=0-10',
  'cache-control': 'no-cache',
  forwarded: 'for=1.2.3.4;host=evil.example;proto=https',
  via: '1.1 evil',
  'sec-purpose': 'prefetch',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'no-cors',
  'sec-fetch-dest': 'image',
  'sec-ch-ua-mobile': '?1',
  'save-data': 'on',
  'x-forwarded-for': '1.2.3.4',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-prefix': '/evil',
  'x-forwarded-port': '1',
  'x-original-url': '/admin',
  'x-http-method-override': 'DELETE',
  'x-real-ip': '1.2.3.4',
  'x-request-id': 'mine',
  'x-csrf-token': 'abc',
  'x-requested-with': 'XMLHttpRequest',
  'x-preview': '1',
  'content-type': 'application/json',
  'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT',
  'if-match': '"x"',
  accept: 'image/*',
};

/** The answer is made anew while these are sent: they are the ones that could get into it. */
const madeAnewWith = ['accept-language', 'cookie', 'authorization', 'forwarded', 'x-forwarded-host'];

describe.each(pages)('Foreign headers at %s', (path) => {
  test('change no byte, fresh or from the cache, and neither does another Host; two are refused', async () => {
    const plain = await get(path);
    for (const [name, value] of Object.entries(foreign)) {
      if (madeAnewWith.includes(name)) app.cache.invalidate(['news', 'clients']);
      const answer = await get(path, { [name]: value });
      expect(answer.status, name).toBe(200);
      expect(answer.bytes.equals(plain.bytes), name).toBe(true);
      expect(withoutPassing(answer), name).toEqual(withoutPassing(plain));
      expect(answer.headers['x-request-id']).not.toBe('mine');
    }
    app.cache.invalidate(['news', 'clients']);
    expect((await get(path, { host: 'evil.example' })).bytes.equals(plain.bytes)).toBe(true);
    const twice = await sendRaw(app.url, `GET ${path} HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\r\n`);
    expect(twice.status).toBe(400);
  });
});

function withoutPassing({ headers }: Answer) {
  const { date: _date, 'x-request-id': _id, ...kept } = headers;
  return kept;
}

describe.each(['/', '/news', '/api/get-news'])('The encodings of %s', (path) => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

  test.each(['br', 'gzip'] as const)('%s carries the same bytes, and answers 304', async (encoding) => {
    const plain = await get(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const answer = await get(path, { 'accept-encoding': encoding });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(decoders[encoding](answer.bytes).equals(plain.bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      etag: plain.headers.etag,
      vary: 'accept-encoding',
      'content-length': String(answer.bytes.length),
    });
    const again = await get(path, { 'accept-encoding': encoding, 'if-none-match': String(answer.headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test.each([
    ['br;q=0, gzip;q=0, *;q=0', undefined],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['BR', 'br'],
    ['brotli, xbr, br2', undefined],
    ['nonsense;;;q=,=', undefined],
    ['identity', undefined],
  ])('Accept-Encoding: %s is answered with %s', async (accepted, encoding) => {
    expect((await get(path, { 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding);
  });
});
