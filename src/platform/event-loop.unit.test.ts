import { channel } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { yieldToEventLoop } from './event-loop.server.ts';

test('one piece of work begins in an iteration', async () => {
  const begun: number[] = [];
  let iterations = 0;
  const pieces = Array.from({ length: 3 }, () => yieldToEventLoop().then(() => begun.push(iterations)));
  for (; begun.length < 3; iterations++) await new Promise(setImmediate);
  await Promise.all(pieces);
  expect(new Set(begun).size).toBe(3);
});

test('requests of visitors let new connections pass, but not for ever', async () => {
  let hasBegun = false;
  void yieldToEventLoop('visitors').then(() => {
    hasBegun = true;
  });
  let iterations = 0;
  for (; !hasBegun; iterations++) {
    channel('net.server.socket').publish({});
    await new Promise(setImmediate);
  }
  expect(iterations).toBeGreaterThan(10);
  expect(iterations).toBeLessThan(40);
});
