import { expect, test } from 'vitest';
import { EventReader, type ServerEvent } from './event-stream.ts';

const change = 'event: change\ndata: {"kinds":["notifications"]}\n\n';

test('reads the events however they are cut', () => {
  const text = `event: open\ndata: {}\n\n: still here\n\n${change}: still here\n\n`;
  for (let size = 1; size <= text.length; size++) {
    const reader = new EventReader();
    const events: ServerEvent[] = [];
    for (let at = 0; at < text.length; at += size) events.push(...reader.read(text.slice(at, at + size)));
    expect(events).toEqual([
      { name: 'open', data: {} },
      { name: 'change', data: { kinds: ['notifications'] } },
    ]);
  }
});

test.each(['event: change\n', 'data: {"kinds":["x"]}\n\n', ': still here\n\n'])('finds none in %j', (text) => {
  expect(new EventReader().read(text)).toEqual([]);
});
