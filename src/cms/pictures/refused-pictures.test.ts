import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpError } from '#platform/errors.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { drawnPng } from '../../../test/helpers/content.ts';
import { emptyPng } from '../../../test/helpers/crafted-pictures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#b5452c' } });
const kinds = 'The picture must be a PNG, JPEG, WebP, GIF or AVIF file.';
const tooMuch = Buffer.alloc(8 * 2 ** 20);
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
    ['more than 8 MiB', async () => Buffer.concat([await drawnPng(9, 9), tooMuch]), 'larger than 8 MB'],
  ])('%s is a 422 under image that says why, and leaves nothing', async (_what, bytes, message) => {
    const before = await app.database.selectFrom('pictures').select('key').execute();
    const error = await app.pictures.add(await bytes()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 422, fields: { image: [expect.stringContaining(message)] } });
    expect(await app.database.selectFrom('pictures').select('key').execute()).toEqual(before);
  });

  test('a file cut at any length is refused or a whole picture, never an error of ours', async () => {
    const png = await noise(60).png().toBuffer();
    let refused = 0;
    for (let part = 1; part < 20; part++) {
      const bytes = png.subarray(0, Math.floor((png.length * part) / 20));
      const result = await app.pictures.add(bytes).catch((thrown: unknown) => thrown);
      expect(result).toMatchObject(result instanceof Error ? { status: 422 } : { width: 60 });
      if (result instanceof Error) refused++;
    }
    expect(refused).toBeGreaterThan(0);
  });
});

test('a decoder that dies takes its own picture along, a 503 once, and no other', async () => {
  // One that is idle would die without a picture.
  for (const pid of decoders()) process.kill(pid, 'SIGKILL');
  await expect.poll(decoders).toEqual([]);
  const slow = await noise(1_200).png({ compressionLevel: 1 }).toBuffer();
  const results = Promise.allSettled([app.pictures.add(slow), app.pictures.add(slow), app.pictures.add(slow)]);
  await expect.poll(() => decoders().map(priorityOf), { interval: 5 }).toContain('1000\n');
  for (const pid of decoders().slice(0, 1)) process.kill(pid, 'SIGKILL');
  const ends = (await results).map((result) =>
    result.status === 'rejected' ? result.reason.status : result.value.width,
  );
  expect(ends.toSorted()).toEqual([1_200, 1_200, 503]);
  expect(await app.pictures.add(await drawnPng(6, 6))).toMatchObject({ width: 6 });
});

test('a picture that takes too long is ended alone, and says so under image', async () => {
  const slow = await noise(1_200).png({ compressionLevel: 1 }).toBuffer();
  const quick = await drawnPng(7, 7);
  // Its time begins once a decoder is there.
  await app.pictures.add(await drawnPng(5, 5));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const tooLong = app.pictures.add(slow).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(20_000);
  const beside = app.pictures.add(quick);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await tooLong).toMatchObject({ status: 422, fields: { image: [expect.stringContaining('too long')] } });
  expect(await beside).toMatchObject({ width: 7 });
});

/** Those of this process. The system ends one that takes too much memory. */
function decoders(): number[] {
  return readdirSync('/proc').filter(isDecoder).map(Number);
}

/** The higher, the sooner the kernel ends a process where memory ends. */
function priorityOf(pid: number): string {
  return readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8');
}

function isDecoder(pid: string): boolean {
  if (!/^\d+$/.test(pid)) return false;
  try {
    const [stat, command] = ['stat', 'cmdline'].map((name) => readFileSync(`/proc/${pid}/${name}`, 'utf8'));
    const parent = Number(stat?.slice(stat.lastIndexOf(')')).split(' ')[2]);
    return parent === process.pid && command?.includes('picture-worker') === true;
  } catch {
    // It ended meanwhile.
    return false;
  }
}

function noise(side: number) {
  const grain = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#000', noise: grain } });
}
