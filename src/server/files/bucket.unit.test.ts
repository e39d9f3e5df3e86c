import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openFileStore } from './file-store.server.ts';

/** As much of a bucket as the store uses: whole objects by their address. */
const objects = new Map<string, Buffer>();
const bucket = createServer(async (request, response) => {
  const address = request.url?.split('?')[0] ?? '';
  if (request.method === 'PUT') {
    objects.set(address, Buffer.concat(await Array.fromAsync(request)));
    response.end();
    return;
  }
  const object = objects.get(address);
  response.writeHead(object ? 200 : 404, object ? { 'content-length': object.length } : {});
  response.end(request.method === 'GET' ? object : undefined);
});

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'someone');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  await once(bucket.listen(0, '127.0.0.1'), 'listening');
});

afterAll(() => {
  vi.unstubAllEnvs();
  bucket.close();
});

test('FILES_URL keeps files in a bucket, each under its name', async () => {
  const { port } = bucket.address() as AddressInfo;
  const filesUrl = `s3://school?region=ap-south-1&endpoint=http://127.0.0.1:${port}`;
  const store = await openFileStore({ dataDir: '/nowhere', filesUrl });

  expect(await store.exists('pictures/a.webp')).toBe(false);
  await store.put('pictures/a.webp', Buffer.from('a picture'));

  expect([...objects.keys()]).toEqual(['/school/pictures/a.webp']);
  expect(await store.exists('pictures/a.webp')).toBe(true);
  expect((await store.bytes('pictures/a.webp')).toString()).toBe('a picture');
});
