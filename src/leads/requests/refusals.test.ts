import { beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';
import { rahim, visitor } from '../../../test/helpers/content.ts';
import { expectNothingWritten, inBengali } from '../../../test/helpers/demo-requests.ts';
import { sendRaw } from '../../../test/helpers/requests.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});
expectNothingWritten(() => app);

let networks = 0;
const post = (body: unknown, headers?: Record<string, string>) =>
  app.requestDemo(body, headers, `127.0.2.${1 + (networks++ % 250)}`);

/** What a field must not be, wherever a text is due. */
const noText = {
  missing: undefined,
  empty: '',
  spaces: ' \n\t\u00a0',
  null: null,
  list: ['a'],
  object: { $gt: '' },
  number: 1,
  bool: true,
};

describe.each(['name', 'institute_name', 'number', 'email'])('The field %s', (field) => {
  test.each(Object.entries(noText))('refuses %s with a message in Bengali', async (_what, value) => {
    const answer = await post({ ...rahim, [field]: value });
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ message: inBengali, errors: { [field]: [inBengali] } });
  });
});

test.each(['name', 'institute_name'])('%s refuses 191 code points, and says how many there may be', async (field) => {
  for (const text of ['ক'.repeat(191), '😀'.repeat(191)]) {
    const answer = await post({ ...rahim, [field]: text });
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({
      message: expect.stringContaining('১৯০'),
      errors: { [field]: [expect.stringContaining('১৯০')] },
    });
  }
});

test.each([
  '123',
  'abc',
  '০১৭',
  '017123456789',
  '+999 12345678',
  '01012345678',
  '1'.repeat(101),
  "01712345678' or 1=1",
])('the number %s is refused', async (number) => {
  const answer = await post({ ...rahim, number });
  expect(answer.status).toBe(422);
  expect(answer.json()).toMatchObject({ errors: { number: [inBengali] } });
});

test.each([
  'a@b.example\r\nBcc: x@y.example',
  'a@b.example,c@d.example',
  'a@b.example;c@d.example',
  'A <a@b.example>',
  'group:a@b.example;',
  '"a@b"@c.example',
  'a@b@c.example',
  'a@b',
  'a@b-.example',
  'a@[127.0.0.1]',
  'a@b.example%0aBcc:x',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.example`,
])('the address %j is refused', async (email) => {
  const answer = await post({ ...rahim, email });
  expect(answer.status).toBe(422);
  expect(answer.json()).toMatchObject({ errors: { email: [inBengali] } });
});

test('every wrong field is named at once, the first message on top', async () => {
  const answer = await post({ name: '', institute_name: '', number: '1', email: 'x' });
  const { message, errors } = answer.json<{ message: string; errors: Record<string, string[]> }>();
  expect(Object.keys(errors)).toEqual(['name', 'institute_name', 'number', 'email']);
  expect(message).toBe(errors.name?.[0]);
});

const good = JSON.stringify(rahim);

describe('400', () => {
  test.each([
    ['an unfinished object', '{'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['the same key twice', good.replace('}', ',"email":"second@b.example"}')],
    ['__proto__', good.replace('}', ',"__proto__":{"isAdmin":true}}')],
    ['2,001 keys', JSON.stringify({ ...rahim, x: Array(1_997).fill({ a: 1 }) })],
  ])('a body that is %s', async (_what, body) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(answer.json()).toEqual({ message: expect.any(String) });
    expect(Object.prototype).not.toHaveProperty('isAdmin');
  });
});

describe('415', () => {
  test.each([
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json garbage',
    'application/json; charset=utf-7',
    'application/json; charset=utf-8; x=1',
    'text/json',
    'application/ld+json',
    'application/json, text/plain',
    '*/*',
  ])('the content type %j', async (type) => {
    const answer = await post(good, { 'content-type': type });
    expect(answer.status).toBe(415);
    expect(answer.json()).toEqual({ message: expect.any(String) });
  });

  test('no content type, and two of them', async () => {
    const head = `POST ${calls.demoRequest} HTTP/1.1\r\nHost: x\r\nX-CSRF-Token: ${app.token}\r\nConnection: close\r\n`;
    const length = `Content-Length: ${Buffer.byteLength(good)}\r\n\r\n${good}`;
    const types = 'Content-Type: text/plain\r\nContent-Type: application/json\r\n';
    expect((await sendRaw(app.url, head + length)).status).toBe(415);
    expect((await sendRaw(app.url, head + types + length)).status).toBe(415);
  });
});

describe('413', () => {
  test('a body of one byte more than 16 KiB, whether it says so or not', async () => {
    const body = good.replace('}', `,"x":"${'x'.repeat(16 * 1024)}"}`);
    const declared = await post(body);
    expect(declared.status).toBe(413);
    expect(declared.headers.connection).not.toBe('close');
    const head = `POST ${calls.demoRequest} HTTP/1.1\r\nHost: x\r\nX-CSRF-Token: ${app.token}\r\nContent-Type: application/json\r\n`;
    const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    expect((await sendRaw(app.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}`)).status).toBe(413);
  });

  test('a body that declares a gigabyte is refused without being read', async () => {
    const head = `POST ${calls.demoRequest} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    expect((await sendRaw(app.url, `${head}Content-Length: 1073741824\r\n\r\n{`)).status).toBe(413);
  });
});

describe('419', () => {
  test.each([undefined, '', 'wrong', 'x'.repeat(43)])('the token %j', async (token) => {
    const headers: Record<string, string> = token === undefined ? {} : { 'x-csrf-token': token };
    const answer = await app.postJson(calls.demoRequest, rahim, headers);
    expect(answer.status).toBe(419);
    expect(answer.json()).toEqual({ message: inBengali });
  });

  test('the token of another installation', async () => {
    const other = await openTestApp();
    const { token } = other;
    await other.close();
    expect((await post(rahim, { 'x-csrf-token': token })).status).toBe(419);
  });
});

describe('403', () => {
  test.each<[string, Record<string, string>]>([
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['Origin: null', { origin: 'null' }],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['a foreign Origin with an own Referer', { origin: 'https://evil.example', referer: 'http://localhost:3000/' }],
    ['an Origin of another port', { origin: 'http://127.0.0.1:1' }],
    ['a foreign Referer', { referer: 'https://evil.example/page' }],
    ['a Referer that is no address', { referer: 'nonsense' }],
    ['an own name below a foreign one', { origin: 'http://localhost:3000.evil.example' }],
  ])('%s', async (_what, headers) => {
    const answer = await post(visitor(1), headers);
    expect(answer.status).toBe(403);
    expect(answer.json()).toEqual({ message: expect.any(String) });
  });
});
