// @module-tag full
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, type TestContext, test, vi } from 'vitest';
import { adminCalls, health, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { Bucket, keys } from '../helpers/bucket.ts';
import { report } from '../helpers/chaos.ts';
import { prangon } from '../helpers/command.ts';
import { admissionNews } from '../helpers/content.ts';
import { dataUrl, type Office, openOffice } from '../helpers/office.ts';
import type { Answer } from '../helpers/requests.ts';
import { unfinishedIn } from '../helpers/sound-store.ts';
import { hireStaff, sessionOf, uploadAs } from '../helpers/staff.ts';
import { freshStore, type Store } from '../helpers/store.ts';
import type { TcpProxy } from '../helpers/tcp-proxy.ts';

let bucket: Bucket;
let proxy: TcpProxy;
let app: TestApp;
let office: Office;
let token: string;
beforeAll(async () => {
  for (const [name, value] of Object.entries(keys)) vi.stubEnv(name, value);
  bucket = await Bucket.open();
  const line = await bucket.behindProxy();
  proxy = line.proxy;
  app = await openTestApp({ env: { FILES_URL: line.filesUrl } });
  office = await openOffice(app);
  token = await sessionOf(app, await hireStaff(app));
  return async () => {
    vi.unstubAllEnvs();
    proxy.close();
    await app.close();
    await bucket.close();
  };
});

const small = 1_000;
/** More than lines and streams hold at once. */
const large = 3 * 2 ** 20;
const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(size)]);

const upload = (contents: Uint8Array, to = app) => uploadAs(to, token, 'form.pdf', contents);

async function uploaded(contents: Uint8Array): Promise<string> {
  const answer = await upload(contents);
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ data: { file_url: string } }>().data.file_url;
}

const nameOf = (fileUrl: string) => `downloads/${fileUrl.split('/')[2]}`;

let colours = 0;
/** News with a picture that no other has. */
const news = async () => ({ ...admissionNews, image: await dataUrl(340, 200, `#0000${String(10 + colours++)}`) });

test('A file is in the bucket as it was sent, and comes back whole and in parts', async () => {
  for (const sent of [pdf(small), pdf(large)]) {
    const url = await uploaded(sent);
    const stored = await bucket.read(nameOf(url));
    expect([stored.bytes.equals(sent), stored.encoding]).toEqual([true, undefined]);
    const whole = await app.get(url);
    expect([whole.status, whole.bytes.equals(sent)]).toEqual([200, true]);
    const etag = String(whole.headers.etag);
    const part = await app.get(url, { range: 'bytes=20-59', 'if-range': etag });
    expect([part.status, part.bytes]).toEqual([206, sent.subarray(20, 60)]);
    expect(part.headers['content-range']).toBe(`bytes 20-59/${sent.length}`);
    expect((await app.get(url, { range: 'bytes=-10' })).bytes).toEqual(sent.subarray(-10));
    expect((await app.get(url, { 'if-none-match': etag })).status).toBe(304);
    const head = await app.send(url, { method: 'HEAD' });
    expect([head.status, head.headers['content-length']]).toEqual([200, String(sent.length)]);
  }
  expect(unfinishedIn(app.store)).toEqual([]);
});

test('A picture is in the bucket, with the widths that were asked for; one that is lost is mended by the same', async () => {
  const form = await news();
  const original = String((await office.made(adminCalls.news, form)).image);
  for (const address of [original, original.replace('.webp', '-320.avif')]) {
    const answer = await app.get(address);
    expect(answer.status).toBe(200);
    expect((await bucket.read(address.replace('/media/', 'pictures/'))).bytes.equals(answer.bytes)).toBe(true);
  }
  const name = original.replace('/media/', 'pictures/');
  await app.files.delete(name);
  expect(await app.files.size(name)).toBeNull();
  expect((await app.get(original)).status).toBe(404);
  await office.made(adminCalls.news, form);
  expect((await app.get(original)).status).toBe(200);
});

/** All that a write may leave. The bucket is asked past the line. */
const left = async () => ({
  files: await app.database.selectFrom('files').select('key').orderBy('key').execute(),
  pictures: await app.database.selectFrom('pictures').select('key').orderBy('key').execute(),
  news: await app.database.selectFrom('news').select('id').orderBy('id').execute(),
  unfinished: unfinishedIn(app.store),
  names: await bucket.names(),
});

function expectUnavailable({ status, headers, text }: Answer): void {
  expect([status, text]).toEqual([503, expect.any(String)]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/can’t be kept or shown|দেখানো যাচ্ছে না/) });
  // Neither the library nor an address may show.
  expect(text).not.toMatch(/ECONN|127\.0\.0\.1|bucket|school|aws/i);
}

/** Everything that needs the bucket is told that it is away, and everything else goes on. */
async function expectAway(
  to: TestApp,
  { url, image }: { url: string; image: string },
  [context, what]: [TestContext, string],
): Promise<void> {
  const before = await left();
  const staff = await openOffice(to);
  const begun = performance.now();
  const answers = await Promise.all([
    upload(pdf(small), to),
    upload(pdf(large), to),
    staff.post(adminCalls.news, await news()),
    to.get(url),
    to.get(url, { range: 'bytes=20-59' }),
    to.get(image),
    to.get(image.replace('.webp', '-160.avif')),
  ]);
  const took = performance.now() - begun;
  const leaves = await left();
  report(context, {
    what: `uploads, new pictures and reads with a bucket that ${what}`,
    measured: `${answers.map(({ status }) => status).join(', ')} in ${(took / 1_000).toFixed(1)} s`,
    goal: '503, within 10 s, nothing left',
  });
  for (const answer of answers) expectUnavailable(answer);
  // 8 s, and what a busy machine takes to notice them.
  expect(took).toBeLessThan(20_000);
  expect(leaves).toEqual(before);
  for (const address of [pages.home, health.live, health.ready]) expect((await to.get(address)).status).toBe(200);
  const key = nameOf(url).split('/')[1];
  expect((await to.get(url, { 'if-none-match': `"${key}"` })).status).toBe(304);
  // A picture that is there is chosen without reading it.
  expect((await staff.post(adminCalls.news, { ...admissionNews, image })).status).toBe(201);
}

async function expectBack({ url, image }: { url: string; image: string }): Promise<void> {
  await expect.poll(async () => (await upload(pdf(small))).status, { timeout: 5_000, interval: 100 }).toBe(201);
  for (const address of [url, image]) expect((await app.get(address)).status).toBe(200);
  await office.made(adminCalls.news, await news());
}

describe('While the bucket', () => {
  let there: { url: string; image: string };
  let sent: Buffer;
  beforeAll(async () => {
    sent = pdf(large);
    there = { url: await uploaded(sent), image: String((await office.made(adminCalls.news, await news())).image) };
  });

  test('is away or refuses our keys, all that needs it is a 503, nothing half stays, and it works when it is back', async (context) => {
    proxy.mode = 'refuse';
    await expectAway(app, there, [context, 'is away']);
    proxy.mode = 'pass';
    await expectBack(there);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody');
    const denied = await openTestApp({ store: app.store, env: { FILES_URL: bucket.filesUrl } });
    await expectAway(denied, there, [context, 'refuses our keys']);
    await denied.close();
    vi.stubEnv('AWS_ACCESS_KEY_ID', keys.AWS_ACCESS_KEY_ID);
  });

  test('is silent, the same within a bounded time; meanwhile one at a time waits, the others are told at once', async (context) => {
    proxy.mode = 'silent';
    await expectAway(app, there, [context, 'is silent']);
    const told: Answer[] = [];
    for (let asked = 0; asked < 20; asked++) void app.get(there.image).then((answer) => told.push(answer));
    await expect.poll(() => told.length, { interval: 10 }).toBe(19);
    for (const answer of told) expectUnavailable(answer);
    proxy.mode = 'pass';
    await expectBack(there);
  });

  test('is cut off in the middle of a file, nothing half counts as whole', async () => {
    const { names: _, ...before } = await left();
    const cut = pdf(large);
    proxy.cutAfter = large / 2;
    expectUnavailable(await upload(cut));
    expect(await left()).toMatchObject(before);
    await expect(app.get(there.url)).rejects.toThrow('aborted');
    proxy.cutAfter = Number.POSITIVE_INFINITY;
    expect((await app.get(there.url)).bytes.equals(sent)).toBe(true);
    // This server keeps what was cut off while it came, which S3 does not: the same upload makes it whole.
    expect((await app.get(await uploaded(cut))).bytes.equals(cut)).toBe(true);
    await expectBack(there);
  });

  test('is slow, all goes on', async () => {
    proxy.delay = 150;
    for (const address of [await uploaded(pdf(small)), there.image]) expect((await app.get(address)).status).toBe(200);
    proxy.delay = 0;
  });

  test('is not there, the same as away', async () => {
    const before = await bucket.names();
    const putBack = bucket.remove();
    for (const answer of [await upload(pdf(small)), await app.get(there.url), await app.get(there.image)])
      expectUnavailable(answer);
    putBack();
    expect(await bucket.names()).toEqual(before);
    await expectBack(there);
  });
});

describe('The command', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'prangon-backups-'));
    return () => rmSync(folder, { recursive: true });
  });
  const told = async (store: Store, typed: string[], filesUrl = '') => {
    const { code, out, err } = await prangon(store, [...typed, '--json'], { FILES_URL: filesUrl });
    return { code, err, ...JSON.parse(out) };
  };
  const done = { code: 0, missing: [] };

  test('carries files from a bucket to a folder, into another bucket, and with the rows to PostgreSQL', async () => {
    const [one, other] = [path.join(folder, 'one.tar'), path.join(folder, 'other.tar')];
    const originals = (await bucket.names()).filter((name) => !/-\d+\./.test(name));
    expect(await told(app.store, ['backup', one], bucket.filesUrl)).toMatchObject(done);

    const inFolder = await freshStore('sqlite', 'empty');
    expect((await told(inFolder, ['restore', one])).code).toBe(0);
    expect(await told(inFolder, ['backup', other])).toMatchObject(done);

    const second = await bucket.another('second');
    const inBucket = await freshStore('sqlite', 'empty');
    expect((await told(inBucket, ['restore', other], second.filesUrl)).code).toBe(0);
    expect(await second.names()).toEqual(originals);
    for (const name of originals) {
      const { bytes } = await bucket.read(name);
      expect(readFileSync(path.join(inFolder.dataDir, 'files', name)).equals(bytes), name).toBe(true);
      expect((await second.read(name)).bytes.equals(bytes), name).toBe(true);
    }
    const exported = path.join(folder, 'export');
    expect(await told(inBucket, ['export', exported], second.filesUrl)).toMatchObject(done);

    const postgres = await freshStore('postgres', 'empty');
    const to = ['move', '--to', postgres.databaseUrl ?? ''];
    expect((await told(inBucket, to, second.filesUrl)).code).toBe(0);
    const moved = { ...postgres, dataDir: inBucket.dataDir };
    expect(await told(moved, ['verify'], second.filesUrl)).toMatchObject({
      code: 0,
      findings: [{ status: 'ok' }, { status: 'ok' }],
    });

    for (const store of [inFolder, inBucket, postgres]) await store.remove();
  });

  test('doctor says what is wrong with a bucket, and a restore that it stops leaves nothing', async () => {
    const expectTold = async (filesUrl: string, hint: string | null) => {
      const { findings } = await told(app.store, ['doctor'], filesUrl);
      const about = findings.find(({ label }: { label: string }) => label === 'bucket');
      if (hint === null) expect(about).toMatchObject({ status: 'ok' });
      else expect(about).toMatchObject({ status: 'error', hint: expect.stringContaining(hint) });
    };
    const nowhere = bucket.filesUrl.replace(/:\d+$/, ':1');
    await expectTold(bucket.filesUrl, null);
    await expectTold(nowhere, 'endpoint');
    await expectTold(bucket.filesUrl.replace('school', 'unknown'), 'make the bucket');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody');
    await expectTold(bucket.filesUrl, 'AWS_SECRET_ACCESS_KEY');
    vi.stubEnv('AWS_ACCESS_KEY_ID', keys.AWS_ACCESS_KEY_ID);

    const file = path.join(folder, 'one.tar');
    expect((await told(app.store, ['backup', file], bucket.filesUrl)).code).toBe(0);
    const place = await freshStore('sqlite', 'empty');
    const refused = await told(place, ['restore', file], nowhere);
    expect(refused).toMatchObject({ code: 1, message: expect.stringContaining("school can't be reached") });
    expect(readdirSync(place.dataDir)).toEqual([]);
    await place.remove();
  });
});
