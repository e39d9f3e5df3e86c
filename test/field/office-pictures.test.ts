// @module-tag full
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp, { type Sharp } from 'sharp';
import { test as anywhere, expect } from 'vitest';
import { adminCalls, adminPages } from '#paths.ts';
import { drawnPng } from '../helpers/content.ts';
import { animatedPng, emptyPng } from '../helpers/crafted-pictures.ts';
import { openBackOffice } from '../journeys/admin/helpers/back-office.ts';
import { Screen } from '../journeys/admin/helpers/screen.ts';
import { theBrowser } from '../journeys/helpers/browser.ts';
import { soon } from '../journeys/helpers/page.ts';
import { canRunOldBrowsers, oldBrowser } from './helpers/old-browsers.ts';

const test = anywhere.skipIf(!canRunOldBrowsers);
const office = openBackOffice({ content: 'none' });
const oldest = () => oldBrowser(109);

test('The oldest browser sends any picture as one that the server takes', { tags: ['full'] }, chooseAll);
test('The oldest browser takes what is dropped or pasted', bringAll);

test('A photo of 50 megapixels and 20 MB arrives', { tags: ['full'] }, async () => {
  const page = await enter(theBrowser, adminPages.pictures);
  const original = heavy(await photo(8_160, 6_144).jpeg().toBuffer(), 20);
  const { width, height, bytes } = await send(page, 'IMG_50.jpg', 'image/jpeg', original);
  expect([width, height]).toEqual([2_560, 1_928]);
  expect(bytes.length).toBeLessThan(8 * 2 ** 20);
});

async function enter(browser: () => Promise<Browser>, address: string): Promise<Page> {
  office.site.browser = await browser();
  office.site.expectTrouble(/Found a 'popover' attribute/);
  return office.enter(address);
}

const fromFile = (name: string) => readFile(path.join(import.meta.dirname, 'pictures', name));
const place = { IFD0: { Software: 'SECRETCAM' }, IFD3: { GPSLatitude: '23/1 44/1 0/1', GPSLatitudeRef: 'N' } };
const photo = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#2b5d8a"/><rect width="50%" height="30%" fill="#e8442c"/></svg>`,
    ),
  ).removeAlpha();
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });

interface Sent {
  /** What left the browser. */
  type: string;
  bytes: Buffer;
  /** What the server answered. */
  image: string;
  width: number;
  height: number;
}

/** Chooses a file in the library, and waits until it is there. */
async function send(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<Sent> {
  const answering = page.waitForResponse(
    (response) => response.url().endsWith(adminCalls.pictures) && response.request().method() === 'POST',
  );
  await choose(page, name, mimeType, buffer);
  const answer = await answering;
  const [, type = '', base64 = ''] = /^data:(.*?);base64,(.*)$/.exec(answer.request().postDataJSON().image) ?? [];
  const { data } = await answer.json();
  return { ...data, type, bytes: Buffer.from(base64, 'base64') };
}

async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: 'Upload', exact: true }).waitFor();
  await page.getByLabel('Files to upload').setInputFiles({ name, mimeType, buffer });
}

const storedAs = async ({ image }: Sent) => (await office.site.app.get(image)).bytes;

/** How far the colours of a stored picture are from what the server makes of the file by itself, of 255. */
async function difference(sent: Sent, original: Buffer): Promise<number> {
  const small = (picture: Sharp) => picture.flatten({ background: '#fff' }).resize(12, 12, { fit: 'fill' }).raw();
  const [here, there] = await Promise.all([
    small(sharp(await storedAs(sent))).toBuffer(),
    small(sharp(original, { limitInputPixels: false }).autoOrient()).toBuffer(),
  ]);
  return Math.max(...here.map((value, at) => Math.abs(value - (there[at] ?? 0))));
}

async function chooseAll(): Promise<void> {
  const page = await enter(oldest, adminPages.pictures);

  const small = await noise(300, 200).jpeg().toBuffer();
  const film = await fromFile('animated.gif');
  const longFilm: [string, string, Buffer] = ['long.gif', 'image/gif', padded(film, 2.1 * 2 ** 20)];
  const asTheyAre: [string, string, Buffer][] = [
    ['a.png', 'image/png', await drawnPng(30, 20)],
    ['a.jpg', 'image/jpeg', small],
    ['a.gif', 'image/gif', film],
    longFilm,
    ['a.webp', 'image/webp', await fromFile('animated.webp')],
    ['without-end.jpg', 'image/jpeg', await fromFile('without-end.jpg')],
  ];
  for (const [file, type, bytes] of asTheyAre) {
    const sent = await send(page, file, type, bytes);
    expect([sent.type, sent.bytes.equals(bytes)], file).toEqual([type, true]);
  }

  const jpeg = await fromFile('without-end.jpg');
  const begins: [string, string, Buffer][] = [
    ['line-break-before.jpg', 'image/jpeg', Buffer.concat([jpeg, Buffer.from([0xff, 0xd9])])],
    ['webp-named.jpg', 'image/webp', await fromFile('webp-named.jpg')],
  ];
  for (const [file, type, bytes] of begins) {
    const sent = await send(page, file, 'image/jpeg', await fromFile(file));
    expect([sent.type, sent.bytes.equals(bytes)], file).toEqual([type, true]);
  }

  for (let orientation = 1; orientation <= 8; orientation++) {
    const original = await photo(60, 40).withExif(place).withMetadata({ orientation }).jpeg().toBuffer();
    expect(original.includes('SECRETCAM')).toBe(true);
    const sent = await send(page, `${orientation}.jpg`, 'image/jpeg', original);
    expect([sent.width, sent.height]).toEqual(orientation < 5 ? [60, 40] : [40, 60]);
    expect(await difference(sent, original), `orientation ${orientation}`).toBeLessThan(30);
    expect(sent.bytes.includes('SECRETCAM') || sent.bytes.includes('Exif\0')).toBe(false);
  }

  // In P3, as iPhones take them.
  const wide = await photo(60, 40).withExif(place).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
  expect(await difference(await send(page, 'p3.jpg', 'image/jpeg', wide), wide)).toBeLessThan(30);

  const large = heavy(await photo(3_000, 2_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(), 2.1);
  const shrunk = await send(page, 'IMG_1.jpg', 'image/jpeg', large);
  expect([shrunk.type, shrunk.width, shrunk.height]).toEqual(['image/jpeg', 1_707, 2_560]);
  expect(await difference(shrunk, large)).toBeLessThan(30);
  const fifty = await send(page, 'fifty.png', 'image/png', emptyPng(8_160, 6_144));
  expect([fifty.type, fifty.width, fifty.height]).toEqual(['image/png', 2_560, 1_928]);

  const glass = await noise(700, 700).ensureAlpha(0.5).withExif(place).png({ compressionLevel: 1 }).toBuffer();
  const clear = await send(page, 'glass.png', 'image/png', glass);
  expect([clear.type, (await sharp(await storedAs(clear)).metadata()).hasAlpha]).toEqual(['image/webp', true]);
  expect(await difference(clear, glass)).toBeLessThan(8);

  for (const logo of [await fromFile('logo.svg'), Buffer.from(withHtml)]) {
    const drawn = await send(page, 'logo.svg', 'image/svg+xml', logo);
    expect([drawn.type, drawn.width, drawn.height]).toEqual(['image/png', 2_560, 1_280]);
  }
  const bitmap = await send(page, 'scan.bmp', 'image/bmp', bmp(5, 3));
  expect([bitmap.type, bitmap.width, bitmap.height]).toEqual(['image/png', 5, 3]);
  expect(await difference(bitmap, await drawnPng(5, 3, '#c08040'))).toBeLessThan(3);

  const toast = page.getByRole('alert');
  for (const [file, type, bytes] of [
    ['a.png', 'image/png', animatedPng(await drawnPng(30, 20))] as const,
    ['long.gif', 'image/gif', padded(film, 2 ** 23)] as const,
  ]) {
    const told = toast.filter({ hasText: 'This animation stands still now.' }).waitFor();
    const still = await send(page, file, type, bytes);
    await told;
    expect((await sharp(await storedAs(still)).metadata()).pages).toBeUndefined();
    await toast.waitFor({ state: 'detached' });
  }

  const whole = await noise(120, 80).withExif(place).jpeg().toBuffer();
  const half = whole.subarray(0, whole.length * 0.6);
  for (const [file, type, bytes] of [
    ['IMG_1.HEIC', '', await fromFile('photo.heic')],
    ['IMG_2.jpg', 'image/jpeg', await fromFile('photo.heic')],
    ['scan.tif', 'image/tiff', await fromFile('scan.tif')],
    ['letter.pdf', '', await fromFile('letter-with-picture.pdf')],
    ['half.jpg', 'image/jpeg', half],
    ['half.png', 'image/png', glass.subarray(0, 500_000)],
  ] as const) {
    const refused = toast.filter({ hasText: `${file}: ${notShown}` }).waitFor();
    await choose(page, file, type, bytes);
    await refused;
  }
}

async function bringAll(): Promise<void> {
  const screen = new Screen(await enter(oldest, adminPages.news));
  const { page, form } = screen;
  const logo = { name: 'logo.svg', type: 'image/svg+xml', base64: (await fromFile('logo.svg')).toString('base64') };
  const preview = form.locator('.image-preview img');
  await bring(form.locator('.image-drop'), 'drop', logo);
  await soon(() => preview.getAttribute('src')).toMatch(/^data:image\/png;/);
  const file = { name: 'scan.bmp', type: 'image/bmp', base64: bmp(5, 3).toString('base64') };
  await bring(page.locator('body'), 'paste', file);
  await form.getByText(/^scan\.bmp, /).waitFor();
  await soon(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(5);

  const text = form.locator('.rich-text-area');
  await bring(text, 'paste', logo);
  await page.getByRole('dialog').locator('img').waitFor();
  await page.keyboard.press('Enter');
  await soon(() => text.locator('img').getAttribute('src')).toMatch(/^data:image\/png;/);
  const heic = { name: 'IMG_1.HEIC', type: '', base64: (await fromFile('photo.heic')).toString('base64') };
  await bring(text, 'paste', heic);
  await form.getByText(`IMG_1.HEIC: ${notShown}`).waitFor();
}

/** Brings a file as people do who don't choose one. */
async function bring(to: Locator, how: 'drop' | 'paste', file: { name: string; type: string; base64: string }) {
  await to.evaluate(
    (element, { how, name, type, base64 }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, ...options })
          : new ClipboardEvent('paste', { clipboardData: data, ...options }),
      );
    },
    { how, ...file },
  );
}

const notShown = 'This file is not a picture that this browser can show, or it is damaged.';
const withHtml =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#0a6b4f"/><foreignObject width="40" height="20"><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject></svg>';

/** A JPEG with comments of so many MiB. */
function heavy(jpeg: Buffer, size: number): Buffer {
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0x80, 0x02]), Buffer.alloc(2 ** 15, 'x')]);
  return Buffer.concat([jpeg.subarray(0, 2), ...Array.from({ length: size * 32 }, () => comment), jpeg.subarray(2)]);
}

/** A GIF with a comment of so many bytes. */
function padded(gif: Buffer, size: number): Buffer {
  const block = Buffer.concat([Buffer.from([255]), Buffer.alloc(255, 'x')]);
  const blocks = Array.from({ length: Math.ceil(size / block.length) }, () => block);
  return Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe]), ...blocks, Buffer.from([0, 0x3b])]);
}

/** A bitmap of 24 bits in one colour, #c08040. */
function bmp(width: number, height: number): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + row * height, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const line = Buffer.alloc(row);
  for (let x = 0; x < width; x++) line.set([0x40, 0x80, 0xc0], x * 3);
  return Buffer.concat([head, ...Array.from({ length: height }, () => line)]);
}
