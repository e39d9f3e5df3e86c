import { expect, test } from 'vitest';
import { EventReader } from './follow-news.ts';

const change = 'event: change\ndata: {"kinds":["notifications"]}\n\n';

test('finds a change however the events are cut', () => {
  const text = `event: open\ndata: {}\n\n: still here\n\n${change}: still here\n\n`;
  for (let size = 1; size <= text.length; size++) {
    const reader = new EventReader();
    let changes = 0;
    for (let at = 0; at < text.length; at += size) if (reader.hasChange(text.slice(at, at + size))) changes++;
    expect(changes).toBe(1);
  }
});

test.each(['event: change\n', 'event: open\ndata: {}\n\n', 'data: {"kinds":["x"]}\n\n', ': still here\n\n'])(
  'finds none in %j',
  (text) => {
    expect(new EventReader().hasChange(text)).toBe(false);
  },
);
