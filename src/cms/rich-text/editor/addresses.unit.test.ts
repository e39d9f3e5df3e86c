import { expect, test } from 'vitest';
import { completeHref, isSafeHref } from './addresses.ts';

test.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['example.com/a', 'https://example.com/a'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  [' office@school.edu.bd ', 'mailto:office@school.edu.bd'],
  ['+880 1711-000000', 'tel:+8801711000000'],
  ['01711 000000', 'tel:01711000000'],
  ['mailto:a@b.bd', 'mailto:a@b.bd'],
  ['http://example.com', null],
  ['javascript:alert(1)', null],
  ['java\nscript:alert(1)', null],
  ['data:text/html,x', null],
  ['//example.com', null],
  ['কথা', null],
  ['', null],
])('%j typed as an address is %j', (input, href) => {
  expect(completeHref(input)).toBe(href);
});

test.each(['/features', 'http://example.com', 'tel:+880'])('%s of an older text is kept', (href) => {
  expect(isSafeHref(href)).toBe(true);
});

test.each(['//example.com', '/\\example.com', 'vbscript:x', 'https://', ' https://example.com'])(
  '%j is not',
  (href) => {
    expect(isSafeHref(href)).toBe(false);
  },
);
