import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { findPictureUses } from '#admin/pictures/places.server.ts';
import { readUpkeep } from '#admin/upkeep/data.server.ts';
import { troubleTexts } from '#admin/upkeep/strings.ts';
import { selectOwners } from '#auth/data.server.ts';
import { findAccess } from '#leads/demo-access/demo-access.server.ts';
import { loadMailServer } from '#mail/server-settings.server.ts';
import { freeSpace, lowSpace, testWrite } from '#platform/data-directory.server.ts';
import { missingDatabase } from '#platform/data-folder.server.ts';
import { postgresVersion, tableSizes } from '#platform/database/dialect.server.ts';
import { readFact } from '#platform/database/facts.server.ts';
import { migrationStatus } from '#platform/database/migrate.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { databaseNow } from '#platform/database/time.server.ts';
import { FileStoreError } from '#platform/errors.server.ts';
import { openFileStore } from '#platform/files/file-store.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { errorMessage } from '../command.server.ts';
import { type OpenStore, statusMessages } from '../open-store.server.ts';
import { inDatabase, withSnapshot } from '../portable/snapshot.server.ts';
import { filesOf, fileTables, openStored, type StoredFile } from '../portable/stored-files.server.ts';
import type { Progress } from '../progress.server.ts';
import { sizeInWords } from '../size-in-words.ts';
import { broken, type Finding, ok, warning } from './finding.server.ts';

export async function checkDataFolder(folder: string): Promise<Finding[]> {
  const label = 'data folder';
  if (!existsSync(folder))
    return [warning(label, `${folder} is not there yet`, 'the first start makes it; if there was one, check DATA_DIR')];
  const state = await testWrite(folder).then(
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
  return [state, await disk(folder)];
}

async function disk(folder: string): Promise<Finding> {
  const free = await freeSpace(folder);
  const message = `${sizeInWords(free)} left where ${folder} is`;
  if (free < lowSpace.now) return broken('disk', message, 'make room: nothing can be saved');
  return free < lowSpace.soon ? warning('disk', message, 'make room soon') : ok('disk', message);
}

export async function checkDatabase(settings: Settings): Promise<Finding[]> {
  const label = settings.databaseUrl ? 'PostgreSQL' : 'database';
  const reason = settings.databaseUrl ? null : missingDatabase(settings.dataDir);
  if (reason) return [broken(label, `is gone: DATA_DIR ${reason}`, 'docs/backup.md tells how')];
  if (!settings.databaseUrl && !existsSync(path.join(settings.dataDir, 'prangon.sqlite')))
    return [warning(label, 'is not there yet, or may not be read', 'the first start makes it; else check DATA_DIR')];
  const examine = async (database: Database) => {
    const status = await migrationStatus(database);
    if (status !== 'current') {
      const isBeforeStart = status === 'none' || status === 'older';
      return [(isBeforeStart ? warning : broken)(label, statusMessages[status], 'docs/update.md tells how')];
    }
    await loadMailServer({ database, settings });
    return [
      ...(await checkRows(database, label)),
      await size(database),
      ...(await clock(database)),
      await owners(database),
      await demoAccess(database, settings),
      ...(await mails(database)),
      ...(await upkeep(database, settings)),
    ];
  };
  return inDatabase(settings, examine).catch((error) => {
    const hint = settings.databaseUrl ? 'check DATABASE_URL, and that PostgreSQL runs' : 'restore the last good backup';
    return [broken(label, `can't be used: ${errorMessage(error)}`, hint)];
  });
}

/** PostgreSQL checks its pages and references itself. */
export async function checkRows(database: Database, label: string): Promise<Finding[]> {
  const version = await postgresVersion(database);
  if (version !== null) return [ok(label, `answers, version ${version}`)];
  const damage = await sql<{ message: string }>`
    select integrity_check as message from pragma_integrity_check where integrity_check <> 'ok' union all
    select 'a row of ' || "table" || ' refers to one of ' || parent || ' that is not there'
    from pragma_foreign_key_check`.execute(database);
  if (damage.rows.length === 0) return [ok(label, 'is whole')];
  return damage.rows.map(({ message }) => broken(label, message, 'restore the last good backup into a new folder'));
}

async function size(database: Database): Promise<Finding> {
  const tables = await tableSizes(database);
  const sum = tables.reduce((bytes, table) => bytes + table.bytes, 0);
  const largest = tables.slice(0, 3).map(({ name, bytes }) => `${name} ${sizeInWords(bytes)}`);
  return ok('size', `${sizeInWords(sum)} in ${tables.length} tables; the largest: ${largest.join(', ')}`);
}

/** The clock of SQLite is that of this machine. */
async function clock(database: Database): Promise<Finding[]> {
  if ((await postgresVersion(database)) === null) return [];
  const sentAt = Date.now();
  const databaseTime = (await databaseNow(database)).getTime();
  const seconds = Math.round(Math.abs(databaseTime - (sentAt + Date.now()) / 2) / 1_000);
  const message = `${seconds} s from that of PostgreSQL`;
  return [seconds <= 2 ? ok('clock', message) : warning('clock', message, 'let both machines set their clocks by NTP')];
}

async function owners(database: Database): Promise<Finding> {
  const count = await countRows(selectOwners(database));
  if (count > 0) return ok('owners', `${count} can sign in`);
  return broken('owners', 'nobody can sign in who may do everything', '`prangon account add EMAIL` makes one');
}

async function demoAccess(database: Database, settings: Settings): Promise<Finding> {
  const { demo_link, password_set, status } = await findAccess(database, settings);
  const label = 'demo access';
  const isWhole = demo_link !== '' && password_set;
  if (isWhole && status === 1) return ok(label, 'link and password are there');
  const message = isWhole ? 'is switched off' : 'has no link or no password';
  return warning(label, `${message}: requests are taken, and nobody gets in`, 'see the screen Demo password');
}

async function mails(database: Database): Promise<Finding[]> {
  const paused = await readFact(database, 'mail_paused');
  const trouble = await readFact(database, 'mail_trouble');
  const decide = 'decide on the screen Outbox what still goes out';
  return [
    ...(paused ? [warning('outbox', `sending is paused since ${paused.since}`, decide)] : []),
    ...(trouble
      ? [warning('outbox', `nothing goes out since ${trouble.since}: ${trouble.reason}`, 'see the mail server')]
      : []),
  ];
}

async function upkeep(database: Database, settings: Settings): Promise<Finding[]> {
  const { on, backups, troubles } = await readUpkeep(database, settings);
  const { last, failed, restored, restore_failed } = backups;
  const others = troubles.filter(({ kind }) => ['certificate', 'webhook', 'faults'].includes(kind));
  const message = on ? `last ${last ?? 'none yet'}, last restored well ${restored ?? 'none yet'}` : 'are switched off';
  const isOld = on && Date.now() - Date.parse(last ?? '1970') > oldBackup;
  const hint = 'the server makes one each hour while it runs; `prangon backup` makes one now';
  return [
    isOld ? (last ? broken : warning)('backups', message, hint) : ok('backups', message),
    ...[failed?.reason, restore_failed].flatMap((reason) => (on && reason ? [broken('backups', reason, hint)] : [])),
    ...others.map(({ kind, detail }) => warning(troubleTexts[kind].what, detail, troubleTexts[kind].todo)),
  ];
}

/** Milliseconds. */
const oldBackup = 3 * 3_600_000;

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

/** Reads every stored file that a row names. */
export async function checkStoredFiles(
  { settings, database, files }: OpenStore,
  progress: Progress,
): Promise<Finding[]> {
  const stored: StoredFile[] = [];
  await withSnapshot(settings, {}, async (snapshot) => {
    for await (const piece of snapshot.pieces(fileTables(snapshot))) stored.push(...filesOf(piece));
  });
  progress.begin('Stored files', stored.length);
  const findings: Finding[] = [];
  for (const file of stored) {
    const opened = await openStored(files, file);
    for await (const _ of opened?.body ?? []);
    progress.add();
    if (opened?.isWhole()) continue;
    const uses = await usesOf(database, file);
    const hint = uses.length > 0 ? `upload it again for ${uses.join(', ')}` : 'nothing shows it';
    findings.push(
      broken(
        file.label,
        opened ? 'is not as it was stored' : 'is missing',
        `${hint}, or copy ${file.stored} from a backup`,
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('stored files', `all ${stored.length} are whole`)];
}

async function usesOf(database: Database, { key, name }: StoredFile): Promise<string[]> {
  if (name === null) return (await findPictureUses(database, key)).map(({ what, title }) => `${what} “${title}”`);
  const rows = await database.selectFrom('downloads').select('title').where('file_key', '=', key).execute();
  return rows.map(({ title }) => `Downloads “${title}”`);
}
