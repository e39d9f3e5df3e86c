import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { pictureSrcset } from '#api/picture.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const rings = ['#0a5d40', '#ffffff', '#b5452c'].map(
  (colour, at) => `<circle cx="200" cy="200" r="${180 - at * 40}" fill="${colour}"/>`,
);
const logo = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">${rings.join('')}</svg>`);

test('a logo is offered in WebP alone, in its colours, which takes less than AVIF', async () => {
  const picture = await app.pictures.add(await sharp(logo).png().toBuffer());
  expect(pictureSrcset(picture, 'avif')).toBeNull();
  expect(pictureSrcset(picture, 'webp')).toContain(`${picture.key}-320.webp 320w`);
  const offered = await app.get(`/media/${picture.key}-320.webp`);
  const asAvif = await app.get(`/media/${picture.key}-320.avif`);
  expect(offered.bytes.length).toBeLessThan(asAvif.bytes.length);
  const { data, info } = await sharp(offered.bytes).raw().toBuffer({ resolveWithObject: true });
  const middle = (160 * info.width + 160) * info.channels;
  expect([...data.subarray(middle, middle + 3)]).toEqual([0xb5, 0x45, 0x2c]);
});

test('a photograph is offered in AVIF, then in WebP', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photograph = sharp({ create: { width: 400, height: 400, channels: 3, background: '#888888', noise } }).blur(3);
  const picture = await app.pictures.add(await photograph.jpeg().toBuffer());
  expect(pictureSrcset(picture, 'avif')).toContain(`${picture.key}-320.avif 320w`);
  expect(pictureSrcset(picture, 'webp')).toContain(`${picture.key}-320.webp 320w`);
});
