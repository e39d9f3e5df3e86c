import { beforeAll, describe, expect, test } from 'vitest';
import { adminCalls, calls } from '#paths.ts';
import { sweepFiles } from '#platform/files/stored-files.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { testListKind } from '../../../test/helpers/list-kind.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { Client } from '../../../test/helpers/requests.ts';
import { specifiedTexts } from '../../../test/helpers/specified-texts.ts';
import { hireStaff, signIn } from '../../../test/helpers/staff.ts';
import { filesInUse } from './data.server.ts';

const { downloads, uploads } = adminCalls;

describe('Downloads', () => {
  testListKind({
    path: downloads,
    table: 'downloads',
    form: async () => ({ title: 'ভর্তি ফরম', file_url: 'https://files.example/form.pdf', status: true }),
    record: ({ title, file_url }) => ({ title, file_url, file_name: null, file_size: null, file_type: null }),
    withPicture: false,
    text: { form: 'title', record: 'title' },
    required: ['title', 'file_url'],
    wrong: [
      ['title', 'ক'.repeat(256)],
      ...[
        'file:///etc/passwd',
        'ftp://files.example/x',
        'http://files.example/x',
        'javascript:alert(1)',
        '\\\\server\\share',
        'https://user:password@files.example/x',
        'https://files.example\\@evil.example/x',
        '//files.example/x',
        '/files/x/y',
        `/files/${'0'.repeat(40)}/gone.pdf`,
        `https://files.example/${'x'.repeat(5_000)}`,
        'https://localhost/x',
        7,
      ].map((url): [string, unknown] => ['file_url', url]),
    ],
    messages: specifiedTexts.downloads,
    shown: { path: calls.downloads, has: (body, { id }) => body.includes(`"id":${id},`) },
    ordered: true,
  });
});

interface Upload {
  data: { file_url: string; file_name: string; file_size: number; file_type: string };
}

describe('POST /admin/uploads', () => {
  let app: TestApp;
  let office: Office;
  let token: string;
  beforeAll(async () => {
    app = await openTestApp();
    office = await openOffice(app);
    token = await signIn(app, await hireStaff(app));
    return app.close;
  });
  const upload = (
    name: string,
    bytes: Uint8Array<ArrayBuffer> | string,
    { type = 'application/pdf', field = 'file', as = token } = {},
  ) => {
    const body = new FormData();
    body.append(field, new Blob([bytes], { type }), name);
    return fetch(app.url + uploads, { method: 'POST', body, headers: { authorization: `Bearer ${as}` } });
  };

  test('stores a file; a form names it; visitors download it', async () => {
    const answer = await upload('ভর্তি ফরম ২০২৬.pdf', '%PDF-1.7 …');
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as Upload;
    expect(data).toEqual({
      file_url: expect.stringMatching(/^\/files\/[0-9a-f]{40}\//),
      file_name: 'ভর্তি ফরম ২০২৬.pdf',
      file_size: 12,
      file_type: 'application/pdf',
    });
    const record = await office.made(downloads, { title: 'ফরম', file_url: data.file_url });
    expect(record).toMatchObject(data);
    expect((await app.get(calls.downloads)).json()).toContainEqual({ id: record.id, title: 'ফরম', ...data });
    const file = await app.get(data.file_url);
    expect(file.status).toBe(200);
    expect(file.text).toBe('%PDF-1.7 …');
    expect(file.headers['content-disposition']).toMatch(/^attachment;/);
  });

  test('a long name in Bengali is cut, keeps its ending, and can be downloaded', async () => {
    const { data } = (await (await upload(`${'বিজ্ঞপ্তি'.repeat(30)}.pdf`, '%PDF-1.7')).json()) as Upload;
    expect(data.file_name).toMatch(/^বিজ্ঞপ্তি.*\.pdf$/);
    expect((await app.get(data.file_url)).status).toBe(200);
  });

  test('a name never leaves its folder', async () => {
    for (const name of ['../../etc/passwd', '..\\..\\x.pdf', '.htaccess', '/abs/x.pdf', '..']) {
      const { data } = (await (await upload(name, '%PDF-1.7')).json()) as Upload;
      expect(data.file_name).not.toMatch(/[/\\]|^\./);
    }
  });

  test('answers 422 under file for nothing, an empty file, or another field', async () => {
    for (const answer of [await upload('x.pdf', ''), await upload('x.pdf', 'x', { field: 'document' })]) {
      expect(answer.status).toBe(422);
      expect(Object.keys(((await answer.json()) as { errors: object }).errors)).toEqual(['file']);
    }
  });

  test('streams up to 50 MB, and refuses more without keeping anything', async () => {
    const most = new Uint8Array(50 * 2 ** 20);
    most.set(Buffer.from('%PDF-1.7'));
    expect((await upload('most.pdf', most)).status).toBe(201);
    const before = await app.database.selectFrom('files').select('key').execute();
    const more = new Uint8Array(most.length + 1);
    expect((await upload('more.pdf', more)).status).toBe(422);
    expect(await app.database.selectFrom('files').select('key').execute()).toHaveLength(before.length);
  });

  test('answers 413 at once where far too much is announced, 415 for JSON, 401 without a token', async () => {
    // By a connection of its own: the next request there would be taken for the rest of this one.
    const client = new Client(app.url);
    const announced = await client.send(uploads, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(2 ** 30),
      },
      body: 'x',
    });
    client.close();
    expect(announced.status).toBe(413);
    expect((await office.post(uploads, {})).status).toBe(415);
    expect((await upload('x.pdf', 'x', { as: 'x' })).status).toBe(401);
  });

  test('an upload that no form named is removed after a day; the others stay', async () => {
    const { data: named } = (await (await upload('named.pdf', '%PDF-1.7 named')).json()) as Upload;
    const { data: unnamed } = (await (await upload('unnamed.pdf', '%PDF-1.7 unnamed')).json()) as Upload;
    const record = await office.made(downloads, { title: 'x', file_url: named.file_url });
    await office.delete(`${downloads}/${record.id}`);
    await sweepFiles(app, filesInUse);
    expect((await app.get(unnamed.file_url)).status).toBe(200);
    const yesterday = new Date(Date.now() - 86_400_001).toISOString();
    await app.database.updateTable('files').set({ created_at: yesterday }).execute();
    await sweepFiles(app, filesInUse);
    expect((await app.get(unnamed.file_url)).status).toBe(404);
    expect((await app.get(named.file_url)).status).toBe(200);
    expect((await office.post(downloads, { title: 'x', file_url: unnamed.file_url })).status).toBe(422);
  });
});
