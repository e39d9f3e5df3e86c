import { existsSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { symbols } from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { adminCalls, calls } from '#paths.ts';
import { sweepFiles } from '#platform/files/stored-files.server.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { drawnPng } from '../../../test/helpers/content.ts';
import { type Office, openOffice } from '../../../test/helpers/office.ts';
import { hostileOfficeFiles, officeFile, relationTo } from '../../../test/helpers/office-files.ts';
import { type Answer, Client } from '../../../test/helpers/requests.ts';
import { hireStaff, sessionOf } from '../../../test/helpers/staff.ts';
import { zipOf } from '../../../test/helpers/workbook.ts';
import { filesInUse } from './kind.server.ts';

let app: TestApp;
let office: Office;
let token: string;
const lines: string[] = [];
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'warn' }, beforePrepare: ({ log }) => capture(log) });
  office = await openOffice(app);
  return app.close;
});
// A session of its own for each test: one may send some twenty calls a second.
beforeEach(async () => {
  token = await sessionOf(app, await hireStaff(app));
});

const folder = (name: string) => path.join(app.store.dataDir, 'files', name);
const unfinished = () => (existsSync(folder('unfinished')) ? readdirSync(folder('unfinished')) : []);
const pdf = '%PDF-1.7 ভর্তি ফরম';

function form(name: string, contents: string | Uint8Array, type = 'application/octet-stream') {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(contents), Buffer.from('\r\n--b--\r\n')]);
}

function send(body: string | Uint8Array, type = 'multipart/form-data; boundary=b'): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return app.send(adminCalls.uploads, { method: 'POST', headers, body });
}

async function uploaded(name: string, contents: string | Uint8Array, type?: string) {
  const answer = await send(form(name, contents, type));
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ data: { file_url: string; file_name: string; file_type: string } }>().data;
}

const keyIn = (url: string) => url.split('/')[2] ?? '';
const nameIn = (url: string) => folder(path.join('downloads', keyIn(url)));
const storedKeys = () => app.database.selectFrom('files').select('key').execute();

describe('POST /admin/uploads', () => {
  test('stores a file; a form names it; visitors download it', async () => {
    const data = await uploaded('ভর্তি ফরম ২০২৬.pdf', '%PDF-1.7 …');
    expect(data).toEqual({
      file_url: expect.stringMatching(/^\/files\/[0-9a-f]{40}\//),
      file_name: 'ভর্তি ফরম ২০২৬.pdf',
      file_size: 12,
      file_type: 'application/pdf',
    });
    const record = await office.made(adminCalls.downloads, { title: 'ফরম', file_url: data.file_url });
    expect(record).toMatchObject(data);
    expect((await app.get(calls.downloads)).json()).toContainEqual({ id: record.id, title: 'ফরম', ...data });
    const file = await app.get(data.file_url);
    expect([file.status, file.text]).toEqual([200, '%PDF-1.7 …']);
  });

  test('a long name in Bengali is cut and keeps its ending, and no name leaves its folder', async () => {
    const { file_name, file_url } = await uploaded(`${'বিজ্ঞপ্তি'.repeat(30)}.pdf`, pdf);
    expect(file_name).toMatch(/^বিজ্ঞপ্তি.*\.pdf$/);
    expect((await app.get(file_url)).status).toBe(200);
    for (const name of ['../../etc/passwd', '..\\..\\x.pdf', '.htaccess', '/abs/x.pdf', '..'])
      expect((await uploaded(name, pdf)).file_name).not.toMatch(/[/\\]|^\./);
  });

  test('streams up to 50 MB, and refuses more, nothing and another field without keeping anything', async () => {
    const most = new Uint8Array(50 * 2 ** 20);
    most.set(Buffer.from('%PDF-1.7'));
    await uploaded('most.pdf', most);
    const before = await storedKeys();
    const otherField = form('x.pdf', pdf).toString().replace('name="file"', 'name="document"');
    for (const body of [form('more.pdf', new Uint8Array(most.length + 1)), form('x.pdf', ''), otherField]) {
      const answer = await send(body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['file']);
    }
    expect(await storedKeys()).toEqual(before);
  });

  test('answers 413 at once where far too much is announced, 415 for JSON', async () => {
    // By a connection of its own: the next request there would be taken for the rest of this one.
    const client = new Client(app.url);
    const announced = await client.send(adminCalls.uploads, {
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
    expect((await office.post(adminCalls.uploads, {})).status).toBe(415);
  });

  test('an upload that no form named is removed after a day; the others stay', async () => {
    const named = await uploaded('named.pdf', pdf);
    const unnamed = await uploaded('unnamed.pdf', pdf);
    const record = await office.made(adminCalls.downloads, { title: 'x', file_url: named.file_url });
    await office.delete(`${adminCalls.downloads}/${record.id}`);
    await sweepFiles(app, filesInUse);
    expect((await app.get(unnamed.file_url)).status).toBe(200);
    const yesterday = new Date(Date.now() - 86_400_001).toISOString();
    await app.database.updateTable('files').set({ created_at: yesterday }).execute();
    await sweepFiles(app, filesInUse);
    expect((await app.get(unnamed.file_url)).status).toBe(404);
    expect((await app.get(named.file_url)).status).toBe(200);
    const again = { title: 'x', file_url: unnamed.file_url };
    expect((await office.post(adminCalls.downloads, again)).status).toBe(422);
  });
});

describe('A stored file', () => {
  test('that a power cut left half is not there, until the same upload mends it, as it does wrong bytes', async () => {
    const { file_url } = await uploaded('half.pdf', pdf);
    for (const length of [5, 0]) {
      truncateSync(nameIn(file_url), length);
      expect((await app.get(file_url)).status).toBe(404);
      await uploaded('half.pdf', pdf);
      expect((await app.get(file_url)).text).toBe(pdf);
    }
    writeFileSync(nameIn(file_url), Buffer.alloc(Buffer.byteLength(pdf)));
    await uploaded('half.pdf', pdf);
    expect((await app.get(file_url)).text).toBe(pdf);
  });

  test('leaves nothing unfinished behind; what a killed process left is swept, what is being written stays', async () => {
    await uploaded('whole.pdf', pdf);
    expect(unfinished()).toEqual([]);
    writeFileSync(folder('unfinished/old'), 'half of');
    writeFileSync(folder('unfinished/new'), 'half of');
    const longAgo = Date.now() / 1_000 - 3_600;
    utimesSync(folder('unfinished/old'), longAgo, longAgo);
    await app.files.sweepUnfinished();
    expect(unfinished()).toEqual(['new']);
    // As a start with SQLite does, where nobody else writes.
    await app.files.sweepUnfinished(0);
    expect(unfinished()).toEqual([]);
  });

  test('is served as what its name says, never as what a row says', async () => {
    for (const [name, type] of [
      ['x.js', 'application/octet-stream'],
      ['x.HTML', 'application/octet-stream'],
      ['x', 'application/octet-stream'],
      ['x.pdf', 'application/pdf'],
      ['x.csv', 'text/csv'],
      ['নিয়ম "ক".html', 'application/octet-stream'],
    ] as const) {
      const contents = `${pdf} ${name}`;
      const key = keyIn((await uploaded('stored-before.pdf', contents)).file_url);
      await app.database.updateTable('files').set({ name, type: 'text/javascript' }).where('key', '=', key).execute();
      const { status, headers, text } = await app.get(`/files/${key}/${encodeURIComponent(name)}`);
      expect([status, headers['content-type'], text], name).toEqual([200, type, contents]);
      expect(headers).toMatchObject({
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'content-length': String(Buffer.byteLength(contents)),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  test('is a 404 by another name, and no key leads out of the folder', async () => {
    const key = keyIn((await uploaded('ours.pdf', pdf)).file_url);
    for (const other of [`${key}/other.pdf`, `${key}/..%2Fx`, `${key}/`, `${'0'.repeat(40)}/x`, '..%2F..%2Fx/x'])
      expect((await app.get(`/files/${other}`)).status, other).toBe(404);
  });
});

describe('A download that broke off', () => {
  const bytes = Buffer.from(pdf);
  let url: string;
  let etag: string;
  beforeEach(async () => {
    url = (await uploaded('resume.pdf', pdf)).file_url;
    etag = String((await app.get(url)).headers.etag);
  });

  test.each([
    ['bytes=5-', 5, bytes.length - 1],
    ['bytes=0-0', 0, 0],
    ['bytes=2-6', 2, 6],
    ['bytes=2-99999', 2, bytes.length - 1],
    ['bytes=-4', bytes.length - 4, bytes.length - 1],
    ['bytes=-99999', 0, bytes.length - 1],
  ])('goes on with %s', async (range, start, end) => {
    const answer = await app.get(url, { range, 'if-range': etag });
    expect(answer.status).toBe(206);
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${start}-${end}/${bytes.length}`,
      'content-length': String(end - start + 1),
      'content-disposition': expect.stringMatching(/^attachment;/),
      etag,
    });
    expect(answer.bytes).toEqual(bytes.subarray(start, end + 1));
  });

  test('gets the whole file for what is no range of one part, and where it had another file', async () => {
    for (const range of ['bytes=-', 'bytes=6-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=a-b', 'bytes=-1-']) {
      const answer = await app.get(url, { range });
      expect([answer.status, answer.text, answer.headers['accept-ranges']], range).toEqual([200, pdf, 'bytes']);
    }
    const other = await app.get(url, { range: 'bytes=5-', 'if-range': '"other"' });
    expect([other.status, other.text]).toEqual([200, pdf]);
  });

  test('is told where there is nothing more, and where it has all of it', async () => {
    for (const range of [`bytes=${bytes.length}-`, 'bytes=-0']) {
      const beyond = await app.get(url, { range });
      expect([beyond.status, beyond.headers['content-range']], range).toEqual([416, `bytes */${bytes.length}`]);
    }
    const notModified = await app.get(url, { 'if-none-match': `W/"x", ${etag}` });
    expect([notModified.status, notModified.text]).toEqual([304, '']);
    const head = await app.send(url, { method: 'HEAD', headers: { range: 'bytes=2-3' } });
    expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([200, String(bytes.length), etag]);
  });
});

describe('A file that is taken', () => {
  const microsoft = 'application/vnd.openxmlformats-officedocument';
  const openText = 'application/vnd.oasis.opendocument.text';
  const link = relationTo('hyperlink', 'https://macros.example/package', 'External');
  const printer = { 'xl/printerSettings/printerSettings1.bin': 'x' };
  const many = zipOf({
    'form/a.txt': 'ক',
    'form/letter.docx': officeFile('word'),
    'form/': '',
    'READ ME': 'words',
    '__MACOSX/form/._a.txt': '\0\x05\x16\x07',
    '.DS_Store': '\0\0\0\x01Bud1',
  });
  test.each([
    ['form.pdf', pdf, 'application/pdf'],
    ['FORM.PDF', pdf, 'application/pdf'],
    ['letter.docx', officeFile('word'), `${microsoft}.wordprocessingml.document`],
    ['links.docx', officeFile('word', { relations: [link] }), `${microsoft}.wordprocessingml.document`],
    ['list.xlsx', officeFile('xl', { parts: printer }), `${microsoft}.spreadsheetml.sheet`],
    ['slides.pptx', officeFile('ppt'), `${microsoft}.presentationml.presentation`],
    ['letter.odt', zipOf({ mimetype: openText, 'content.xml': '<x/>' }), openText],
    ['many.zip', many, 'application/zip'],
    ['list.csv', '\ufeffনাম,শ্রেণি\r\nরহিম,৫\r\n', 'text/csv'],
    ['words.txt', 'ভর্তি চলছে', 'text/plain'],
  ])('%s', async (name, contents, type) => {
    expect(await uploaded(name, contents, 'text/html')).toMatchObject({ file_type: type });
  });

  test('pictures, and workbooks as programs write them', async () => {
    expect(await uploaded('photo.png', await drawnPng(4, 4))).toMatchObject({ file_type: 'image/png' });
    const workbook = writeExcelFile([[{ value: 'ক', type: String }]], { sheet: 'ক' });
    expect((await uploaded('list.xlsx', await workbook.toBuffer())).file_type).toMatch(/spreadsheetml\.sheet$/);
  });

  test('a name without an ending gets that of the content', async () => {
    expect((await uploaded('form', pdf)).file_url).toMatch(/\/form\.pdf$/);
    expect((await uploaded('words', 'ভর্তি')).file_url).toMatch(/\/words\.txt$/);
  });
});

describe('A file that is refused under file', () => {
  test.each([
    ['a page', 'x.html', '<!doctype html><script>alert(1)</script>'],
    ['a script', 'x.js', 'alert(1)'],
    ['a script that calls itself PDF', 'x.pdf', 'alert(1)'],
    ['a page that calls itself a picture', 'x.png', '<html></html>'],
    ['a picture that calls itself a page', 'x.html', '\x89PNG\r\n\x1a\n'],
    ['an SVG', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['a program', 'x.exe', 'MZ\x90\x00\x03'],
    ['a program that calls itself a text', 'x.txt', 'MZ\x90\x00\x03'],
    ['a program that calls itself a ZIP', 'x.zip', '\x7fELF\x02\x01\x01'],
    ['an app', 'x.apk', zipOf({ 'classes.dex': 'x' })],
    ['a program of Java', 'x.jar', zipOf({ 'META-INF/MANIFEST.MF': 'x' })],
    ['a batch file', 'x.bat', 'del *.*'],
    ['bytes that mean nothing', 'x.txt', '\x00\x01\x02\x03'],
    ['a whole folder of macros', 'x.docm', zipOf({ 'word/a': 'x' })],
  ])('%s', async (_what, name, contents) => {
    const answer = await send(form(name, typeof contents === 'string' ? Buffer.from(contents, 'latin1') : contents));
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { file: [expect.stringMatching(/PDF.*ZIP|name ends in/)] } });
    expect(unfinished()).toEqual([]);
  });

  test.each([
    ['an old text', 'x.doc', compound(['WordDocument', '1Table'])],
    ['an old workbook', 'x.xls', compound(['Workbook'])],
    ['an old slide show', 'x.ppt', compound(['PowerPoint Document'])],
    ['an old text that calls itself a new one', 'x.docx', compound(['WordDocument'])],
    ['an old text that calls itself nothing', 'x', compound(['WordDocument'])],
    ['a text in RTF', 'x.rtf', Buffer.from('{\\rtf1 {\\object\\objdata 0105}}')],
    ['a text in RTF that calls itself old', 'x.doc', Buffer.from('{\\rtf1 x}')],
    ['a workbook with a password', 'x.xlsx', compound(['EncryptionInfo', 'EncryptedPackage'])],
    ...hostileOfficeFiles(),
  ])('%s', async (_what, name, contents) => {
    const answer = await send(form(name, contents));
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { file: [expect.stringContaining('without macros')] } });
    expect(unfinished()).toEqual([]);
  });
});

describe('A ZIP is refused for a file that would not be taken alone:', () => {
  const program = 'MZ\x90\0\x03';
  const encrypted = zipOf({ 'a.txt': 'x' });
  for (const at of [6, encrypted.indexOf('PK\x01\x02') + 8]) encrypted.writeUInt16LE(1, at);
  const plain = zipOf({ 'a.txt': 'x' });
  /** With other bytes at this place of the entry of the directory, or of the end. */
  const changed = (sign: string, at: number, ...bytes: number[]) => {
    const zip = Buffer.from(plain);
    for (const [index, byte] of bytes.entries()) zip.writeUInt8(byte, zip.lastIndexOf(sign) + at + index);
    return zip;
  };
  /** With these bytes as the extra fields of its entry in the directory. */
  const withExtra = (extra: Buffer) => {
    const entry = plain.indexOf('PK\x01\x02');
    const [files, list, end] = [plain.subarray(0, entry), plain.subarray(entry, -22), Buffer.from(plain.subarray(-22))];
    const directory = Buffer.concat([list, extra]);
    directory.writeUInt16LE(extra.length, 30);
    end.writeUInt32LE(directory.length, 12);
    return Buffer.concat([files, directory, end]);
  };
  test('whose extra fields have those two letters in a time is taken', async () => {
    const time = withExtra(Buffer.from('UT\x05\0\x03updn', 'latin1'));
    expect(await uploaded('x.zip', time)).toMatchObject({ file_type: 'application/zip' });
  });
  test.each<[string, Buffer, string]>([
    ['a program', zipOf({ 'a.txt': 'x', 'set/up.exe': program }), 'set/up.exe'],
    ['a program that calls itself a system’s', zipOf({ '._setup.exe': program }), '._setup.exe'],
    ['a library of Windows', zipOf({ 'x.library-ms': '<x/>' }), 'x.library-ms'],
    ['an end that Windows cuts off', zipOf({ 'x.bat.': 'del' }), 'x.bat.'],
    ['a name with an end in it', zipOf({ 'x.bat\0.txt': 'del' }), 'x.bat\0.txt'],
    ['a link', changed('PK\x01\x02', 41, 0xa1), 'a.txt'],
    ['another number of files than it says', changed('PK\x05\x06', 10, 2), 'ZIP'],
    ['another name in front of a file', Buffer.concat([Buffer.from(plain).fill('b', 30, 31)]), 'a.txt'],
    ['a second name', withExtra(Buffer.from('up\x01\0x')), 'ZIP'],
    ['two lists', Buffer.concat([plain, zipOf({ 'x.exe': program })]), 'ZIP'],
    ['a program that calls itself PDF', zipOf({ 'form.pdf': program }), 'form.pdf'],
    ['a program without an ending', zipOf({ setup: '\x7fELF\x02\x01\x01' }), 'setup'],
    ['a page', zipOf({ 'x.html': '<script>alert(1)</script>' }), 'x.html'],
    ['macros', zipOf({ 'x.docm': officeFile('word') }), 'x.docm'],
    ['another ZIP', zipOf({ 'x.zip': zipOf({ 'a.txt': 'x' }) }), 'x.zip'],
    ['another ZIP without an ending', zipOf({ x: zipOf({ 'a.txt': 'x' }) }), 'x'],
    ['a way out of the folder', zipOf({ '../a.txt': 'x' }), '../a.txt'],
    ['a place of Windows', zipOf({ 'C:\\a.txt': 'x' }), 'C:\\a.txt'],
    ['a bomb', zipOf({ 'a.txt': Buffer.alloc(2 ** 27 + 1, 'a') }), 'a.txt'],
    ['a password', encrypted, 'a.txt'],
    ['no list of its files', zipOf({ 'a.txt': 'x' }).subarray(0, -22), 'ZIP'],
    ...hostileOfficeFiles().map(([what, name, file]): [string, Buffer, string] => [
      what,
      zipOf({ [name]: file }),
      name,
    ]),
  ])('%s', async (_what, contents, part) => {
    const answer = await send(form('x.zip', contents));
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json()).toMatchObject({ errors: { file: [expect.stringContaining(`“${part}”`)] } });
    expect(unfinished()).toEqual([]);
  });
});

describe('An upload that did not arrive whole', () => {
  const whole = form('x.pdf', pdf).toString();
  test.each([
    ['without a boundary', whole, 'multipart/form-data'],
    ['with an endless boundary', whole, `multipart/form-data; boundary=${'b'.repeat(5_000)}`],
    ['that is no form', 'hello', undefined],
    ['cut in a header', whole.slice(0, 40), undefined],
    ['cut before the file', whole.slice(0, whole.indexOf('%PDF')), undefined],
    ['cut in the file', whole.slice(0, whole.indexOf('1.7')), undefined],
    ['without its end', whole.slice(0, -'\r\n--b--\r\n'.length), undefined],
    ['cut in its end', whole.slice(0, -4), undefined],
  ])('%s is the mistake of who sends it, no fault, and leaves nothing', async (_what, body, type) => {
    lines.length = 0;
    const before = await storedKeys();
    const answer = await send(body, type);
    expect([400, 422], answer.text).toContain(answer.status);
    expect(answer.json<{ message: string }>().message).toMatch(/whole|Choose a file/);
    expect(lines).toEqual([]);
    expect(await storedKeys()).toEqual(before);
    expect(unfinished()).toEqual([]);
  });

  test('because a phone broke off is no fault, and leaves nothing', async () => {
    lines.length = 0;
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${adminCalls.uploads} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n${whole.slice(0, -20)}`,
    );
    await expect.poll(() => unfinished().length, { interval: 10 }).toBe(1);
    socket.destroy();
    await expect.poll(unfinished, { interval: 10 }).toEqual([]);
    expect((await app.get('/healthz')).status).toBe(200);
    expect(lines).toEqual([]);
  });
});

/** What Word and Excel wrote before 2007: its table in the first sector, behind it a directory of these names. `end` follows it. */
function compound(names: string[]): Buffer {
  const header = Buffer.alloc(512, 0xff);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0xfffffffe, 68);
  header.writeUInt32LE(0, 76);
  const sectors = Math.max(1, Math.ceil((names.length + 1) / 4));
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  for (let sector = 1; sector <= sectors; sector++)
    table.writeUInt32LE(sector < sectors ? sector + 1 : 0xfffffffe, sector * 4);
  const directory = Buffer.alloc(sectors * 512);
  for (const [at, name] of ['Root Entry', ...names].entries()) {
    directory.write(name, at * 128, 'utf16le');
    directory.writeUInt16LE(name.length * 2 + 2, at * 128 + 64);
    directory.writeUInt8(2, at * 128 + 66);
  }
  return Buffer.concat([header, table, directory]);
}

function capture(log: object): void {
  const stream = (log as { [symbols.streamSym]: { write: (line: string) => boolean } })[symbols.streamSym];
  stream.write = (line) => lines.push(line) > 0;
}
