import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { publishAbout, publishNews } from '../../../test/helpers/content.ts';
import type { Answer, Call } from '../../../test/helpers/requests.ts';
import { whileClockStands } from '../../../test/helpers/stopped-clock.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await publishNews(app);
  await publishAbout(app);
  return app.close;
});

const lists = [
  calls.about,
  calls.clients,
  calls.downloads,
  calls.features,
  calls.news,
  calls.packages,
  calls.statistics,
  calls.testimonials,
  calls.videos,
];
const singles = [calls.aboutDetails, calls.featureDetails, calls.newsDetails];

/** Ids that name no record: most are no ids at all. */
const oddIds = [
  'abc',
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '01',
  '%D9%A1',
  '%00',
  '%2e%2e%2f',
  "1'--",
  '2147483647',
  '2147483648',
  '9'.repeat(300),
  '%',
  '1%20',
];

const everyAnswer: Record<string, string | RegExp> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': /camera=\(\)/,
  'content-security-policy': /^default-src 'none'.*frame-ancestors 'none'/,
  'x-request-id': /^[\w-]{8,}$/,
  'cache-control': /.+/,
};

function expectCommonHeaders({ status, headers }: Answer, name: string): void {
  for (const [header, value] of Object.entries(everyAnswer)) {
    expect(String(headers[header]), `${header} of ${name} (${status})`).toMatch(value);
  }
  expect(headers.server, name).toBeUndefined();
  expect(headers['x-powered-by'], name).toBeUndefined();
}

describe.each(lists)('GET %s', (path) => {
  test('answers JSON, the same a second time from the cache, and HEAD without a body', async () => {
    const [first, second] = [await app.get(path), await app.get(path)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(second.text).toBe(first.text);
    expectCommonHeaders(first, path);
    expectCommonHeaders(second, path);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    const head = await app.send(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    for (const name of ['etag', 'content-type', 'content-length', 'vary'])
      expect(head.headers[name]).toBe(first.headers[name]);
    expectCommonHeaders(head, `HEAD ${path}`);
  });

  test('answers 304 to the ETag it gave, in every form of asking', async () => {
    const { headers } = await app.get(path);
    const etag = String(headers.etag);
    for (const known of [etag, etag.replace('W/', ''), '*', `"other", ${etag}`]) {
      const answer = await app.get(path, { 'if-none-match': known });
      expect(answer.status, known).toBe(304);
      expect(answer.bytes).toHaveLength(0);
      expect(answer.headers.etag).toBe(etag);
      expectCommonHeaders(answer, `304 of ${path}`);
    }
    for (const other of ['"other"', 'W/""', '', 'x'.repeat(8_000)]) {
      expect((await app.get(path, { 'if-none-match': other })).status, other.slice(0, 20)).toBe(200);
    }
  });

  test('answers 405 with Allow to the other methods, is case-sensitive and takes no slash at its end or twice', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await app.send(path, { method, headers: { 'content-type': 'application/json' }, body: '{}' });
      expect(answer.status, method).toBe(405);
      expect(String(answer.headers.allow).split(', ').sort()).toEqual(['GET', 'HEAD']);
      expect(answer.json()).toEqual({ message: expect.any(String) });
      expectCommonHeaders(answer, `${method} ${path}`);
    }
    for (const other of [path.toUpperCase(), `${path}/`, path.replace('/api/', '/api//')])
      expect((await app.get(other)).status, other).toBe(404);
  });
});

describe.each(singles)('GET %s', (path) => {
  test.each(oddIds)('answers 404 to the id %s, as JSON', async (id) => {
    const answer = await app.get(path.replace(':id', id));
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({ message: expect.any(String) });
    expectCommonHeaders(answer, id);
  });
});

const json = { 'content-type': 'application/json' };
const demo = calls.demoRequest;
const refusals: [string, number, string, Call][] = [
  ['an unknown call', 404, '/api/nothing', {}],
  ['an unknown page', 404, '/nothing', {}],
  ['a wrong method', 405, '/api/get-news', { method: 'POST', headers: json, body: '{}' }],
  ['a call that only takes POST', 405, demo, {}],
  ['a body that is too large', 413, demo, { method: 'POST', headers: json, body: ' '.repeat(17 * 1024) }],
  ['a body of no known type', 415, demo, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }],
  ['no token', 419, demo, { method: 'POST', headers: json, body: '{}' }],
  ['no JSON', 400, demo, { method: 'POST', headers: json, body: '{' }],
  ['an address that is too long', 414, `/api/get-news?x=${'x'.repeat(2_100)}`, {}],
];

test.each(refusals)('%s is answered %i, with every header and a message in JSON', async (name, status, path, call) => {
  const answer = await app.send(path, call);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toEqual({ message: expect.any(String) });
  expect(answer.headers['cache-control']).toBe('no-store');
  expectCommonHeaders(answer, name);
});

test('a 422 has every header, a message and the errors by field', async () => {
  const answer = await app.requestDemo({});
  expect(answer.status).toBe(422);
  const { message, errors } = answer.json<{ message: string; errors: Record<string, string[]> }>();
  expect(Object.keys(errors).sort()).toEqual(['email', 'institute_name', 'name', 'number']);
  expect(message).toBe(Object.values(errors)[0]?.[0]);
  expectCommonHeaders(answer, '422');
});

test('a network that reads too much is told to wait: 429 with Retry-After; others are not', async () => {
  // An unknown address is never cached, so each one is counted.
  const flood = () => Promise.all(Array.from({ length: 205 }, () => app.send('/api/nothing', { from: '127.0.0.9' })));
  const refused = (await whileClockStands(flood)).filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(5);
  for (const answer of refused) {
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.json()).toEqual({ message: expect.stringMatching(/[\u0980-\u09ff]/) });
    expectCommonHeaders(answer, '429');
  }
  expect((await app.send('/api/nothing', { from: '127.0.0.10' })).status).toBe(404);
});

test('GET /api/csrf-token answers the token of the day and is stored nowhere', async () => {
  const answer = await app.get(calls.csrfToken);
  expect(answer.json()).toEqual({ token: app.token });
  expect(answer.headers['cache-control']).toBe('no-store');
  expectCommonHeaders(answer, 'the token');
});

test('GET /healthz and /readyz say one word', async () => {
  expect((await app.get('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await app.get('/readyz');
  expect(ready.json()).toEqual({ status: 'ready' });
  expectCommonHeaders(ready, '/readyz');
});

test('GET of a file of the server is a 404', async () => {
  const files = ['/package.json', '/.git/config', '/.env', '/node_modules/zod/package.json', '/dist/server/start.js'];
  for (const path of files) expect((await app.get(path)).status, path).toBe(404);
});

describe('Strict-Transport-Security', () => {
  /** A ready page, and answers made for the request: of a route, of none, of the router itself, of the guard. */
  const addresses = ['/', '/', calls.csrfToken, '/nothing', '/%', '/healthz', '/admin/account'];

  test('is not said where visitors come without TLS', async () => {
    for (const path of addresses) {
      expect((await app.get(path)).headers['strict-transport-security'], path).toBeUndefined();
    }
  });

  test.each([
    ['max-age=63072000', {}],
    ['max-age=300; includeSubDomains', { HSTS: 'max-age=300; includeSubDomains' }],
  ])('is %s where PUBLIC_URL is https and the settings are %j', async (value, env) => {
    const secure = await openTestApp({ store: app.store, env: { PUBLIC_URL: 'https://prangon.example', ...env } });
    try {
      for (const path of addresses) {
        expect((await secure.get(path)).headers['strict-transport-security'], path).toBe(value);
      }
    } finally {
      await secure.close();
    }
  });
});

describe('Another host than that of PUBLIC_URL', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://prangon.example' };

  test('is answered with 421 in production, in some bytes, also where a page is ready; supervisors name any', async () => {
    const own = await openTestApp({ store: app.store, env: production });
    try {
      const status = async (path: string, host: string) => (await own.get(path, { host })).status;
      for (const host of ['prangon.example', 'PRANGON.example:443', '127.0.0.1:3000', 'localhost', '[::1]:3000'])
        for (const path of ['/', '/', calls.news]) expect(await status(path, host), host).toBe(200);
      for (const host of ['evil.example', 'prangon.example.evil.example', 'prangon.example@evil.example', '10.0.0.5'])
        for (const path of ['/', calls.news, '/nothing', '/admin/account'])
          expect(await status(path, host), host).toBe(421);
      for (const path of ['/healthz', '/readyz']) expect(await status(path, '10.0.0.5:3000')).toBe(200);
      const { bytes, headers } = await own.get('/', { host: 'evil.example', accept: 'text/html' });
      expect([headers['content-type'], bytes.length < 500]).toEqual(['text/html; charset=utf-8', true]);
      const forwarded = { host: 'prangon.example', 'x-forwarded-host': 'evil.example' };
      expect((await own.get('/nothing', forwarded)).status).toBe(404);
      // Outside production any is answered.
      expect((await app.get('/nothing', { host: 'evil.example' })).status).toBe(404);

      // It reaches the site, and is no origin that may send anything.
      const send = async (origin: string) =>
        (await own.postJson(calls.login, {}, { origin, host: '127.0.0.1:3000', 'x-csrf-token': own.token })).status;
      expect([await send('https://prangon.example'), await send('http://127.0.0.1:3000')]).toEqual([422, 403]);
    } finally {
      await own.close();
    }
  });

  test('counts as the one that a trusted proxy forwards', async () => {
    const own = await openTestApp({ store: app.store, env: { ...production, TRUST_PROXY: '127.0.0.1' } });
    try {
      const status = async (forwarded: string) =>
        (await own.get(calls.csrfToken, { host: 'app:3000', 'x-forwarded-host': forwarded })).status;
      expect([await status('prangon.example'), await status('evil.example')]).toEqual([200, 421]);
    } finally {
      await own.close();
    }
  });
});

test('a page lets no HTML come from text, and one script that it names bring a worker', async () => {
  const policy = String((await app.get('/')).headers['content-security-policy']);
  expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types worker$/);
});
