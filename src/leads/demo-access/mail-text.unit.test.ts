import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeForMail, fillMail, mailPlainText, readTemplate, unknownPlaceholders } from './mail-text.tsx';
import { builtInMessage, builtInSubject, sampleRecipient } from './schema.ts';

describe('A name in a mail', () => {
  test.each([
    ['মো. আবদুল কাদের', 'মো. আবদুল কাদের'],
    ['Md.Rahim', 'Md. Rahim'],
    ['A.K.M. Fazlul Huq', 'A. K. M. Fazlul Huq'],
    ['http://spam.example', 'http spam. example'],
    ['//evil.example', 'evil. example'],
    ['www.spam.example/a?b', 'www. spam. example/a?b'],
    ['spam。example ｅ．ｘ', 'spam. example ｅ. ｘ'],
    ['mail me@b.example', 'mail me @ b. example'],
    ['two\r\nlines\u2028three', 'two lines three'],
    ['র‍্যাব উচ্চ বিদ্যালয়', 'র‍্যাব উচ্চ বিদ্যালয়'.normalize('NFC')],
    ['ক'.repeat(120), 'ক'.repeat(120)],
    ['ক'.repeat(121), `${'ক'.repeat(119)}…`],
  ])('%j is %j', (typed, shown) => {
    expect(escapeForMail(typed)).toBe(shown);
  });

  test('never has an address, a line break or more than 120 characters', () => {
    const parts = fc.constantFrom('http://', 'www.', '.', '@', 'a', 'কা', '\n', ' ', '//', '/', '.com', '。', '\u202e');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 200 }), (typed) => {
        const shown = escapeForMail(typed.join(''));
        expect([...shown].length).toBeLessThanOrEqual(120);
        expect(shown).not.toMatch(/[^\s.][.。][^\s.…]|:\/\/|\S@|@\S|[\r\n\u202e]/);
      }),
    );
  });
});

describe('A template', () => {
  test('is read with one or two braces, in English and Bengali', () => {
    expect(readTemplate('{name}, {{ institute }}: {লিংক} {Demo_Password}!')).toEqual([
      { placeholder: 'name' },
      ', ',
      { placeholder: 'institute' },
      ': ',
      { placeholder: 'link' },
      ' ',
      { placeholder: 'password' },
      '!',
    ]);
  });

  test('may have braces that mean nothing', () => {
    expect(readTemplate('a { b } {} {\n} {')).toEqual(['a { b } {} {\n} {']);
    expect(unknownPlaceholders('a { b } {} {\n} { {name} {phone} {phone}')).toEqual(['{ b }', '{phone}']);
  });

  test('of 5,000 braces is read in no time that grows with their square', () => {
    expect(readTemplate('{'.repeat(5_000))).toHaveLength(1);
    expect(readTemplate('{ '.repeat(2_500))).toHaveLength(1);
  });
});

test('what is filled in is never read as a template again', () => {
  const access = {
    link: 'https://demo.example/{name}',
    password: '{link}',
    subject: '{password}',
    message: '{name} {password}',
  };
  const mail = fillMail(access, { name: '{password}', institute: '{link}' }, 'প্রাঙ্গণ');
  expect(mail.subject).toBe('{link}');
  expect(mail.paragraphs[0]).toEqual([['{password}', ' ', { password: '{link}' }]]);
});

test('the built-in texts say everything', () => {
  const texts = { subject: builtInSubject, message: builtInMessage };
  const access = { link: 'https://demo.example', password: 'demo-4711', ...texts };
  const text = mailPlainText(fillMail(access, sampleRecipient, 'প্রাঙ্গণ'));
  for (const said of [sampleRecipient.name, sampleRecipient.institute, access.link, access.password, 'প্রাঙ্গণ']) {
    expect(text).toContain(said);
  }
  expect(text).toBe(text.normalize('NFC'));
  expect(text).not.toContain('{');
});

test('A line with the last day, as texts of before have it, is left out', () => {
  const message = 'ক {link}\nমেয়াদ {expires}\nখ {password}\n\n{মেয়াদ}';
  const access = { link: 'https://demo.example/', password: 'p', subject: 'ডেমো {expires}', message };
  const mail = fillMail(access, sampleRecipient, 'প্রাঙ্গণ');
  expect(mail.subject).toBe('ডেমো');
  expect(mailPlainText(mail)).toMatch(/^ক https:\/\/demo\.example\/\nখ p\n\n--/);
});
