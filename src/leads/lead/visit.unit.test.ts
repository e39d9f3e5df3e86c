import { describe, expect, test } from 'vitest';
import { foldVisit } from './funnel.server.ts';

test.each([
  ['/', '/'],
  ['/packages', '/packages'],
  ['/news?page=3', '/news'],
  ['/news/details/17', '/news/details/{id}'],
  ['/features/details/1', '/features/details/{id}'],
  ['/about/details/2147483647', '/about/details/{id}'],
  ['/news/details/0', 'other'],
  ['/news/details/x', 'other'],
  ['/login', 'other'],
  ['/made/up', 'other'],
  ['', 'other'],
])('the page %s counts as %s', (path, route) => {
  expect(foldVisit({ page: path }).route).toBe(route);
});

describe('What a link was tagged with', () => {
  test.each([
    ['Facebook', 'facebook'],
    ['  spring  sale ', 'spring sale'],
    ['ভর্তি-২০২৬', 'ভর্তি-২০২৬'],
    ['rahim@shapla.example', 'other'],
    ['01712345678', 'other'],
    ['০১৭১২৩৪৫৬৭৮', 'other'],
    ['a'.repeat(64), 'a'.repeat(64)],
    ['a'.repeat(65), 'other'],
    ['=cmd|x', 'other'],
    ['<b>', 'other'],
    ['', ''],
    [null, ''],
    [undefined, ''],
  ])('%s counts as %s', (reported, expected) => {
    const visit = foldVisit({ utm_source: reported, utm_medium: reported, utm_campaign: reported });
    expect([visit.source, visit.medium, visit.campaign]).toEqual([expected, expected, expected]);
  });
});

test.each([
  ['www.Google.com', 'google.com'],
  ['https://l.facebook.com/l.php?u=x&who=y', 'l.facebook.com'],
  ['news.example.co.bd', 'news.example.co.bd'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['localhost', 'other'],
  ['123456789.example.com', 'other'],
  [`${'a'.repeat(101)}.com`, 'other'],
  ['evil host', 'other'],
  ['', ''],
])('the referring site %s counts as %s', (reported, host) => {
  expect(foldVisit({ referrer: reported }).referrer).toBe(host);
});

test.each(['https://www.prangon.example/packages', 'prangon.example', 'http://localhost:3000/'])(
  'the own site, as %s, led nobody here',
  (referrer) => {
    expect(foldVisit({ referrer }, ['https://prangon.example', 'http://localhost:3000']).referrer).toBe('');
  },
);
