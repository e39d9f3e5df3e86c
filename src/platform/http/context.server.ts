import type { FastifyBaseLogger } from 'fastify';
import { AnswerCache } from '../cache/answer-cache.server.ts';
import { type ContentChanges, createContentChanges, purgeOnChange } from '../cache/changes.server.ts';
import { DataDirectory, makeDatabaseFile } from '../data-directory.server.ts';
import { type Database, openDatabase } from '../database/open.server.ts';
import { type FileStore, openFileStore } from '../files/file-store.server.ts';
import type { Settings } from '../settings/settings.server.ts';
import { createHttp, type Http } from './create.server.ts';
import { CsrfGuard } from './csrf.server.ts';

/** What every part of the server needs, whatever the product is about. */
export interface PlatformContext {
  settings: Settings;
  http: Http;
  log: FastifyBaseLogger;
  /** Detects that the SQLite file, or the data folder, was lost or replaced. */
  dataDirectory: DataDirectory;
  database: Database;
  cache: AnswerCache;
  changes: ContentChanges;
  files: FileStore;
  csrf: CsrfGuard;
}

export async function createPlatform(settings: Settings): Promise<PlatformContext> {
  const cache = new AnswerCache({ isShared: settings.purgeUrl !== null });
  const http = createHttp(settings, cache);
  const { log } = http;
  const place = settings.databaseUrl ? settings.dataDir : makeDatabaseFile(settings.dataDir);
  const dataDirectory = new DataDirectory(place, (event, reason) => log.error({ event, reason }));
  const lost = ({ message }: Error) => http.sampledLog.write('warn', { event: 'database_lost' }, { reason: message });
  const database = openDatabase(settings, lost, dataDirectory);
  const changes = createContentChanges({ database, cache, log });
  const stopPurging = settings.purgeUrl ? purgeOnChange(settings.purgeUrl, changes, log) : null;
  const files = await openFileStore(settings, dataDirectory);
  http.addHook('onClose', async () => {
    stopPurging?.();
    await changes.close();
    // Closing it would copy the log into the file, and delete it.
    if (!dataDirectory.hasFailed) await database.destroy();
    dataDirectory.close();
  });
  return { settings, http, log, dataDirectory, database, cache, changes, files, csrf: new CsrfGuard(settings) };
}
