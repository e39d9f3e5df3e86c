// @module-tag full
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestApp } from '../helpers/app.ts';
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

test.each(['sqlite', 'postgres'] as const)(
  'While another program locks %s a write is a 503 and leaves nothing, pages go on, and afterwards it works',
  async (kind) => {
    const store = await freshStore(kind);
    const app = await openTestApp({ store });
    await publishNews(app);
    for (const page of ['/', '/api/get-news']) expect((await app.get(page)).status).toBe(200);
    const before = await storedRequests(app);
    const letGo = await lock(store);
    let answered = 0;
    const posts = Array.from({ length: 8 }, async (_, at) => {
      const answer = await app.requestDemo(visitor(at), {}, `127.0.7.${at + 1}`);
      answered++;
      return answer;
    });
    // One that is not ready yet does not wait for the writers either.
    for (const page of ['/', '/api/get-news', '/healthz', '/api/get-client'])
      expect((await app.get(page)).status).toBe(200);
    // Beside what waits, not after it.
    expect(answered).toBe(0);
    for (const answer of await Promise.all(posts)) {
      expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true]);
    }
    await letGo();
    expect(await storedRequests(app)).toEqual(before);
    expect((await app.requestDemo(visitor(1))).status).toBe(201);
    await app.close();
    await store.remove();
  },
);
