import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadMailServer } from '#mail/server-settings.server.ts';
import { testWrite } from '#platform/data-directory.server.ts';
import { missingDatabase } from '#platform/data-folder.server.ts';
import { postgresVersion } from '#platform/database/dialect.server.ts';
import { migrationStatus } from '#platform/database/migrate.server.ts';
import { databaseNow } from '#platform/database/time.server.ts';
import { FileStoreError } from '#platform/errors.server.ts';
import { openFileStore } from '#platform/files/file-store.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { errorMessage } from '../command.server.ts';
import { statusMessages } from '../open-store.server.ts';
import { inDatabase } from '../portable/snapshot.server.ts';
import { broken, type Finding, ok, warning } from './finding.server.ts';

export async function checkDataFolder(folder: string): Promise<Finding> {
  const label = 'data folder';
  if (!existsSync(folder))
    return warning(label, `${folder} is not there yet`, 'the first start makes it; if there was one, check DATA_DIR');
  return testWrite(folder).then(
    () => ok(label, `${folder} can be written`),
    (error: NodeJS.ErrnoException) =>
      broken(
        label,
        `${folder} can't be written: ${error.message}`,
        error.code === 'EACCES'
          ? 'run as the user of the server, or give it the folder'
          : 'mend its disk, or make room there; `dmesg` says what the kernel met',
      ),
  );
}

/** Whether this version can work with it; takes up the mail server that is stored there. */
export async function checkDatabase(settings: Settings): Promise<Finding> {
  const { databaseUrl, dataDir } = settings;
  const label = databaseUrl ? 'PostgreSQL' : 'database';
  const reason = databaseUrl ? null : missingDatabase(dataDir);
  if (reason) return broken(label, `is gone: DATA_DIR ${reason}`, 'docs/backup.md tells how');
  if (!databaseUrl && !existsSync(path.join(dataDir, 'prangon.sqlite')))
    return warning(label, 'is not there yet, or may not be read', 'the first start makes it; else check DATA_DIR');
  return inDatabase(settings, async (database) => {
    const status = await migrationStatus(database);
    if (status !== 'current') {
      const isBeforeStart = status === 'none' || status === 'older';
      return (isBeforeStart ? warning : broken)(label, statusMessages[status], 'docs/update.md tells how');
    }
    await loadMailServer({ database, settings });
    const version = await postgresVersion(database);
    if (version === null) return ok(label, 'can be used');
    const sentAt = Date.now();
    const databaseTime = (await databaseNow(database)).getTime();
    const seconds = Math.round(Math.abs(databaseTime - (sentAt + Date.now()) / 2) / 1_000);
    const message = `version ${version}, its clock ${seconds} s from that of this machine`;
    return seconds <= 2 ? ok(label, message) : warning(label, message, 'let both machines set their clocks by NTP');
  }).catch((error) => {
    const hint = databaseUrl ? 'check DATABASE_URL, and that PostgreSQL runs' : 'restore the last good backup';
    return broken(label, `can't be used: ${errorMessage(error)}`, hint);
  });
}

export async function checkFileStore(settings: Settings): Promise<Finding> {
  const label = settings.filesUrl ? 'bucket' : 'files';
  const name = `downloads/doctor-${process.pid}-${Date.now()}`;
  const expected = Buffer.from('kept to be read and removed again');
  try {
    const files = await openFileStore(settings);
    // Without s3:ListBucket a missing file gives 403, and pictures are read before they are made.
    await files.bytes(name);
    await files.put(name, expected);
    const actual = await files.bytes(name).finally(() => files.delete(name));
    if (actual?.equals(expected)) return ok(label, 'one was kept, read and removed');
    return broken(label, 'what is read is not what was kept', 'this store changes what it keeps: use another one');
  } catch (error) {
    const hint = error instanceof FileStoreError ? bucketAdvice[error.reason] : 'see the data folder';
    return broken(label, `can't be used: ${errorMessage(error)}`, hint);
  }
}

const bucketAdvice: Record<FileStoreError['reason'], string> = {
  away: 'check endpoint and region in FILES_URL, and that this machine may connect there',
  denied:
    'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may s3:GetObject, s3:PutObject and s3:DeleteObject in the bucket, and s3:ListBucket of it',
  missing: 'make the bucket, or check its name in FILES_URL',
};
