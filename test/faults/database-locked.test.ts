// @module-tag full
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { publishNews, visitor } from '../helpers/content.ts';
import { storedRequests } from '../helpers/demo-requests.ts';
import { freshStore, type Store } from '../helpers/store.ts';

/** Takes the lock that a write needs; answers how to let go of it. */
async function lock(store: Store): Promise<() => Promise<void>> {
  if (store.databaseUrl === null) {
    const other = new DatabaseSync(path.join(store.dataDir, 'prangon.sqlite'));
    other.exec('begin immediate');
    return async () => {
      other.exec('rollback');
      other.close();
    };
  }
  const client = new pg.Client({ connectionString: store.databaseUrl });
  await client.connect();
  await client.query('begin; lock table demo_requests, rate_limits in access exclusive mode');
  return () => client.end();
}

describe.each(['sqlite', 'postgres'] as const)('While another program locks %s', (kind) => {
  let store: Store;
  let app: TestApp;
  beforeEach(async () => {
    store = await freshStore(kind);
    app = await openTestApp({ store });
    await publishNews(app);
  });
  afterEach(async () => {
    await app.close();
    await store.remove();
  });

  test('a write is a 503 and leaves nothing, pages go on, and afterwards it works', async () => {
    for (const page of ['/', '/api/get-news']) expect((await app.get(page)).status).toBe(200);
    const before = await storedRequests(app);
    const letGo = await lock(store);
    let answered = 0;
    const posts = Array.from({ length: 8 }, async (_, at) => {
      const answer = await app.requestDemo(visitor(at), {}, `127.0.7.${at + 1}`);
      answered++;
      return answer;
    });
    for (const page of ['/', '/api/get-news', '/healthz']) expect((await app.get(page)).status).toBe(200);
    // Beside what waits, not after it.
    expect(answered).toBe(0);
    for (const answer of await Promise.all(posts)) {
      expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
    }
    await letGo();
    expect(await storedRequests(app)).toEqual(before);
    expect((await app.requestDemo(visitor(1))).status).toBe(201);
  });

  test('a page that is not ready yet does not wait for the writers', async () => {
    const letGo = await lock(store);
    const posting = app.requestDemo(visitor(1));
    const first = await Promise.race([posting, app.get('/api/get-news?page=1&fresh=1')]);
    expect(first.status).toBe(200);
    await letGo();
    expect((await posting).status).toBe(201);
  });
});
