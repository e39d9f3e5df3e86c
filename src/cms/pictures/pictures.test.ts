import { truncateSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { variantFormats } from '#api/picture.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { addPicture, drawnPng } from '../../../test/helpers/content.ts';
import { withTextChunk } from '../../../test/helpers/crafted-pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b5452c' } });
const stored = async (bytes: Uint8Array) => {
  const picture = await app.pictures.add(bytes);
  return { picture, answer: await app.get(`/media/${picture.key}.webp`) };
};

describe('A picture that is taken', () => {
  test.each([
    ['a PNG', () => canvas(40, 30).png()],
    ['a JPEG', () => canvas(40, 30).jpeg()],
    ['a WebP', () => canvas(40, 30).webp()],
    ['an AVIF', () => canvas(40, 30).avif()],
    ['a GIF', () => canvas(40, 30).gif()],
    ['a grey 1-bit PNG', () => canvas(40, 30).greyscale().png({ palette: true, colours: 2 })],
    ['a 16-bit PNG', () => canvas(40, 30).toColourspace('rgb16').png()],
    ['a CMYK JPEG', () => canvas(40, 30).toColourspace('cmyk').jpeg()],
    ['a PNG with alpha', () => canvas(40, 30).ensureAlpha(0.5).png()],
  ])('%s is drawn anew as WebP of its size', async (_what, draw) => {
    const { picture, answer } = await stored(await draw().toBuffer());
    expect(picture).toEqual({ key: expect.stringMatching(/^[0-9a-f]{40}$/), width: 40, height: 30 });
    expect(await sharp(answer.bytes).metadata()).toMatchObject({ format: 'webp', width: 40, height: 30 });
  });

  test('of 1 by 1 is enough; of more than 2,560 pixels a side is scaled down', async () => {
    expect((await stored(await drawnPng(1, 1))).picture).toMatchObject({ width: 1, height: 1 });
    expect((await stored(await drawnPng(5_000, 100))).picture).toMatchObject({ width: 2_560, height: 51 });
  });

  test('stands upright and tells nothing: orientation, place and program are gone', async () => {
    const photo = await canvas(40, 30)
      .withExif({ IFD0: { Software: 'SECRETCAM' }, IFD3: { GPSLatitude: '23/1 44/1 0/1', GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { picture, answer } = await stored(photo);
    expect(picture).toMatchObject({ width: 30, height: 40 });
    const { exif, orientation, xmp, iptc } = await sharp(answer.bytes).metadata();
    expect([exif, orientation, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(answer.bytes.includes('SECRETCAM')).toBe(false);
  });

  test('carries nothing that was hidden in the file', async () => {
    const marker = '<script>alert("MARKER")</script><?php MARKER ?>';
    const files = await Promise.all([
      drawnPng(30, 30).then((png) => Buffer.concat([png, Buffer.from(marker)])),
      drawnPng(31, 30).then((png) => withTextChunk(png, marker)),
      canvas(32, 30)
        .jpeg()
        .withExif({ IFD0: { ImageDescription: marker } })
        .toBuffer(),
      canvas(33, 30)
        .gif()
        .toBuffer()
        .then((gif) => Buffer.concat([gif, Buffer.from(`PK\u0003\u0004${marker}`)])),
    ]);
    for (const file of files) {
      expect(file.includes('MARKER')).toBe(true);
      expect((await stored(file)).answer.bytes.includes('MARKER')).toBe(false);
    }
  });

  test('is kept once, however often it comes', async () => {
    const png = await drawnPng(50, 20, '#123456');
    const keys = await Promise.all(Array.from({ length: 4 }, async () => (await app.pictures.add(png)).key));
    expect(new Set(keys).size).toBe(1);
    const rows = app.database.selectFrom('pictures').where('key', '=', keys[0] ?? '');
    expect(await rows.selectAll().execute()).toHaveLength(1);
  });
});

describe('GET /media', () => {
  test('answers immutable bytes in which nothing may run', async () => {
    const { key } = await addPicture(app, 700, 400);
    const answer = await app.get(`/media/${key}.webp`);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const again = await app.get(`/media/${key}.webp`, { 'if-none-match': String(answer.headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test.each(['avif', 'webp'] as const)('makes the offered widths in %s, once', async (format) => {
    const { key } = await addPicture(app, 700, 400);
    const first = await app.get(`/media/${key}-320.${format}`);
    expect(first.headers['content-type']).toBe(`image/${format}`);
    expect((await sharp(first.bytes).metadata()).width).toBe(320);
    expect((await app.get(`/media/${key}-320.${format}`)).bytes.equals(first.bytes)).toBe(true);
  });

  test('does not send half of what a power cut left: a width is made again, the picture is mended by the same upload', async () => {
    const png = await drawnPng(400, 300, '#4a2b6f');
    const { key } = await app.pictures.add(png);
    for (const [name, then] of [
      [`${key}-320.webp`, 200],
      [`${key}.webp`, 404],
    ] as const) {
      const { bytes } = await app.get(`/media/${name}`);
      truncateSync(path.join(app.store.dataDir, 'files/pictures', name), bytes.length - 9);
      expect((await app.get(`/media/${name}`)).status).toBe(then);
      await app.pictures.add(png);
      expect((await app.get(`/media/${name}`)).bytes.equals(bytes)).toBe(true);
    }
  });

  test('one variant that could not be made in advance keeps back no other, and is tried again', async () => {
    const pictures = [await addPicture(app, 170, 90), await addPicture(app, 170, 91)];
    const { put } = app.files;
    const refused: string[] = [];
    app.files.put = async (name, bytes) => {
      if (refused.length > 0) return put.call(app.files, name, bytes);
      refused.push(name);
      throw new Error('not now');
    };
    await app.pictures.prepareVariants(pictures, (_picture, error) => expect.fail(error.message));
    app.files.put = put;
    expect(refused).toHaveLength(1);
    for (const picture of pictures) {
      for (const format of variantFormats)
        expect(await app.files.size(`pictures/${picture.key}-160.${format}`)).toBeGreaterThan(0);
    }
  });

  test('answers 404 to every other width, name and way out of the folder', async () => {
    const { key } = await addPicture(app, 700, 400);
    const unknown = '0'.repeat(40);
    const names = [
      ...['', '.webp.', '.webp%00', '.webp%20', '.avif', '.png'].map((ending) => key + ending),
      ...['321.webp', '0320.webp', '99999.webp', '320.WEBP'].map((size) => `${key}-${size}`),
      ...[`${unknown}.webp`, `${unknown}-320.avif`, `${key.toUpperCase()}X.webp`],
      ...['..', '..%2f..%2fsecret', '%2e%2e%2fsecret', '%2fetc%2fpasswd', `..%2fpictures%2f${key}.webp`],
    ];
    for (const name of names) expect((await app.get(`/media/${name}`)).status, name).toBe(404);
  });

  test('answers a strange Range with the whole picture or a 416, never an error', async () => {
    const { key } = await addPicture(app);
    for (const range of ['bytes=0-0,2-3', 'bytes=9999999-', 'bytes=-5', `bytes=${'0-1,'.repeat(1_000)}0-1`, 'x']) {
      expect([200, 206, 416], range).toContain((await app.get(`/media/${key}.webp`, { range })).status);
    }
  });
});
