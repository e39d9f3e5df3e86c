import { expect, test } from 'vitest';
import { isOneAddress } from './mail-settings.server.ts';

test.each([
  'nasrin@school.example',
  'n.akter+demo@mail.school.edu.bd',
  "o'brien@school.example",
  'root@localhost',
  'শিউলি@ডাক.বাংলা',
  // No server has such a name, but forms took it: its mail fails, and staff see why.
  'nasrin@school-.example',
])('%j is an address', (text) => {
  expect(isOneAddress(text)).toBe(true);
});

test.each([
  '',
  'nasrin',
  '@school.example',
  'nasrin@',
  'a@b.example,c@d.example',
  'a@b.example c@d.example',
  '<a@b.example>',
  'Nasrin <a@b.example>',
  'friends: a@b.example;',
  '"a@b.example"@c.example',
  'a@b@c.example',
  'a@b.example\r\nBcc: c@d.example',
  'a@b.example\n',
  ' a@b.example',
  'a..b@c.example',
  '.a@c.example',
  'a@-b.example',
  'a@b..example',
  'a@[127.0.0.1]',
  'a(comment)@b.example',
  'a\\@b.example',
  `${'a'.repeat(65)}@b.example`,
  'a\u0000@b.example',
])('%j is not exactly one', (text) => {
  expect(isOneAddress(text)).toBe(false);
});

test('long texts are judged at once', () => {
  expect(isOneAddress(`${'a.'.repeat(50_000)}@b.example`)).toBe(false);
  expect(isOneAddress(`a@${'b-'.repeat(50_000)}`)).toBe(false);
});
