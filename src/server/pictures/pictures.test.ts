import { execFileSync } from 'node:child_process';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { addPicture, drawnPng } from '../../../test/helpers/content.ts';
import { Refusal } from '../errors.server.ts';

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

  test('of 1 by 1 is enough', async () => {
    expect((await stored(await drawnPng(1, 1))).picture).toMatchObject({ width: 1, height: 1 });
  });

  test('of an animation is its first frame', async () => {
    const frames = await sharp({ create: { width: 20, height: 60, channels: 4, background: '#fff' } })
      .composite([{ input: await drawnPng(20, 20, '#00ff00'), top: 0, left: 0 }])
      .raw()
      .toBuffer();
    const gif = await sharp(frames, { raw: { width: 20, height: 60, channels: 4, pageHeight: 20 } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBeGreaterThan(1);
    const { picture, answer } = await stored(gif);
    expect(picture).toMatchObject({ width: 20, height: 20 });
    expect((await sharp(answer.bytes).metadata()).pages ?? 1).toBe(1);
    const [red = 255, green = 0] = await sharp(answer.bytes).raw().toBuffer();
    expect([red < 60, green > 200]).toEqual([true, true]);
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
    const rows = await app.database
      .selectFrom('pictures')
      .selectAll()
      .where('key', '=', keys[0] ?? '')
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('of more than 2,560 pixels a side is scaled down', async () => {
    expect((await stored(await drawnPng(5_000, 100))).picture).toMatchObject({ width: 2_560, height: 51 });
  });
});

const kinds = 'The picture must be a PNG, JPEG, WebP, GIF or AVIF file.';
const broken = 'The picture could not be read. Please choose another file.';

describe('A picture that is refused', () => {
  test.each([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), kinds],
    ['a PDF', async () => Buffer.from('%PDF-1.7 …'), kinds],
    ['a text', async () => Buffer.from('ভর্তি ফরম'), kinds],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), kinds],
    ['nothing', async () => Buffer.alloc(0), kinds],
    ['a TIFF', () => canvas(10, 10).tiff().toBuffer(), kinds],
    ['a BMP', async () => Buffer.from('BM\u0000\u0000'), kinds],
    ['a HEIC by its brand', async () => Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000'), kinds],
    ['a PNG by its first bytes only', async () => Buffer.from('\x89PNG\r\n\x1a\nrubbish', 'latin1'), broken],
    ['half a PNG', async () => (await noise(200).png().toBuffer()).subarray(0, 20_000), broken],
    ['half a JPEG', async () => (await noise(200).jpeg().toBuffer()).subarray(0, 5_000), broken],
    ['more than 40 megapixels', async () => emptyPng(8_000, 5_001), 'The picture has more than 40 megapixels.'],
    [
      'more than 8 MiB',
      async () => Buffer.concat([await drawnPng(9, 9), Buffer.alloc(8 * 2 ** 20)]),
      'larger than 8 MB',
    ],
  ])('%s is a 422 under image that says why, and leaves nothing', async (_what, bytes, message) => {
    const before = await app.database.selectFrom('pictures').select('key').execute();
    const error = await app.pictures.add(await bytes()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ status: 422, fields: { image: [expect.stringContaining(message)] } });
    expect(await app.database.selectFrom('pictures').select('key').execute()).toEqual(before);
  });

  test('a file cut at any length is refused or a whole picture, never an error of ours', async () => {
    const png = await noise(60).png().toBuffer();
    for (let part = 1; part < 20; part++) {
      const bytes = png.subarray(0, Math.floor((png.length * part) / 20));
      const result = await app.pictures.add(bytes).catch((thrown: unknown) => thrown);
      if (result instanceof Error) expect(result).toMatchObject({ status: 422 });
    }
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

  test('answers 404 to every other width, name and way out of the folder', async () => {
    const { key } = await addPicture(app, 700, 400);
    const unknown = '0'.repeat(40);
    const names = [
      ...[`${key}-321.webp`, `${key}-0320.webp`, `${key}-99999.webp`, `${key}.avif`, `${key}.png`, `${key}.webp.`, key],
      ...[`${unknown}.webp`, `${unknown}-320.avif`, `${key.toUpperCase()}X.webp`, `${key}-320.WEBP`, `${key}.webp%00`],
      ...[
        '..%2f..%2fsecret',
        '%2e%2e%2fsecret',
        '..',
        `..%2fpictures%2f${key}.webp`,
        '%2fetc%2fpasswd',
        `${key}.webp%20`,
      ],
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

test('a decoder that dies is a 503 once, and the next picture is taken', async () => {
  await app.pictures.add(await drawnPng(5, 5));
  const slow = app.pictures
    .add(await noise(1_500).png({ compressionLevel: 1 }).toBuffer())
    .catch((thrown: unknown) => thrown);
  await expect.poll(() => killDecoder(), { interval: 5 }).toBe(true);
  expect(await slow).toMatchObject({ status: 503, retryAfter: 5 });
  expect(await app.pictures.add(await drawnPng(6, 6))).toMatchObject({ width: 6 });
});

/** Ends the decoder of this process, as the system does with one that takes too much memory. */
function killDecoder(): boolean {
  const found = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  const pids = found
    .split('\n')
    .filter((line) => line.includes('picture-worker'))
    .map((line) => Number.parseInt(line, 10));
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids.length > 0;
}

function noise(side: number) {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
}

/** A PNG of one colour that unpacks to far more than it weighs. */
function emptyPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** The same PNG with a text chunk before its end. */
function withTextChunk(png: Buffer, text: string): Buffer {
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), chunk('tEXt', Buffer.from(`Comment\0${text}`)), png.subarray(end)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
