import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, media } from '#paths.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { gifBomb } from '../../helpers/crafted-pictures.ts';
import { type Office, openOffice } from '../../helpers/office.ts';
import { hireStaff, sessionOf, uploadAs } from '../../helpers/staff.ts';

let app: TestApp;
let office: Office;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  office = await openOffice(app);
  token = await sessionOf(app, await hireStaff(app));
  return app.close;
});

const bytesOf = (file: string) => readFile(path.join(import.meta.dirname, file));

async function uploadPicture(bytes: Buffer) {
  const image = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  const answer = await office.post(adminCalls.pictures, { image, name: 'x' });
  const { data, errors } = answer.json<{ data?: { image: string; width: number }; errors?: { image: string[] } }>();
  return { status: answer.status, message: errors?.image[0], image: data?.image ?? '', width: data?.width ?? 0 };
}

describe('A picture as viewers show it is stored', () => {
  test.each([
    'without-end.jpg',
    'without-last-byte.jpg',
    'progressive-without-end.jpg',
    'line-break-before.jpg',
    'byte-order-mark-before.jpg',
    'notice-before.jpg',
    'bytes-before-first-marker.jpg',
    'blank-lines-before.png',
    'line-break-before.gif',
    'line-break-before.webp',
    'line-break-before.avif',
    'webp-named.jpg',
  ])('%s', async (file) => {
    const { status, message, image } = await uploadPicture(await bytesOf(file));
    expect([status, message]).toEqual([201, undefined]);
    const { data, info } = await sharp((await app.get(image)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 48, height: 32 });
    // Red in the last corner: nothing is missing.
    const [red = 0, green = 0] = data.subarray(-info.channels);
    expect([red > 160, green < 90]).toEqual([true, true]);
  });
});

describe('An animation stays one, under every address that pages use', () => {
  test.each([
    ['animated.gif', 0],
    ['animated-twice.gif', 2],
    ['animated.webp', 0],
  ])('%s', async (file, loop) => {
    const { status, image, width } = await uploadPicture(await bytesOf(file));
    expect([status, width]).toEqual([201, 200]);
    const key = /[0-9a-f]{40}/.exec(image)?.[0] ?? '';
    const addresses = [image, media.variant(key, 160, 'webp'), media.variant(key, 160, 'avif')];
    for (const [at, address] of addresses.entries()) {
      const { headers, bytes } = await app.get(address);
      expect(headers['content-type']).toBe('image/webp');
      const { pages, delay, loop: kept, width, height } = await sharp(bytes).metadata();
      expect({ pages, delay, kept }, address).toEqual({ pages: 3, delay: [200, 300, 400], kept: loop });
      expect([width, height]).toEqual(at === 0 ? [200, 100] : [160, 80]);
    }
  });

  test('one that is larger than what is kept is scaled down, frame by frame', async () => {
    const { status, image, width } = await uploadPicture(await film(3_000, 30));
    expect([status, width]).toEqual([201, 2_560]);
    expect(await sharp((await app.get(image)).bytes).metadata()).toMatchObject({ pages: 3, height: 26 });
  });
});

describe('A picture is refused, and it is said what to do', () => {
  const kinds = 'Save a logo in SVG as PNG. For HEIC photos choose Settings, Camera, Formats, Most Compatible';
  test.each([
    ['half.jpg', 'could not be read'],
    ['half-progressive.jpg', 'could not be read'],
    ['logo.svg', kinds],
    ['scan.tif', kinds],
    ['photo.heic', kinds],
    ['letter-with-picture.pdf', kinds],
    ['song-with-cover.mp3', kinds],
  ])('%s', async (file, words) => {
    const { status, message } = await uploadPicture(await bytesOf(file));
    expect([status, message]).toEqual([422, expect.stringContaining(words)]);
  });

  test('an animation whose frames unpack to more than a picture may have', async () => {
    const { status, message } = await uploadPicture(gifBomb(2_000, 11));
    expect([status, message]).toEqual([422, expect.stringContaining('Of an animation all frames count.')]);
  });

  test.each(['gif', 'webp'] as const)(
    'an animated %s cut at any length, or a picture, never an error',
    async (kind) => {
      const whole = await bytesOf(`animated.${kind}`);
      for (let part = 1; part < 10; part++) {
        const { status } = await uploadPicture(whole.subarray(0, Math.floor((whole.length * part) / 10)));
        expect([201, 422]).toContain(status);
      }
    },
  );
});

describe('A PDF as viewers open it is stored, and served as one', () => {
  test.each([
    'line-break-before.pdf',
    'blanks-before.pdf',
    'byte-order-mark-before.pdf',
    'utf-16-mark-before.pdf',
    'notice-before.pdf',
    'headers-before.pdf',
    'zeros-before.pdf',
  ])('%s', async (file) => {
    const bytes = await bytesOf(file);
    const { status, text } = await uploadAs(app, token, file, bytes);
    expect(status, text).toBe(201);
    const answer = await app.get(JSON.parse(text).data.file_url);
    expect(answer.bytes).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['far-behind.pdf', 'far-behind.pdf'],
    ['page.pdf', 'page.pdf'],
    ['a page by its name', 'notice-before.pdf', 'x.html'],
    ['a picture by its name', 'line-break-before.pdf', 'x.png'],
  ])('not %s', async (_what, file, name = file) => {
    const { status, text } = await uploadAs(app, token, name, await bytesOf(file));
    expect([status, Object.keys(JSON.parse(text).errors ?? {})]).toEqual([422, ['file']]);
  });
});

/** A GIF of three frames, each with another dot. */
async function film(width: number, height: number): Promise<Buffer> {
  const pages = 3;
  const raw = Buffer.alloc(width * height * pages);
  for (let page = 0; page < pages; page++) raw[page * width * height + page] = 255;
  return sharp(raw, { raw: { width, height: height * pages, channels: 1, pageHeight: height } })
    .gif({ effort: 1 })
    .toBuffer();
}
