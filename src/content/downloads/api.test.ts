import { beforeAll, expect, test } from 'vitest';
import { storeFile } from '#platform/files/stored-files.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { hide, idsOf } from '../../../test/helpers/content.ts';
import { addDownload } from './data.server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

test('GET /api/get-info-Download answers an empty list where there is none', async () => {
  expect((await app.get('/api/get-info-Download')).json()).toEqual([]);
});

test('GET /api/get-info-Download answers our files and links elsewhere, by their order', async () => {
  const bytes = Buffer.from('%PDF-1.4 ভর্তি ফরম');
  const fileKey = await storeFile(app, { name: 'ভর্তি ফরম.pdf', bytes });
  await app.changes.write(['downloads'], async (transaction) => {
    await addDownload(transaction, {
      title: 'অন্যখানে',
      link: 'https://files.example/a.pdf',
      file_key: null,
      sort_order: 2,
    });
    await addDownload(transaction, { title: 'ভর্তি ফরম', link: null, file_key: fileKey, sort_order: 1 });
    await addDownload(transaction, {
      title: 'লুকানো',
      link: 'https://files.example/b.pdf',
      file_key: null,
      sort_order: 0,
    });
  });
  const [elsewhere, ours, hidden = 0] = await idsOf(app, 'downloads');
  await hide(app, 'downloads', hidden);
  expect((await app.get('/api/get-info-Download')).json()).toEqual([
    {
      id: ours,
      title: 'ভর্তি ফরম',
      file_url: `/files/${fileKey}/${encodeURIComponent('ভর্তি ফরম.pdf')}`,
      file_name: 'ভর্তি ফরম.pdf',
      file_size: bytes.length,
      file_type: 'application/pdf',
    },
    {
      id: elsewhere,
      title: 'অন্যখানে',
      file_url: 'https://files.example/a.pdf',
      file_name: null,
      file_size: null,
      file_type: null,
    },
  ]);
});

test('the file_url of our file downloads these bytes, never shows them as a page', async () => {
  const bytes = Buffer.from('<script>alert(1)</script>');
  const key = await storeFile(app, { name: 'নিয়ম "ক".html', bytes });
  const answer = await app.get(`/files/${key}/${encodeURIComponent('নিয়ম "ক".html')}`);
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(bytes)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('নিয়ম "ক".html')}`,
    'content-type': 'application/octet-stream',
    'content-length': String(bytes.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(answer.headers['content-security-policy']).toContain('sandbox');
});

test('GET /files answers 404 for another name, an unknown key and a way out of the folder', async () => {
  const key = await storeFile(app, { name: 'ক.txt', bytes: Buffer.from('ক') });
  const others = [
    `${key}/other.txt`,
    `${'0'.repeat(40)}/x`,
    '..%2F..%2Fsecret/secret',
    `${key}/..%2Fsecret`,
    `${key}/`,
  ];
  for (const other of others) expect((await app.get(`/files/${other}`)).status, other).toBe(404);
});
