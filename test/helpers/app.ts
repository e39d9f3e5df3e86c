import type { AddressInfo } from 'node:net';
import { calls } from '#paths.ts';
import { type App, createApp } from '../../src/app.server.ts';
import { renderTimeout } from '../../src/platform/cache/answer-cache.server.ts';
import type { Tables } from '../../src/platform/database/tables.server.ts';
import { readSettings } from '../../src/platform/settings/settings.server.ts';
import { type Answer, Client } from './requests.ts';
import { freshStore, type Store } from './store.ts';

/** The whole product on a real port of 127.0.0.1, over a store of its own. */
export interface TestApp extends App, Pick<Client, 'get' | 'send' | 'postJson'> {
  url: string;
  client: Client;
  store: Store;
  /** The CSRF token of today. */
  token: string;
  /** Sends a demo request as the page does. */
  requestDemo: (body: unknown, headers?: Record<string, string>, from?: string) => Promise<Answer>;
  /** Deletes all rows of these tables. */
  empty: (...tables: (keyof Tables)[]) => Promise<void>;
  close: () => Promise<void>;
}

export interface TestAppOptions {
  /** Settings beside those of a test; they win. */
  env?: Record<string, string>;
  /** Another app's store, to stand on the same one; it is then left for that app to remove. */
  store?: Store;
  /** Do before the store is prepared. */
  beforePrepare?: (app: App) => void;
}

// On a busy machine a page takes longer than a visitor waits, who then reads the one before the change.
renderTimeout.milliseconds = 60_000;

/** Opens an app; `beforeAll(async () => { app = await openTestApp(); return app.close; })` also closes it. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  if (options.store) return openOn(options.store, options);
  const store = await freshStore();
  try {
    return await openOn(store, options);
  } catch (error) {
    await store.remove();
    throw error;
  }
}

async function openOn(store: Store, options: TestAppOptions): Promise<TestApp> {
  const app = await createApp(readSettings(environment(store, options.env)));
  options.beforePrepare?.(app);
  await app.prepare(() => undefined);
  await app.http.listen({ port: Number(options.env?.PORT ?? 0), host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
  const client = new Client(url);
  const token = app.csrf.token();
  return {
    ...app,
    url,
    client,
    store,
    token,
    get: client.get,
    send: client.send,
    postJson: client.postJson,
    requestDemo: (body, headers, from) =>
      client.postJson(calls.demoRequest, body, { 'x-csrf-token': token, ...headers }, from),
    empty: async (...tables) => {
      for (const table of tables) await app.database.deleteFrom(table).execute();
    },
    close: async () => {
      client.close();
      await app.http.close();
      if (!options.store) await store.remove();
    },
  };
}

export function environment(store: Store, more: Record<string, string> = {}): Record<string, string> {
  return {
    DATA_DIR: store.dataDir,
    ...(store.databaseUrl ? { DATABASE_URL: store.databaseUrl } : {}),
    SAMPLE_CONTENT: '0',
    BACKUPS: '0',
    LOG_LEVEL: 'silent',
    VIDEO_THUMBNAILS: '0',
    ...more,
  };
}
