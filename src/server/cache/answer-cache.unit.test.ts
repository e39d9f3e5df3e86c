import { afterEach, describe, expect, test, vi } from 'vitest';
import { AnswerCache } from './answer-cache.server.ts';
import { type ReadyAnswer, readyAnswer } from './ready-answer.server.ts';

const page = (text: string): ReadyAnswer => readyAnswer(200, text, {});
const textOf = (answer: ReadyAnswer | null) => answer?.bodies.identity.bytes.toString() ?? null;
const databaseAway = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A page that is being made until the test lets it finish. */
function slowPage() {
  const { promise, resolve, reject } = Promise.withResolvers<ReadyAnswer>();
  const make = vi.fn(() => promise);
  return { make, finish: (text: string) => resolve(page(text)), fail: reject };
}

afterEach(() => vi.useRealTimers());

describe('An answer', () => {
  test('is made once, however many ask at the same moment', async () => {
    const cache = new AnswerCache();
    const { make, finish } = slowPage();
    const asked = Array.from({ length: 50 }, () => cache.answer('/', ['news'], make));
    finish('a');
    expect(new Set((await Promise.all(asked)).map(textOf))).toEqual(new Set(['a']));
    expect(make).toHaveBeenCalledTimes(1);
    expect(textOf(cache.fresh('/'))).toBe('a');
  });

  test('is made again after a change of what it shows, and only then', async () => {
    const cache = new AnswerCache();
    await cache.answer('/', ['news', 'videos'], async () => page('a'));
    cache.drop(['clients']);
    expect(textOf(cache.fresh('/'))).toBe('a');
    cache.drop(['videos']);
    expect(cache.fresh('/')).toBeNull();
    expect(textOf(await cache.answer('/', ['news', 'videos'], async () => page('b')))).toBe('b');
  });

  test('that was begun before a change is given to those who asked before, and not kept', async () => {
    const cache = new AnswerCache();
    const old = slowPage();
    const before = cache.answer('/', ['news'], old.make);
    cache.drop(['news']);
    const after = await cache.answer('/', ['news'], async () => page('new'));
    old.finish('old');
    expect([textOf(await before), textOf(after), textOf(cache.fresh('/'))]).toEqual(['old', 'new', 'new']);
  });

  test('of another day is made again: it carries the token of the day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-05T23:59:59Z') });
    const cache = new AnswerCache();
    await cache.answer('/', ['news'], async () => page('a'));
    vi.setSystemTime(Date.parse('2026-12-06T00:00:01Z'));
    expect(cache.fresh('/')).toBeNull();
  });

  test.each([
    ['is no success', readyAnswer(404, 'x', {})],
    ['is passing', { ...page('x'), passing: true }],
  ])('that %s is not kept', async (_what, answer) => {
    const cache = new AnswerCache();
    await cache.answer('/x', ['news'], async () => answer);
    expect(cache.fresh('/x')).toBeNull();
  });

  test('that failed is made anew for the next who asks', async () => {
    const cache = new AnswerCache();
    await expect(cache.answer('/', ['news'], () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(textOf(await cache.answer('/', ['news'], async () => page('a')))).toBe('a');
  });
});

describe('While the database is away', () => {
  test('the last good answer stands in, and is not taken for fresh', async () => {
    const cache = new AnswerCache();
    await cache.answer('/', ['news'], async () => page('a'));
    cache.drop(['news']);
    expect(textOf(await cache.answer('/', ['news'], () => Promise.reject(databaseAway)))).toBe('a');
    expect(cache.fresh('/')).toBeNull();
    expect(textOf(await cache.answer('/', ['news'], async () => page('b')))).toBe('b');
  });

  test('an answer that was never made is the fault itself', async () => {
    const cache = new AnswerCache();
    await expect(cache.answer('/', ['news'], () => Promise.reject(databaseAway))).rejects.toBe(databaseAway);
  });

  test('a defect of ours is no reason to show an old answer', async () => {
    const cache = new AnswerCache();
    await cache.answer('/', ['news'], async () => page('a'));
    cache.drop(['news']);
    await expect(cache.answer('/', ['news'], () => Promise.reject(new TypeError('x')))).rejects.toThrow('x');
  });
});

test('the cache is bounded', async () => {
  const cache = new AnswerCache();
  for (let at = 0; at < 1_500; at++) await cache.answer(`/${at}`, ['news'], async () => page('a'));
  const kept = Array.from({ length: 1_500 }, (_, at) => cache.fresh(`/${at}`)).filter((answer) => answer !== null);
  expect(kept.length).toBeLessThanOrEqual(1_000);
  expect(cache.fresh('/1499')).not.toBeNull();
});
