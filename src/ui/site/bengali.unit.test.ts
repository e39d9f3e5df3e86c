import { describe, expect, test } from 'vitest';
import { bengaliCount, bengaliDate, bengaliMoney, bengaliSize, cutText } from './bengali.ts';

describe('Bengali numbers and days', () => {
  test('a calendar day is written as people write it, without a comma', () => {
    expect(bengaliDate('2026-12-05')).toBe('৫ ডিসেম্বর ২০২৬');
    expect(bengaliDate('soon')).toBe('soon');
  });

  test.each([
    ['125000', '৳ ১,২৫,০০০'],
    ['৫০০০', '৳ ৫,০০০'],
    ['1,00,00,000', '৳ ১,০০,০০,০০০'],
    ['800', '৳ ৮০০'],
    ['0', '৳ ০'],
    ['৳ 2500/-', '৳ ২,৫০০'],
    ['আলোচনা সাপেক্ষে', 'আলোচনা সাপেক্ষে'],
    ['5000 থেকে শুরু', '5000 থেকে শুরু'],
  ])('%s taka is shown as %s', (written, shown) => {
    expect(bengaliMoney(written)).toBe(shown);
  });

  test('a file size is in the unit of its magnitude', () => {
    expect(bengaliSize(200)).toBe('১ কেবি');
    expect(bengaliSize(123_456)).toBe('১২১ কেবি');
    expect(bengaliSize(5_600_000)).toBe('৫.৩ এমবি');
  });
});

describe('Cutting a text', () => {
  test('a cut never splits what a reader sees as one character, and leaves a text within the limit whole', () => {
    expect(cutText('কিকিকিকি', 2)).toBe('কিকি...');
    expect(cutText('বাংলা খবর', 3)).toBe('বাংলা...');
    expect(cutText('ক্ষুদ্র', 68)).toBe('ক্ষুদ্র');
    expect(cutText('কিকি', 2)).toBe('কিকি');
    expect(cutText('', 40)).toBe('');
  });
});

test.each([
  ['260000', '২,৬০,০০০'],
  ['12000+', '১২,০০০+'],
  ['480+', '৪৮০+'],
  ['2014', '২০১৪'],
  ['১.২ কোটি', '১.২ কোটি'],
])('shows the count %s as %s', (written, shown) => {
  expect(bengaliCount(written)).toBe(shown);
});
