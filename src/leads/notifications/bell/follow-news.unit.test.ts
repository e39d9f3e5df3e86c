import { expect, test } from 'vitest';
import { EventReader } from './follow-news.ts';

const change = 'event: change\ndata: {"kinds":["notifications"]}\n\n';

test('reads events however they are cut', () => {
  const text = `event: open\ndata: {}\n\n: still here\n\n${change}${change}`;
  for (let size = 1; size <= text.length; size++) {
    const reader = new EventReader();
    const kinds: string[] = [];
    for (let at = 0; at < text.length; at += size) kinds.push(...reader.read(text.slice(at, at + size)));
    expect(kinds).toEqual(['notifications', 'notifications']);
  }
});

test.each([
  'event: change\ndata: {no json\n\n',
  'event: change\n\n',
  'data: {"kinds":["x"]}\n\n',
  'event: change\ndata: {}\n\n',
])('finds nothing in %j', (text) => {
  expect(new EventReader().read(text)).toEqual([]);
});
