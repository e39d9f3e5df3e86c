import type { FastifyBaseLogger } from 'fastify';
import { AnswerCache } from '../cache/answer-cache.server.ts';
import { CdnPurge } from '../cache/cdn-purge.server.ts';
import { ContentChanges } from '../cache/changes.server.ts';
import { DataDirectory } from '../data-directory.server.ts';
import { hasLostDatabase, isHalfFilled, makeDatabaseFile, unfinishedStore } from '../data-folder.server.ts';
import { StoreError } from '../database/migrate.server.ts';
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

/** @throws {StoreError} if starting would hide a problem of the store */
export async function createPlatform(settings: Settings): Promise<PlatformContext> {
  if (!settings.databaseUrl && isHalfFilled(settings.dataDir))
    throw new StoreError(
      `DATA_DIR ${settings.dataDir} has \`${unfinishedStore}\`: a restore or move was broken off, or still runs. Run it again, or remove that folder to begin anew.`,
    );
  if (!settings.databaseUrl && hasLostDatabase(settings.dataDir))
    throw new StoreError(
      `DATA_DIR ${settings.dataDir} has files or backups of a site, but its database prangon.sqlite is gone. Put it back, or restore a backup: docs/backup.md. With PostgreSQL set DATABASE_URL. To begin anew, choose an empty DATA_DIR.`,
    );
  const cache = new AnswerCache({ isShared: settings.purgeUrl !== null });
  const http = createHttp(settings, cache);
  const { log } = http;
  const place = settings.databaseUrl ? settings.dataDir : makeDatabaseFile(settings.dataDir);
  const dataDirectory = new DataDirectory(place, (event, reason) => log.error({ event, reason }));
  const lost = ({ message }: Error) => http.sampledLog.write('warn', { event: 'database_lost' }, { reason: message });
  const database = openDatabase(settings, lost, dataDirectory);
  const changes = new ContentChanges({ database, cache, log });
  const shared = settings.purgeUrl ? new CdnPurge({ purgeUrl: settings.purgeUrl, changes, log }) : null;
  const files = await openFileStore(settings, dataDirectory);
  http.addHook('onClose', async () => {
    shared?.close();
    await changes.close();
    // Closing it would copy the log into the file, and delete it.
    if (!dataDirectory.hasFailed) await database.destroy();
    dataDirectory.close();
  });
  return { settings, http, log, dataDirectory, database, cache, changes, files, csrf: new CsrfGuard(settings) };
}
