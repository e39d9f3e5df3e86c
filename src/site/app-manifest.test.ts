import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { discovery, pages, wellKnown } from '#paths.ts';
import { openTestApp, type TestApp } from '../../test/helpers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

interface Manifest {
  name: string;
  lang: string;
  start_url: string;
  theme_color: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

test('the manifest names icons of the right size, one of them maskable', async () => {
  const { status, headers, json } = await app.get(discovery.appManifest);
  expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8']);
  const manifest = json<Manifest>();
  expect(manifest).toMatchObject({ name: 'প্রাঙ্গণ', lang: 'bn', start_url: '/', theme_color: '#f8f8f2' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) expect(await sizeOf(src)).toBe(sizes);
});

test('every page names the manifest, the icon for iPhones, the colours of the wall and the feed of news', async () => {
  const { text } = await app.get(pages.packages, { accept: 'text/html' });
  expect(text).toContain(`<link rel="manifest" href="${discovery.appManifest}">`);
  expect(text.match(/<meta name="theme-color"/g)).toHaveLength(2);
  expect(text).toContain(`<link rel="alternate" type="application/atom+xml" href="${discovery.newsFeed}">`);
  const icon = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(text)?.[1] ?? '';
  expect(await sizeOf(icon)).toBe('180x180');
});

test('an icon of an older look leads to the one of now, an unknown one nowhere', async () => {
  const old = await app.get('/icon/icon-192-000000000000.png');
  expect(old.status).toBe(302);
  expect(await sizeOf(String(old.headers.location))).toBe('192x192');
  for (const name of ['icon-193-000000000000.png', 'icon-192.png', 'icon-192-x.png', '..%2f'])
    expect((await app.get(`/icon/${name}`)).status, name).toBe(404);
});

test('programs that read no page find the icons by their names', async () => {
  const apple = await app.get(wellKnown.appleIcon);
  expect([apple.status, apple.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await sharp(apple.bytes).metadata()).width).toBe(180);
  const favicon = await app.get(wellKnown.favicon);
  expect([favicon.status, favicon.headers['content-type']]).toEqual([200, 'image/x-icon']);
  const { bytes } = favicon;
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
  expect([bytes.readUInt32LE(14), bytes.readUInt32LE(18)]).toEqual([bytes.length - 22, 22]);
  expect((await sharp(bytes.subarray(22)).metadata()).width).toBe(48);
});

async function sizeOf(path: string): Promise<string> {
  const { status, headers, bytes } = await app.get(path);
  expect([status, headers['content-type']], path).toEqual([200, 'image/png']);
  expect(headers['cache-control']).toContain('immutable');
  const { width, height } = await sharp(bytes).metadata();
  return `${width}x${height}`;
}
