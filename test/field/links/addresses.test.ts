import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { openOffice } from '../../helpers/office.ts';
import { sendRaw } from '../../helpers/requests.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const office = await openOffice(app);
  await office.made(adminCalls.redirects, { from_path: '/ভর্তি-২০২৭', to_address: '/about' });
  return app.close;
});

async function leadsTo(path: string) {
  const { status, headers } = await app.send(path, { headers: { accept: 'text/html' } });
  return [status, headers.location];
}

const id = 987_654;
const details = pages.newsDetails(id);

describe('An address leads to its page, whatever stands behind it in a message', () => {
  test.each([
    [`${details}।`, details],
    [`${details},`, details],
    [`${details}).`, details],
    [`${details}”`, details],
    [`${details}’।`, details],
    [`${details} `, details],
    [`${details}\u00a0দেখুন`, details],
    [`${details}।বিস্তারিত`, details],
    [`${details},https://school.example`, details],
    [`${details}*`, details],
    [`${details}\u200b`, details],
    [`${details}!`, details],
    [`${details}…`, details],
    [`${details}–`, details],
    [`${details}।?fbclid=x`, `${details}?fbclid=x`],
    ['/news/details/৯৮৭৬৫৪', details],
    ['/news/details/৯৮৭৬৫৪।', details],
    ['/news।', '/news'],
    ['/news/।', '/news'],
    ['/packages)', '/packages'],
    ['/।', '/'],
    ['/ভর্তি-২০২৭।', '/about'],
  ])('%j leads to %s', async (path, to) => {
    expect(await leadsTo(encodeURI(path))).toEqual([301, to]);
  });

  test.each(['/none।', '/api/get-news,', '/assets/x।', '/news/..।', '//evil.example/।', '/\\evil.example।', '/%'])(
    '%j leads nowhere',
    async (path) => {
      const [status, location] = await leadsTo(path.replace('।', '%E0%A5%A4'));
      expect([Number(status) >= 400, location]).toEqual([true, undefined]);
    },
  );

  test('and is no unknown address', async () => {
    const office = await openOffice(app);
    const missed = (await office.get(adminCalls.redirectsMissed)).json<{ data: { path: string }[] }>().data;
    expect(missed.map(({ path }) => path)).toEqual(expect.arrayContaining(['/none।']));
    expect(missed.filter(({ path }) => path.startsWith('/news'))).toEqual([]);
  });
});

describe('Bengali that a program did not encode', () => {
  const ask = (line: string | Uint8Array, before = '') =>
    sendRaw(
      app.url,
      Buffer.concat([Buffer.from(before), Buffer.from(line), Buffer.from('\r\nHost: 127.0.0.1\r\n\r\n')]),
    );

  test.each([
    ['GET /search?q=হাজিরা HTTP/1.1', '/search?q=%E0%A6%B9%E0%A6%BE%E0%A6%9C%E0%A6%BF%E0%A6%B0%E0%A6%BE'],
    ['HEAD /search?q=ক&page=2 HTTP/1.1', '/search?q=%E0%A6%95&page=2'],
    ['GET /search?q=a%20ক HTTP/1.0', '/search?q=a%20%E0%A6%95'],
    ['GET /news/details/1। HTTP/1.1', '/news/details/1%E0%A5%A4'],
  ])('%s is read', async (line, location) => {
    const { status, text } = await ask(line);
    expect([status, /^Location: (.*)\r$/m.exec(text)?.[1]]).toEqual([301, location]);
    expect((await app.get(location)).status).not.toBe(400);
  });

  test.each([
    'POST /search?q=ক HTTP/1.1',
    'GET //evil.example/ক HTTP/1.1',
    'GET /\\evil.example/ক HTTP/1.1',
    'GET https://evil.example/ক HTTP/1.1',
    'GET /a\u2028Set-Cookie:x=ক HTTP/1.1',
    Buffer.from([...Buffer.from('GET /search?q='), 0xe0, 0xa6, ...Buffer.from(' HTTP/1.1')]),
  ])('%j is refused as before', async (line) => {
    const { status, text } = await ask(line);
    expect([status, text.includes('Location')]).toEqual([400, false]);
  });

  test('is no answer to a request before it that still runs', async () => {
    const before = 'GET /api/get-news HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
    expect((await ask('GET /search?q=ক HTTP/1.1', before)).text).not.toContain('301');
  });
});
