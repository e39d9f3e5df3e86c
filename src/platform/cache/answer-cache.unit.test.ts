import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AnswerCache, renderTimeout } from './answer-cache.server.ts';
import { type CachedResponse, createCachedResponse } from './cached-response.server.ts';

const page = (text: string): CachedResponse => createCachedResponse(200, text, {});
const textOf = (answer: CachedResponse | null) => answer?.bodies.identity.bytes.toString() ?? null;
const databaseAway = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A page that is being made until the test lets it finish. */
function slowPage() {
  const { promise, resolve } = Promise.withResolvers<CachedResponse>();
  return { make: vi.fn(() => promise), finish: (text: string) => resolve(page(text)) };
}

afterEach(() => vi.useRealTimers());

describe('An answer', () => {
  test('is made once, however many ask at the same moment', async () => {
    const cache = new AnswerCache();
    const { make, finish } = slowPage();
    const requests = Array.from({ length: 50 }, () => cache.answer('/', ['news'], make));
    finish('a');
    expect(new Set((await Promise.all(requests)).map(textOf))).toEqual(new Set(['a']));
    expect(make).toHaveBeenCalledTimes(1);
    expect(textOf(cache.get('/'))).toBe('a');
  });

  test('is made again after a change of what it shows, and only then', async () => {
    const cache = new AnswerCache();
    await cache.answer('/', ['news', 'videos'], async () => page('a'));
    cache.invalidate(['clients']);
    expect(textOf(cache.get('/'))).toBe('a');
    cache.invalidate(['videos']);
    expect(cache.get('/')).toBeNull();
    expect(textOf(await cache.answer('/', ['news', 'videos'], async () => page('b')))).toBe('b');
  });

  test('that was begun before a change is given to those who asked before, and not kept', async () => {
    const cache = new AnswerCache();
    const old = slowPage();
    const before = cache.answer('/', ['news'], old.make);
    cache.invalidate(['news']);
    const after = await cache.answer('/', ['news'], async () => page('new'));
    old.finish('old');
    expect([textOf(await before), textOf(after), textOf(cache.get('/'))]).toEqual(['old', 'new', 'new']);
  });

  test('of another day is made again: it carries the token of the day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-05T23:59:59Z') });
    const cache = new AnswerCache();
    await cache.answer('/', ['news'], async () => page('a'));
    vi.setSystemTime(Date.parse('2026-12-06T00:00:01Z'));
    expect(cache.get('/')).toBeNull();
  });

  test('that is being made too slowly is the last one: after 500 ms once, then at once until one is made in time', async () => {
    // `setImmediate` stays real: the cache yields to the event loop before it compresses.
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const { milliseconds } = renderTimeout;
    onTestFinished(() => void Object.assign(renderTimeout, { milliseconds }));
    renderTimeout.milliseconds = 500;
    const cache = new AnswerCache();
    for (const key of ['/', '/news']) await cache.answer(key, ['news'], async () => page('old'));
    cache.invalidate(['news']);
    const [frozen, other] = [slowPage(), slowPage()];
    const first = cache.answer('/', ['news'], frozen.make);
    await vi.advanceTimersByTimeAsync(500);
    expect(textOf(await first)).toBe('old');
    // Whoever comes then does not wait again, and does not make it again.
    for (let count = 0; count < 2; count++)
      expect(textOf(await cache.answer('/news', ['news'], other.make))).toBe('old');
    expect(other.make).toHaveBeenCalledTimes(1);
    other.finish('new');
    await expect.poll(() => textOf(cache.get('/news'))).toBe('new');
    cache.invalidate(['news']);
    let isAnswered = false;
    void cache.answer('/news', ['news'], slowPage().make).then(() => {
      isAnswered = true;
    });
    await vi.advanceTimersByTimeAsync(499);
    expect(isAnswered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isAnswered).toBe(true);
  });

  test('that is passing is not kept, one that failed is made anew for the next who asks', async () => {
    const cache = new AnswerCache();
    await cache.answer('/x', ['news'], async () => ({ ...page('x'), uncacheable: true }));
    expect(cache.get('/x')).toBeNull();
    await expect(cache.answer('/', ['news'], () => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(textOf(await cache.answer('/', ['news'], async () => page('a')))).toBe('a');
  });
});

test('While the database is away the last good answer stands in, and is not taken for fresh; without one, the fault itself', async () => {
  const cache = new AnswerCache();
  const answer = (make: () => Promise<CachedResponse>) => cache.answer('/', ['news'], make);
  await expect(answer(() => Promise.reject(databaseAway))).rejects.toBe(databaseAway);
  await answer(async () => page('a'));
  cache.invalidate(['news']);
  expect(textOf(await answer(() => Promise.reject(databaseAway)))).toBe('a');
  expect(cache.get('/')).toBeNull();
  // A defect of ours is no reason to show an old answer.
  await expect(answer(() => Promise.reject(new TypeError('x')))).rejects.toThrow('x');
  expect(textOf(await answer(async () => page('b')))).toBe('b');
});

test('the cache is bounded', async () => {
  const cache = new AnswerCache();
  for (let at = 0; at < 1_500; at++) await cache.answer(`/${at}`, ['news'], async () => page('a'));
  const cached = Array.from({ length: 1_500 }, (_, at) => cache.get(`/${at}`)).filter((answer) => answer !== null);
  expect(cached.length).toBeLessThanOrEqual(1_000);
  expect(cache.get('/1499')).not.toBeNull();
});

test('a short answer holds no more memory than it has bytes', async () => {
  const short = createCachedResponse(200, 'a'.repeat(600), {});
  await new AnswerCache().answer('/', [], async () => short);
  for (const { bytes } of Object.values(short.bodies)) expect(bytes.buffer.byteLength).toBe(bytes.length);
  expect(Object.keys(short.bodies)).toEqual(['identity', 'br']);
});
