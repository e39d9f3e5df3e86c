import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Semaphore } from './semaphore.server.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const limits = { permits: 16 * 2 ** 20, waiting: 60, wait: 45_000 };
const five = 5 * 2 ** 20;

/** Asks for room; tells what came of it. */
function ask(room: Semaphore, bytes: number) {
  const asked: { give: (() => void) | null; status: number | null } = { give: null, status: null };
  room.acquire(bytes).then(
    (give) => {
      asked.give = give;
    },
    (error) => {
      asked.status = error.status;
    },
  );
  return asked;
}

test('three bodies of 5 MB fit; the next come in their order, small ones behind large ones too', async () => {
  const room = new Semaphore(limits);
  const first = [ask(room, five), ask(room, five), ask(room, five)];
  const [large, small] = [ask(room, five), ask(room, 1)];
  await vi.advanceTimersByTimeAsync(0);
  expect(first.map(({ give }) => give !== null)).toEqual([true, true, true]);
  expect([large.give, small.give]).toEqual([null, null]);
  first[1]?.give?.();
  await vi.advanceTimersByTimeAsync(0);
  expect([large.give !== null, small.give !== null]).toEqual([true, true]);
});

test('whoever waits for 45 s, or is one too many, is told to come again: 503', async () => {
  const room = new Semaphore(limits);
  const [whole] = [ask(room, 2 ** 30)];
  const waiting = Array.from({ length: 60 }, () => ask(room, five));
  const tooMany = ask(room, five);
  await vi.advanceTimersByTimeAsync(0);
  expect([waiting.every(({ status }) => status === null), tooMany.status]).toEqual([true, 503]);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(waiting.every(({ status }) => status === 503)).toBe(true);
  whole?.give?.();
  const next = ask(room, five);
  await vi.advanceTimersByTimeAsync(0);
  expect(next.give).not.toBeNull();
});

test('of one network half of the queue waits at most, so that others find room', async () => {
  const places = new Semaphore({ permits: 1, waiting: 4, wait: 45_000 });
  await places.acquire(1, 'flood');
  const waiting = Array.from({ length: 3 }, () => places.acquire(1, 'flood'));
  await expect(waiting[2]).rejects.toMatchObject({ status: 503 });
  const others = Array.from({ length: 3 }, (_, at) => places.acquire(1, `visitor ${at}`));
  await expect(others[2]).rejects.toMatchObject({ status: 503 });
});

test('W08: a process that was held up lets enter before it refuses', async () => {
  vi.useRealTimers();
  const places = new Semaphore({ permits: 1, waiting: 8, wait: 1_000 });
  const release = await places.acquire(1);
  const waiting = Array.from({ length: 8 }, () => places.acquire(1).then((leave) => leave()));
  setImmediate(release);
  holdUp(1_500);
  await Promise.all(waiting);
});

function holdUp(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
