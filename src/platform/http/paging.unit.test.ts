import { describe, expect, test } from 'vitest';
import { pageNumber, pageToWire } from './paging.server.ts';

const page = (number: number, total: number) => pageToWire({ items: ['x'], page: number, perPage: 6, total }, '/list');
const labels = (number: number, pages: number) =>
  page(number, pages * 6)
    .links.slice(1, -1)
    .map((link) => (link.active ? `[${link.label}]` : link.label))
    .join(' ');

describe('The numbered links of a list', () => {
  test.each([
    [1, 1, '[1]'],
    [2, 3, '1 [2] 3'],
    [10, 10, '1 2 3 4 5 6 7 8 9 [10]'],
    [1, 11, '[1] 2 3 ... 10 11'],
    [6, 11, '1 2 ... 4 5 [6] 7 8 ... 10 11'],
    [5, 11, '1 2 3 4 [5] 6 7 ... 10 11'],
    [11, 11, '1 2 ... 9 10 [11]'],
    [50, 100, '1 2 ... 48 49 [50] 51 52 ... 99 100'],
  ])('on page %i of %i are %s', (number, pages, expected) => {
    expect(labels(number, pages)).toBe(expected);
  });

  test('begin with the previous and end with the next; a gap leads nowhere', () => {
    const { links } = page(2, 18);
    expect(links.at(0)).toEqual({ url: '/list?page=1', label: 'Previous', active: false });
    expect(links.at(-1)).toEqual({ url: '/list?page=3', label: 'Next', active: false });
    const gap = { url: null, label: '...', active: false };
    expect(page(50, 600).links.filter((link) => link.label === '...')).toEqual([gap, gap]);
  });
});

test('an empty list has one page and no rows', () => {
  const empty = pageToWire({ items: [], page: 1, perPage: 6, total: 0 }, '/list');
  expect(empty).toMatchObject({ last_page: 1, from: null, to: null, prev_page_url: null, next_page_url: null });
});

test('every link keeps the other parameters, escaped', () => {
  const wire = pageToWire({ items: ['x'], page: 2, perPage: 1, total: 3 }, '/list', { q: 'ক&খ' });
  for (const url of [wire.first_page_url, wire.last_page_url, wire.prev_page_url, wire.next_page_url]) {
    expect(new URL(url ?? '', 'http://x').searchParams.get('q')).toBe('ক&খ');
  }
});

test.each<[unknown, number]>([
  ['3', 3],
  ['999999999', 999_999_999],
  ['abc', 1],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['01', 1],
  ['১', 1],
  ['', 1],
  ['9999999999', 1],
  [undefined, 1],
  [['1', '2'], 1],
  [{}, 1],
])('page=%j counts as page %i', (text, number) => {
  expect(pageNumber(text)).toBe(number);
});
