import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FairScheduler } from './lanes.server.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const connections = { count: 0 };

/** A lane with one place, and who entered it in which order; each leaves it after `work` milliseconds. */
function busyLane({ work, wait }: { work: number; wait: number }) {
  const lane = new FairScheduler({ places: 1, wait }, () => connections.count);
  const entered: string[] = [];
  const refused: string[] = [];
  const send = async (key: string) => {
    if (!(await lane.acquire(key))) return void refused.push(key);
    entered.push(key);
    setTimeout(() => lane.release(), work);
  };
  return { entered, refused, send };
}

test('one who sends much waits behind the own requests, not others behind them', async () => {
  const { entered, send } = busyLane({ work: 10, wait: 10_000 });
  for (let count = 0; count < 4; count++) void send('flood');
  void send('visitor');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(entered).toEqual(['flood', 'flood', 'visitor', 'flood', 'flood']);
});

test('who would wait too long is refused at once, and nobody else', async () => {
  const { entered, refused, send } = busyLane({ work: 100, wait: 300 });
  // The lane learns how long work takes.
  for (let count = 0; count < 100; count++) {
    void send('early');
    await vi.advanceTimersByTimeAsync(90);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  entered.length = 0;
  refused.length = 0;
  for (let count = 0; count < 6; count++) void send('flood');
  await vi.advanceTimersByTimeAsync(0);
  expect(refused.length).toBeGreaterThan(0);
  const flood = refused.length;
  void send('visitor');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refused).toHaveLength(flood);
  expect(entered).toHaveLength(6 - flood + 1);
  expect(entered.indexOf('visitor')).toBeLessThanOrEqual(2);
});

test('where nothing ends any more, who waits is refused after two seconds, and who comes at once', async () => {
  const { entered, refused, send } = busyLane({ work: 60_000, wait: 300 });
  for (const key of ['hangs', 'waits']) void send(key);
  await vi.advanceTimersByTimeAsync(1_950);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(refused).toEqual(['waits']);
  void send('other');
  void send('late');
  await vi.advanceTimersByTimeAsync(500);
  void send('later');
  await vi.advanceTimersByTimeAsync(0);
  expect(refused).toContain('later');
  expect(entered).toEqual(['hangs']);
});

test('what waits lets new connections pass, but not for ever', async () => {
  vi.useRealTimers();
  const lane = new FairScheduler({ places: 1, wait: 10_000 }, () => connections.count);
  await lane.acquire('first');
  let hasBegun = false;
  void lane.acquire('next').then(() => {
    hasBegun = true;
  });
  lane.release();
  let turns = 0;
  for (; !hasBegun; turns++) {
    connections.count++;
    await new Promise(setImmediate);
  }
  expect(turns).toBeGreaterThan(20);
  expect(turns).toBeLessThan(100);
});
