import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SampledLog } from './log.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const lines: object[] = [];
  const write = (facts: object) => void lines.push(facts);
  return { log: new SampledLog({ warn: write, info: write }), lines };
}

const busy = { event: 'refused', status: 503, route: '/a' };

test('the first line of a kind is written at once, and of the others how many they were, each 10 s', () => {
  const { log, lines } = open();
  for (let id = 0; id < 500; id++) log.write('warn', busy, { id });
  log.write('warn', { ...busy, route: '/b' }, { id: 500 });
  expect(lines).toEqual([
    { ...busy, id: 0 },
    { ...busy, route: '/b', id: 500 },
  ]);
  vi.advanceTimersByTime(10_000);
  expect(lines.slice(2)).toEqual([{ ...busy, more: 499, seconds: 10 }]);
  log.write('warn', busy, { id: 501 });
  expect(lines.at(-1)).toEqual({ ...busy, id: 501 });
});

test('a kind may have more lines; what was counted is not lost when the program ends', () => {
  const { log, lines } = open();
  for (let id = 0; id < 30; id++) log.write('info', busy, { id }, 20);
  expect(lines).toHaveLength(20);
  log.close();
  expect(lines.at(-1)).toEqual({ ...busy, more: 10, seconds: 10 });
});
