import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openFileStore } from './file-store.server.ts';

/** As much of a bucket as the store uses: whole objects by their address. */
const objects = new Map<string, Buffer>();
const bucket = createServer(async (request, response) => {
  const address = request.url?.split('?')[0] ?? '';
  if (request.method === 'PUT') {
    const body = Buffer.concat(await Array.fromAsync(request));
    // As Amazon answers it: a bucket must know the length before the bytes.
    const isKnown = Number(request.headers['content-length']) === body.length;
    if (isKnown) objects.set(address, body);
    response.writeHead(isKnown ? 200 : 411).end();
    return;
  }
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const whole = objects.get(address);
  const object = start ? whole?.subarray(Number(start), Number(end) + 1) : whole;
  response.writeHead(object ? (start ? 206 : 200) : 404, object ? { 'content-length': object.length } : {});
  response.end(request.method === 'GET' ? object : undefined);
});

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'prangon-test-'));
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'someone');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  await once(bucket.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  vi.unstubAllEnvs();
  bucket.close();
  rmSync(dataDir, { recursive: true });
});

test('FILES_URL keeps files in a bucket, each under its name', async () => {
  const { port } = bucket.address() as AddressInfo;
  const filesUrl = `s3://school?region=ap-south-1&endpoint=http://127.0.0.1:${port}`;
  const store = await openFileStore({ dataDir, filesUrl });

  expect(await store.size('pictures/a.webp')).toBeNull();
  expect(await store.bytes('pictures/a.webp')).toBeNull();
  await store.put('pictures/a.webp', Buffer.from('a picture'));

  const upload = Readable.from([Buffer.from('a long '), Buffer.from('file')]);
  await store.putStream(upload, async () => 'downloads/b');

  expect([...objects.keys()]).toEqual(['/school/pictures/a.webp', '/school/downloads/b']);
  expect(await store.size('pictures/a.webp')).toBe(9);
  expect(String(await store.bytes('pictures/a.webp'))).toBe('a picture');
  expect(String(await store.bytes('downloads/b'))).toBe('a long file');
  const part = await store.stream('downloads/b', { start: 2, end: 5 });
  expect(String(Buffer.concat(await part.toArray()))).toBe('long');
  expect(readdirSync(path.join(dataDir, 'files/unfinished'))).toEqual([]);
});
