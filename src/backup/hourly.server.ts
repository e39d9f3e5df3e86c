import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { freeSpace, lowSpace } from '#platform/data-directory.server.ts';
import { inDatabase } from '#platform/database/open.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import {
  type CommandCall,
  CommandError,
  type ExitOutcome,
  errorMessage,
  type OpenStore,
  type Progress,
  withStore,
} from './command.server.ts';
import { acquireLock, assertOwnFolder, fillStore } from './fill.server.ts';
import { assertPacked, packStore } from './pack.server.ts';
import { type BackupPlace, type Moment, openRepository, type Repository } from './repository.server.ts';
import { changeBackupState } from './state.server.ts';

/** To each place that the settings name. The outcome is recorded in the store. */
export function backupHourly({ env, progress }: CommandCall): Promise<ExitOutcome> {
  return forEachPlace(env, {
    run: async (store, place) => {
      const { about, manifest } = await storeMoment(store, await openRepository(place, true), progress);
      return [`The backup of ${about.made_at} is whole.`, ...manifest.missing.map((name) => `Missing: ${name}`)];
    },
    onDone: (database, last) => changeBackupState(database, { last, failed: null }),
    onFailed: (database, since, reason) => changeBackupState(database, { failed: { since, reason } }),
  });
}

/** Restores the newest backup of each place into a throw-away database, and compares all of it. */
export function tryRestore({ env, progress }: CommandCall): Promise<ExitOutcome> {
  return forEachPlace(env, {
    run: ({ settings }, place) => restoreForTrial(settings, place, progress),
    onDone: (database, tried) => changeBackupState(database, { tried, restored: tried, restore_failed: null }),
    onFailed: (database, tried, restore_failed) => changeBackupState(database, { tried, restore_failed }),
  });
}

interface Work {
  run: (store: OpenStore, place: BackupPlace) => Promise<string[]>;
  onDone: (database: OpenStore['database'], begun: string) => Promise<void>;
  onFailed: (database: OpenStore['database'], begun: string, reason: string) => Promise<void>;
}

function forEachPlace(env: CommandCall['env'], { run, onDone, onFailed }: Work): Promise<ExitOutcome> {
  return withStore(env, (store) =>
    withLock(store.settings, async () => {
      const { dataDir, backups } = store.settings;
      const urls = [...(backups.isLocal ? [null] : []), ...(backups.url ? [backups.url] : [])];
      if (urls.length === 0) throw new CommandError('BACKUPS is 0, and BACKUP_URL is not set.');
      const begun = new Date().toISOString();
      const lines: string[] = [];
      try {
        const { passphrase } = backups;
        for (const url of urls)
          lines.push(...(await run(store, { folder: path.join(dataDir, 'backups'), url, passphrase })));
      } catch (error) {
        await onFailed(store.database, begun, errorMessage(error));
        throw error;
      }
      await onDone(store.database, begun);
      return { facts: { lines }, text: lines.join('\n') };
    }),
  );
}

const underWay = 'Another backup is under way.';

/** The lock ends with the process, however that ends. @throws {CommandError} if another process has it */
async function withLock<Answer>(settings: Settings, work: () => Promise<Answer>): Promise<Answer> {
  assertOwnFolder(settings.dataDir);
  if (!settings.databaseUrl) {
    const unlock = acquireLock(path.join(settings.dataDir, 'backups.lock'), underWay);
    return work().finally(unlock);
  }
  return inDatabase(settings, (database) =>
    database.connection().execute(async (connection) => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(hashtext('backups')) as taken`.execute(connection);
      if (!rows[0]?.taken) throw new CommandError(underWay);
      const unlock = sql`select pg_advisory_unlock(hashtext('backups'))`;
      // It would end with the connection, but a moment after the process: the next command would meet it. Where the
      // connection is lost, it has ended, and the outcome stands.
      return work().finally(() => unlock.execute(connection).catch(() => undefined));
    }),
  );
}

async function storeMoment(store: OpenStore, repository: Repository, progress: Progress): Promise<Moment> {
  const rows: Moment['rows'] = [];
  let bytes = 0;
  const packed = await packStore(store, progress, {
    putPiece: async (piece) => {
      rows.push(await repository.putPiece(piece));
      bytes += piece.lines.join().length;
    },
    putFile: (file) => repository.putFile(store.files, file),
  });
  const moment = { ...packed, secret: store.settings.secret, rows, bytes };
  await repository.putMoment(moment);
  await repository.trim(new Date());
  return moment;
}

async function restoreForTrial({ dataDir }: Settings, place: BackupPlace, progress: Progress): Promise<string[]> {
  const repository = await openRepository(place);
  const [name] = await repository.moments();
  if (!name) throw new CommandError(`There is no backup in ${repository.label} yet.`);
  const moment = await repository.readMoment(name);
  const folder = path.join(dataDir, 'backup-trial');
  rmSync(folder, { recursive: true, force: true });
  // The database, its log, and as much for its indexes.
  if ((await freeSpace(dataDir)) < lowSpace.soon + 3 * moment.bytes)
    throw new CommandError(`Too little space is left where ${dataDir} is to try a restore.`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const source = { ...moment.about, pieces: () => repository.pieces(moment) };
    const trial = { dataDir: folder, databaseUrl: null };
    await fillStore(trial, source, progress, async (_, sums) => assertPacked(sums, moment.manifest));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return [`Restored and compared: ${repository.label} ${name}`];
}
