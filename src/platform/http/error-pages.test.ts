import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { health, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { whileClockStands } from '../../../test/helpers/stopped-clock.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const browser = { accept: 'text/html', 'accept-encoding': 'br' };

test('the page of an error is drawn once and sent compressed, whatever the address and the method', async () => {
  const drawn: string[] = [];
  const { answer } = app.cache;
  app.cache.answer = (key, shows, make) =>
    answer.call(app.cache, key, shows, () => {
      drawn.push(key);
      return make();
    });
  const send = (path: string, method: string) => app.send(path, { method, headers: browser });
  const lost = [await send('/nothing', 'GET'), await send('/nothing', 'DELETE')];
  for (const path of ['/%', `${health.live}z`, '/media/x']) lost.push(await send(path, 'GET'));
  const wrong = await send(pages.about, 'POST');
  expect([...lost.map(({ status }) => status), wrong.status]).toEqual([404, 404, 404, 404, 404, 405]);
  expect(String(wrong.headers.allow)).toContain('GET');
  for (const { headers, bytes } of [...lost, wrong]) {
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding', 'cache-control': 'no-store' });
    expect(bytes.length).toBeLessThan(40_000);
    expect(brotliDecompressSync(bytes).toString()).toContain('পথ হারিয়ে গেছে');
  }
  const plain = await app.get('/nothing', { accept: 'text/html' });
  expect([plain.headers['content-encoding'], plain.text.includes('পথ হারিয়ে গেছে')]).toEqual([undefined, true]);
  expect(drawn).toHaveLength(1);
  app.cache.answer = answer;
});

test('a file that is not among the assets is a 404', async () => {
  for (const headers of [browser, {}]) expect((await app.get('/assets/nothing.js', headers)).status).toBe(404);
  expect((await app.send('/assets/nothing.js', { method: 'POST' })).status).toBe(405);
});

/** Of more requests at once than a network has. */
async function refusedOf(method: string, path: string, from: string): Promise<number> {
  const send = () => app.send(path, { method, from, headers: { accept: 'text/html' } });
  const answers = await whileClockStands(() => Promise.all(Array.from({ length: 205 }, send)));
  const refusals = answers.filter(({ status }) => status === 429);
  // Whoever comes too often gets no page of many kilobytes each time.
  for (const { bytes, text } of refusals) {
    expect(bytes.length).toBeLessThan(500);
    expect(text).toContain('অনেক বেশি অনুরোধ এসেছে।');
  }
  return refusals.length;
}

test.each([
  ['POST', '/nothing', '127.0.11.1'],
  ['DELETE', '/', '127.0.11.2'],
  ['GET', `${health.live}z`, '127.0.11.3'],
  ['GET', '/media/x', '127.0.11.4'],
  ['GET', '/%', '127.0.11.5'],
])('%s %s counts in the limit of a network', async (method, path, from) => {
  expect(await refusedOf(method, path, from)).toBe(5);
});

test.each([
  ['GET', health.live, '127.0.11.6'],
  ['GET', '/assets/x.js', '127.0.11.7'],
])('%s %s does not', async (method, path, from) => {
  expect(await refusedOf(method, path, from)).toBe(0);
});
