import type { FastifyBaseLogger } from 'fastify';
import { AnswerCache } from './cache/answer-cache.server.ts';
import { ContentChanges } from './cache/changes.server.ts';
import { type Database, openDatabase } from './database/open.server.ts';
import { type FileStore, openFileStore } from './files/file-store.server.ts';
import { createHttp, type Http } from './http/create.server.ts';
import { CsrfGuard } from './http/csrf.server.ts';
import { PictureStore } from './pictures/picture-store.server.ts';
import type { Settings } from './settings.server.ts';

/** What every part of the product stands on. */
export interface Foundations {
  settings: Settings;
  http: Http;
  log: FastifyBaseLogger;
  database: Database;
  cache: AnswerCache;
  changes: ContentChanges;
  files: FileStore;
  pictures: PictureStore;
  csrf: CsrfGuard;
}

export async function layFoundations(settings: Settings): Promise<Foundations> {
  const cache = new AnswerCache();
  const http = createHttp(settings, cache);
  const { log } = http;
  const database = openDatabase(settings, ({ message }) =>
    http.sampledLog.tell('warn', { event: 'database_lost' }, { reason: message }),
  );
  const changes = new ContentChanges({ database, databaseUrl: settings.databaseUrl, cache, log });
  const files = await openFileStore(settings);
  const pictures = new PictureStore({ database, files });
  http.addHook('onClose', async () => {
    pictures.close();
    await changes.close();
    await database.destroy();
  });
  return { settings, http, log, database, cache, changes, files, pictures, csrf: new CsrfGuard(settings) };
}
