import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { recordChange } from '#cms/audit/audit.server.ts';
import { createRestoreDetection, type OnRestore } from '#mail/sending-state.server.ts';
import { makeDataFolder, syncFolder, unfinishedStore } from '#platform/data-directory.server.ts';
import { statusOfMigrations } from '#platform/database/migrate.server.ts';
import { openFileStore } from '#platform/files/file-store.server.ts';
import { readSettings } from '#platform/settings/settings.server.ts';
import { entriesOf } from './archive.server.ts';
import { type CommandCall, CommandError, type ExitOutcome } from './command.server.ts';
import { assertEmpty, assertOwnFolder, fillStore } from './fill.server.ts';
import { assertPacked, type BackupInfo, format } from './pack.server.ts';
import { type Moment, openRepository, type PutFile } from './repository.server.ts';
import { type Piece, rowsIn, type Snapshot, sumsOf } from './snapshot.server.ts';

export async function restore(call: CommandCall, onRestore: OnRestore): Promise<ExitOutcome> {
  const place = call.words[0] ?? '';
  const isRepository = /^s3:/.test(place) || statSync(place, { throwIfNoEntry: false })?.isDirectory();
  const backup = await (isRepository ? readMoment : readArchive)(place, call);
  const { version, made_at, database } = backup.about;
  const facts = {
    file: backup.label,
    version,
    made_at,
    database,
    rows: rowsIn(backup.about),
    files: backup.about.files,
  };
  const description = `${facts.rows} rows and ${facts.files} files, made at ${made_at} by version ${version}`;
  if (call.options.check) return { facts, text: `${backup.label} is whole: ${description}.` };
  await restoreInto(call, backup, onRestore);
  const lines = [
    `Restored: ${description}.`,
    'Everybody signs in again. Sending of mails is paused until somebody decides on the screen Outbox what still goes out.',
  ];
  return { facts, text: lines.join('\n') };
}

interface Backup extends Pick<Moment, 'about' | 'secret' | 'manifest'> {
  label: string;
  pieces: (putFile: PutFile) => AsyncGenerator<Piece>;
}

/** The newest backup of a folder or bucket, or the newest that is not later than `--at`. */
async function readMoment(place: string, { env, options, progress }: CommandCall): Promise<Backup> {
  const { passphrase } = readSettings(env, false).backups;
  const isBucket = place.startsWith('s3:');
  const folder = path.resolve(isBucket ? '' : place);
  const repository = await openRepository({ folder, url: isBucket ? place : null, passphrase });
  const at = String(options.at ?? '9999').replaceAll(':', '-');
  const names = await repository.moments();
  const name = names.find((each) => each.slice('moments/'.length, 'moments/'.length + at.length) <= at);
  if (!name)
    throw new CommandError(
      `There is no backup in ${repository.label}${names.length > 0 ? `; the first is ${names.at(-1)}` : ''}.`,
    );
  const moment = await repository.readMoment(name);
  assertRestorable(moment.about);
  if (options.check) {
    progress.begin('Checking the backup');
    assertPacked(await sumsOf({ ...moment.about, pieces: () => repository.pieces(moment) }), moment.manifest);
  }
  return {
    ...moment,
    label: `${repository.label} ${name}`,
    pieces: (putFile) => repository.pieces(moment, putFile),
  };
}

function assertRestorable({ format: needed, migrations, version }: BackupInfo): void {
  if (needed > format || ['newer', 'other'].includes(statusOfMigrations(migrations)))
    throw new CommandError(`Version ${version} made this backup. Restore it with that version, or a newer one.`);
}

/** Reads the whole archive, and with it its hash. */
async function readArchive(file: string, { progress }: CommandCall): Promise<Backup> {
  const archive = path.resolve(file);
  progress.begin('Checking the backup, in bytes', statSync(archive, { throwIfNoEntry: false })?.size);
  const parts: Record<string, string> = {};
  for await (const { name, body } of entriesOf(archive, progress))
    if (!name.includes('/')) parts[name] = await text(body);
  const { 'about.json': about = '', 'manifest.json': manifest = '', secret = '' } = parts;
  if (!about || !manifest) throw new CommandError(`${archive} is no backup of this program.`);
  const info: BackupInfo = JSON.parse(about);
  assertRestorable(info);
  const pieces = (putFile: PutFile) => piecesIn(archive, putFile);
  return { label: archive, about: info, secret, manifest: JSON.parse(manifest), pieces };
}

async function restoreInto(
  { env, progress }: CommandCall,
  { about, secret, manifest, pieces }: Backup,
  onRestore: OnRestore,
): Promise<void> {
  // The backup's secret is written later, so none is made here.
  const settings = readSettings(env, false);
  const folder = settings.dataDir;
  assertOwnFolder(folder);
  const hadFolder = existsSync(folder);
  makeDataFolder(folder);
  const files = await openFileStore(settings);
  const secretFile = path.join(folder, 'secret');
  const secretIsUnused = !settings.databaseUrl && hasOnlyUnfinished(folder);
  /** What this restore created, so that a failure removes nothing else. */
  const created: string[] = [];
  let wroteSecret = false;

  const putFile: PutFile = async (stored, body) => {
    if (created.length === 0) progress.begin('Files', about.files);
    if ((await files.size(stored)) === null) created.push(stored);
    await files.putStream(body, async () => stored);
    progress.add();
  };
  const source: Snapshot = { ...about, pieces: () => pieces(putFile) };
  try {
    await assertEmpty(settings);
    if (!secretIsUnused || env.SECRET) assertSecret(secret, env.SECRET, secretFile);
    await fillStore(settings, source, progress, async (transaction, sums, dataDir) => {
      assertPacked(sums, manifest);
      await createRestoreDetection(transaction, dataDir, onRestore).markRestored(transaction);
      const after = { made_at: about.made_at, version: about.version };
      await recordChange(transaction, 'command', {
        action: 'restore',
        kind: 'store',
        recordId: 0,
        after,
      });
      // A start may have written its own meanwhile.
      if (env.SECRET || (readSecret(secretFile) && !secretIsUnused))
        return assertSecret(secret, env.SECRET, secretFile);
      if (!existsSync(secretFile)) writeFileSync(secretFile, '', { flag: 'wx', mode: 0o600 });
      wroteSecret = true;
      writeFileSync(secretFile, secret, { flush: true });
      syncFolder(folder);
    });
  } catch (error) {
    if (wroteSecret) rmSync(secretFile, { force: true });
    for (const stored of created) await files.delete(stored).catch(() => undefined);
    const folders = created.length > 0 ? ['files/pictures', 'files/downloads', 'files/unfinished', 'files'] : [];
    for (const name of hadFolder ? folders : [...folders, '']) removeIfEmpty(path.join(folder, name));
    throw error;
  }
}

async function* piecesIn(archive: string, putFile: PutFile): AsyncGenerator<Piece> {
  for await (const { name, body } of entriesOf(archive)) {
    const [, table] = /^database\/([a-z_]+)\/\d{5,}\.jsonl\.gz$/.exec(name) ?? [];
    // Names of another form could lie outside of the folder for files.
    const [, stored] = /^files\/((?:pictures|downloads)\/[A-Za-z0-9][A-Za-z0-9._-]*)$/.exec(name) ?? [];
    if (stored) await putFile(stored, body);
    if (table)
      yield {
        table,
        lines: String(gunzipSync(await buffer(body)))
          .trimEnd()
          .split('\n'),
      };
  }
}

/** A secret encrypts nothing where else is only what a killed restore leaves. */
function hasOnlyUnfinished(folder: string): boolean {
  const names = readdirSync(folder).filter((name) => name !== 'secret');
  return names.includes(unfinishedStore) && names.every((name) => name.startsWith(unfinishedStore));
}

/** @throws {CommandError} if this place uses another secret, which could not decrypt what the backup holds */
function assertSecret(secret: string, given: string | undefined, file: string): void {
  const current = given || readSecret(file) || secret;
  if (current === secret) return;
  throw new CommandError(
    `${given ? 'SECRET' : file} is not the secret of the backup: passwords that it sealed could not be read. Take it away; the backup has its own.`,
  );
}

/** Empty also where the process that made the file was killed before it wrote. */
function readSecret(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is missing or not empty.
  }
}
