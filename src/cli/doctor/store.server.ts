import { constants, existsSync, statfsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { findAccess } from '#leads/demo-access/demo-access.server.ts';
import { readFact } from '#mail/sending-state.server.ts';
import { postgresVersion } from '#platform/database/dialect.server.ts';
import { migrationStatus } from '#platform/database/migrate.server.ts';
import { type Database, openDatabase } from '#platform/database/open.server.ts';
import { databaseNow } from '#platform/database/time.server.ts';
import { FileStoreError } from '#platform/errors.server.ts';
import { openFileStore } from '#platform/files/file-store.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { sizeInWords } from '../size-in-words.ts';
import { broken, type Finding, messageOfError, warning, well } from './finding.server.ts';

/** Limits of free disk space, in bytes. */
const lowSpace = { soon: 2 ** 30, now: 64 * 2 ** 20 };

export async function checkDataFolder(folder: string): Promise<Finding[]> {
  const what = 'data folder';
  if (!existsSync(folder))
    return [warning(what, `${folder} is not there yet`, 'the first start makes it; if there was one, check DATA_DIR')];
  const writable = await access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  return [
    writable
      ? well(what, `${folder} can be written`)
      : broken(what, `${folder} can't be written by this user`, 'run as the user of the server, or give it the folder'),
    disk(folder),
  ];
}

function disk(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const says = `${sizeInWords(bavail * bsize)} left where ${folder} is`;
  if (bavail * bsize < lowSpace.now) return broken('disk', says, 'make room: nothing can be saved');
  return bavail * bsize < lowSpace.soon ? warning('disk', says, 'make room soon') : well('disk', says);
}

export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const what = settings.databaseUrl ? 'PostgreSQL' : 'database';
  if (!settings.databaseUrl && !existsSync(path.join(settings.dataDir, 'prangon.sqlite')))
    return [warning(what, 'is not there yet', 'the first start makes it; if there was one, check DATA_DIR')];
  const database = openDatabase(settings, () => undefined, null, 'unlimited');
  try {
    const status = await migrationStatus(database);
    if (status === 'newer')
      return [broken(what, 'a newer Prangon made it', 'start that one, or restore a backup of this version')];
    if (status === 'other')
      return [
        broken(
          what,
          'another build of Prangon made it, by other steps than those of this version',
          'start the one that made it, or restore the backup from before the update into an empty place',
        ),
      ];
    if (status !== 'current')
      return [
        warning(what, status === 'none' ? 'has no tables yet' : 'an older version made it', 'start the server once'),
      ];
    return [
      await pages(database, what),
      ...(await clock(database)),
      await owners(database),
      await demoAccess(database, settings),
      ...(await mails(database)),
    ];
  } catch (error) {
    const todo = settings.databaseUrl ? 'check DATABASE_URL, and that PostgreSQL runs' : 'restore the last good backup';
    return [broken(what, `can't be used: ${messageOfError(error)}`, todo)];
  } finally {
    await database.destroy();
  }
}

async function pages(database: Database, what: string): Promise<Finding> {
  const version = await postgresVersion(database);
  if (version !== null) return well(what, `answers, version ${version}`);
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(database);
  const result = rows[0]?.quick_check ?? '';
  return result === 'ok'
    ? well(what, 'is whole')
    : broken(what, result, 'restore the last good backup into a new folder');
}

/** The clock of SQLite is that of this machine. */
async function clock(database: Database): Promise<Finding[]> {
  if ((await postgresVersion(database)) === null) return [];
  const sentAt = Date.now();
  const databaseTime = (await databaseNow(database)).getTime();
  const seconds = Math.round(Math.abs(databaseTime - (sentAt + Date.now()) / 2) / 1_000);
  const says = `${seconds} s from that of PostgreSQL`;
  return [seconds <= 2 ? well('clock', says) : warning('clock', says, 'let both machines set their clocks by NTP')];
}

async function owners(database: Database): Promise<Finding> {
  const { count } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('role', '=', 'owner')
    .where('status', '=', 1)
    .where('password_hash', '!=', '')
    .executeTakeFirstOrThrow();
  if (count > 0) return well('owners', `${count} can sign in`);
  return broken('owners', 'nobody can sign in who may do everything', '`prangon account add EMAIL` makes one');
}

async function demoAccess(database: Database, settings: Settings): Promise<Finding> {
  const { demo_link, password_set, status } = await findAccess(database, settings);
  const what = 'demo access';
  const isWhole = demo_link !== '' && password_set;
  if (isWhole && status === 1) return well(what, 'link and password are there');
  const says = isWhole ? 'is switched off' : 'has no link or no password';
  return warning(what, `${says}: requests are taken, and nobody gets in`, 'see the screen Demo password');
}

async function mails(database: Database): Promise<Finding[]> {
  const [paused, trouble] = [await readFact(database, 'mail_paused'), await readFact(database, 'mail_trouble')];
  const findings: Finding[] = [];
  if (paused)
    findings.push(
      warning('outbox', `sending is paused since ${paused.since}`, 'decide on the screen Outbox what still goes out'),
    );
  if (trouble)
    findings.push(
      warning('outbox', `nothing goes out since ${trouble.since}: ${trouble.reason}`, 'see the mail server'),
    );
  return findings;
}

export async function checkFileStore(settings: Settings): Promise<Finding> {
  const what = settings.filesUrl ? 'bucket' : 'files';
  const name = `downloads/doctor-${process.pid}-${Date.now()}`;
  const expected = Buffer.from('kept to be read and removed again');
  try {
    const files = await openFileStore(settings);
    // Without s3:ListBucket a missing file gives 403, and pictures are read before they are made.
    await files.bytes(name);
    await files.put(name, expected);
    const actual = await files.bytes(name).finally(() => files.delete(name));
    if (actual?.equals(expected)) return well(what, 'one was kept, read and removed');
    return broken(what, 'what is read is not what was kept', 'this store changes what it keeps: use another one');
  } catch (error) {
    const todo = error instanceof FileStoreError ? bucketAdvice[error.reason] : 'see the data folder';
    return broken(what, `can't be used: ${messageOfError(error)}`, todo);
  }
}

const bucketAdvice: Record<FileStoreError['reason'], string> = {
  away: 'check endpoint and region in FILES_URL, and that this machine may connect there',
  denied:
    'check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may s3:GetObject, s3:PutObject and s3:DeleteObject in the bucket, and s3:ListBucket of it',
  missing: 'make the bucket, or check its name in FILES_URL',
};
