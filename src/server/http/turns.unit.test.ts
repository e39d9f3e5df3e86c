import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.server.ts';

/** Starts pieces of work of a millisecond each, all at once; tells how many have begun. */
function work(count: number): { begun: number[]; done: Promise<unknown> } {
  const turns = new Turns();
  const begun: number[] = [];
  const pieces = Array.from({ length: count }, async (_, piece) => {
    await turns.next();
    begun.push(piece);
    const end = performance.now() + 1;
    while (performance.now() < end);
  });
  return { begun, done: Promise.all(pieces) };
}

test('little work begins at once', async () => {
  const { begun, done } = work(1);
  await Promise.resolve();
  expect(begun).toEqual([0]);
  await done;
});

test('much work lets others have their turn in between, and begins in its order', async () => {
  const { begun, done } = work(100);
  await sleep(0);
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThan(40);
  await done;
  expect(begun).toEqual(Array.from({ length: 100 }, (_, piece) => piece));
});

test('what waits lets connections pass, but not for ever', async () => {
  const turns = new Turns();
  for (let piece = 0; piece < 8; piece++) void turns.next();
  let begun = false;
  void turns.next().then(() => {
    begun = true;
  });
  let passed = 0;
  for (; !begun; passed++) {
    turns.connected();
    await new Promise(setImmediate);
  }
  expect(passed).toBeGreaterThan(20);
  expect(passed).toBeLessThan(100);
});
