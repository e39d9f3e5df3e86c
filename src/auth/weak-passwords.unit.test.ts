import { expect, test } from 'vitest';
import { isEasilyGuessed } from './weak-passwords.server.ts';

const names = ['Tanvir Hasan', 'tanvir.h@shikkhaghar.example', 'শিক্ষাঘর', 'www.shikkhaghar.example'];

test.each([
  '1234567890',
  'password12',
  'qwertyuiop',
  '1q2w3e4r5t',
  'P@ssw0rd123',
  'PASSWORD12',
  'iloveyou12',
  'aaaaaaaaaa',
  'abababababab',
  'abcdefghij',
  '১২৩৪৫৬৭৮৯০',
  'কখগঘঙচছজঝঞ',
  'ক'.repeat(128),
  '1234567890'.repeat(12),
  ' '.repeat(10),
  '\u00a0\u2003'.repeat(5),
  'Tanvir Hasan',
  'tanvirhasan',
  'tanvir.h@shikkhaghar.example',
  'tanvir2026',
  'shikkhaghar',
  'শিক্ষাঘর২০২৬',
  'prangonprangon',
  'admin123456',
  '01712345678',
  '+880 1712-345678',
  '০১৭১২৩৪৫৬৭৮',
  'rahim01712345678',
  '1712345678a',
  'bangladesh1',
  'bangladesh123',
  'Bangladesh@123',
  'dhaka12345678',
  'School12345',
  'Comilla#2019',
  'Rahim@2025!',
  'amarsonarbangla',
  'আমারসোনারবাংলা',
  'valobasi1432',
  'Prangon2026!',
  'prangon@1990',
  'shikkhaghar4261',
  'আল্লাহ১২৩৪৫',
  'b@ngl@desh99',
])('%s is easily guessed', async (password) => {
  expect(await isEasilyGuessed(password, names)).toBe(true);
});

test.each([
  'শিউলি ফুটেছে',
  'সাতটি নৌকা ভেসে যায়',
  'tea-boat-lamp',
  'kq7-vxw2-mmd',
  'correct horse battery',
  'abcd-efgh-jkmn-pqrs',
  'tanvir drinks tea',
  'ধানের শীষ ২০২৬',
  'কদম ফুটেছে ৪৫৬',
  'dhaka rains on tin',
  'three-pens-2026',
])('%s is not', async (password) => {
  expect(await isEasilyGuessed(password, names)).toBe(false);
});
