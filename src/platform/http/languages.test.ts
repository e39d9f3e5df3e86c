import { beforeAll, expect, test } from 'vitest';
import { calls } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const bengali = expect.stringMatching(/[\u0980-\u09ff]/);
const english = expect.stringMatching(/^[\x20-\x7e]+$/);

test.each([
  ['who says nothing of itself', {}, bengali],
  ['a browser, whatever it is set to', { 'user-agent': firefox, 'accept-language': 'en-US,en' }, bengali],
  ['a program', { 'user-agent': 'curl/8.5.0' }, english],
  ['a program that takes any language', { 'user-agent': 'node', 'accept-language': '*' }, english],
  ['a program that asks for Bengali', { 'user-agent': 'okhttp/4.9', 'accept-language': 'bn-BD,bn,en' }, bengali],
  ['who asks for English', { 'accept-language': 'en' }, english],
])('the messages for %s', async (_who, headers, language) => {
  const errors = { name: [language], institute_name: [language], number: [language], email: [language] };
  const refused = await app.requestDemo({ email: 'x' }, headers);
  expect([refused.status, refused.json()]).toEqual([422, { message: language, errors }]);
  const tokenless = await app.postJson(calls.login, {}, headers);
  expect([tokenless.status, tokenless.json()]).toEqual([419, { message: language }]);
  const answer = await app.get('/api/nothing', headers);
  expect([answer.status, answer.json()]).toEqual([404, { message: language }]);
});
