import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { calls, health, pages } from '#paths.ts';
import { openTestApp, type TestApp } from '../../../test/helpers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  return app.close;
});

/** Work that gives nobody a turn, as a defect would do. */
async function blockFor(milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    const turn = performance.now() + 1_300;
    while (performance.now() < turn);
    await sleep(1);
  }
}

test('while the process cannot keep up, new work is a 503, ready pages go on, and then all is well again', async () => {
  expect((await app.get(pages.home)).status).toBe(200);
  await blockFor(5_000);
  const refused = await app.get(calls.csrfToken);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await app.get(pages.home)).status).toBe(200);
  expect((await app.get(health.live)).status).toBe(200);
  await expect.poll(async () => (await app.get(calls.csrfToken)).status).toBe(200);
});

test('two long pieces of work, as at a start, turn nobody away', async () => {
  const answers: number[] = [];
  // Work of others on the machine may add a third piece to one of the tries.
  while (answers.length < 10 && !answers.includes(200)) {
    await expect.poll(async () => (await app.get(calls.csrfToken)).status).toBe(200);
    await blockFor(2_000);
    answers.push((await app.get(calls.csrfToken)).status);
  }
  expect(answers).toContain(200);
});
