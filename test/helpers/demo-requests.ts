import { afterEach, beforeEach, expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Everything that a demo request leaves behind. */
export async function storedRequests(app: TestApp) {
  const rows = await app.database.selectFrom('demo_requests').selectAll().orderBy('id').execute();
  const events = await app.database.selectFrom('demo_request_events').selectAll().orderBy('id').execute();
  const limits = await app.database.selectFrom('rate_limits').selectAll().orderBy('key').execute();
  return { rows, events, limits };
}

/** Every test of this block must leave the store as it was. */
export function expectNothingWritten(app: () => TestApp): void {
  let before: Awaited<ReturnType<typeof storedRequests>>;
  beforeEach(async () => {
    before = await storedRequests(app());
  });
  afterEach(async () => {
    expect(await storedRequests(app())).toEqual(before);
  });
}

export const inBengali = expect.stringMatching(/[\u0980-\u09ff]/);
