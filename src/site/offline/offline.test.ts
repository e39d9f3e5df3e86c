import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { discovery, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const asBrowser = { accept: 'text/html' };

interface Configuration {
  version: string;
  offline: string;
  kept: string;
  never: string[];
}

const configurationOf = (code: string): Configuration =>
  runInNewContext(`${code.split('\n')[0]} site`) as Configuration;

describe('The worker that shows pages without a network', () => {
  test('is asked for anew at every look, may do nothing but fetch from here, and keeps pages that are the same for all', async () => {
    const { status, headers, text } = await app.get(discovery.serviceWorker);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    const { kept, never } = configurationOf(text);
    const keeps = (path: string) => new RegExp(kept).test(path);
    for (const path of ['/', '/about', '/news', '/news?page=2', '/news/details/3', '/features/details/1', '/packages'])
      expect(keeps(path), path).toBe(true);
    for (const path of ['/search?q=x', '/login', '/admin', '/api/about', '/?x=1', '/packages/x', '/news/details/3?a=1'])
      expect(keeps(path), path).toBe(false);
    for (const path of ['/admin', '/api/', '/login', '/files/', '/media/']) expect(never).toContain(path);
  });

  test('is another one when what every page says changes', async () => {
    const before = configurationOf((await app.get(discovery.serviceWorker)).text);
    const now = new Date().toISOString();
    await app.changes.write(['vendor'], (transaction) =>
      transaction
        .insertInto('site_settings')
        .values({ id: 1, name: 'অঙ্গন', image_key: null, updated_at: now })
        .execute(),
    );
    const after = configurationOf((await app.get(discovery.serviceWorker)).text);
    expect(after.version).not.toBe(before.version);
    expect((await app.get(pages.offline, asBrowser)).text).toContain('অঙ্গন');
  });

  test('is named by public pages, and not by one that is not there', async () => {
    const named = `<meta name="worker" content="${discovery.serviceWorker}">`;
    expect((await app.get(pages.clients, asBrowser)).text).toContain(named);
    expect((await app.get('/nothing-here', asBrowser)).text).not.toContain(named);
  });
});

test('the offline page is whole in itself and is not found by searching', async () => {
  const { status, text } = await app.get(pages.offline, asBrowser);
  expect(status).toBe(200);
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect(text).toContain('<ul id="kept"></ul>');
  expect(text).not.toMatch(/<(?:img|script)[^>]* src=/);
});

test('where it is switched off pages do not name it, and the worker that browsers still have goes with all it kept', async () => {
  const off = await openTestApp({ env: { OFFLINE_PAGES: '0' } });
  try {
    expect((await off.get(pages.clients, asBrowser)).text).not.toContain('name="worker"');
    const { text } = await off.get(discovery.serviceWorker);
    const done: string[] = [];
    const listeners = new Map<string, (event: { waitUntil: (work: Promise<unknown>) => void }) => void>();
    const works: Promise<unknown>[] = [];
    runInNewContext(text, {
      caches: { keys: async () => ['visited', 'offline 1'], delete: async (name: string) => done.push(name) },
      self: {
        addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
        registration: { unregister: async () => done.push('unregistered') },
        skipWaiting: () => done.push('at once'),
      },
    });
    for (const type of ['install', 'activate']) listeners.get(type)?.({ waitUntil: (work) => works.push(work) });
    await Promise.all(works);
    expect(done).toEqual(['at once', 'visited', 'offline 1', 'unregistered']);
  } finally {
    await off.close();
  }
});
