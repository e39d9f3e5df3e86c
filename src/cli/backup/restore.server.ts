import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { onRestore } from '#app.server.ts';
import { recordChange } from '#cms/audit/audit.server.ts';
import { RestoreDetection } from '#mail/sending-state.server.ts';
import { syncFolder } from '#platform/data-folder.server.ts';
import { standOfMigrations } from '#platform/database/migrate.server.ts';
import { type FileStore, openFileStore } from '#platform/files/file-store.server.ts';
import { readSettings } from '#platform/settings/settings.server.ts';
import { type CommandCall, CommandError, type ExitOutcome } from '../command.server.ts';
import { assertEmpty, assertOwnFolder, fillStore, type Source } from '../portable/fill.server.ts';
import { differingTables, rowsIn } from '../portable/snapshot.server.ts';
import type { Progress } from '../progress.server.ts';
import { type ArchiveEntry, checkArchive, entriesOf, tapBytes } from './archive.server.ts';
import { type BackupInfo, format, type Manifest, names, storedNameOf, tableOf } from './format.server.ts';

const unpack = promisify(gunzip);

export async function restore({ env, words: [file = ''], options, progress }: CommandCall): Promise<ExitOutcome> {
  const archive = path.resolve(file);
  const size = (await stat(archive).catch(() => null))?.size ?? 0;
  progress.begin('Checking the backup, in bytes', size);
  await checkArchive(archive, (count) => progress.add(count));
  const about = await aboutOf(archive);
  const { version, made_at, database } = about;
  const facts = { file: archive, version, made_at, database, rows: rowsIn(about), files: about.files };
  const description = `${facts.rows} rows and ${facts.files} files, made at ${made_at} by version ${version}`;
  if (options.check) return { facts, text: `${archive} is whole: ${description}.` };
  await restoreInto(env, archive, about, progress);
  const text = [
    `Restored: ${description}.`,
    'Everybody signs in again. Sending of mails is paused until somebody decides on the screen Outbox what still goes out.',
  ];
  return { facts, text: text.join('\n') };
}

async function aboutOf(archive: string): Promise<BackupInfo> {
  for await (const { name, body } of entriesOf(archive)) {
    if (name !== names.about) break;
    const about = JSON.parse(String(await buffer(body))) as BackupInfo;
    if (about.format > format || ['newer', 'other'].includes(standOfMigrations(about.migrations)))
      throw new CommandError(
        `Version ${about.version} made this backup. Restore it with that version, or a newer one.`,
      );
    return about;
  }
  throw new CommandError(`${archive} is no backup of this program.`);
}

async function restoreInto(
  env: CommandCall['env'],
  archive: string,
  about: BackupInfo,
  progress: Progress,
): Promise<void> {
  const folder = path.resolve(env.DATA_DIR || './data');
  assertOwnFolder(folder);
  const hadFolder = existsSync(folder);
  // With SECRET set, `readSettings` creates no secret file; the backup's secret is written there later.
  const settings = readSettings({ ...env, SECRET: env.SECRET || 'no secret is needed to restore a backup' });
  const restoring = new Restoring(settings.dataDir, env.SECRET || null, await openFileStore(settings), progress);
  try {
    await assertEmpty(settings);
    const pieces = restoring.pieces(entriesOf(archive));
    const source: Source = { migrations: about.migrations, tables: about.tables, pieces };
    progress.begin('Rows', rowsIn(about));
    await fillStore(settings, source, {
      check: (sums) => restoring.check(sums),
      onCompare: () => progress.begin('Reading the rows once more'),
      finish: async (transaction, dataDir) => {
        await new RestoreDetection(transaction, dataDir, onRestore).markRestored(transaction);
        await recordChange(transaction, 'command', {
          action: 'restore',
          kind: 'store',
          recordId: 0,
          before: null,
          after: { made_at: about.made_at, version: about.version },
        });
        await restoring.writeSecret();
      },
    });
  } catch (error) {
    await restoring.undo();
    if (!hadFolder) removeIfEmpty(folder);
    throw error;
  }
}

class Restoring {
  readonly #dataDir: string;
  readonly #envSecret: string | null;
  readonly #files: FileStore;
  readonly #progress: Progress;
  readonly #entries: Manifest['entries'] = {};
  readonly #createdFiles: string[] = [];
  #manifest: Manifest | null = null;
  #secret = '';
  #wroteSecret = false;

  constructor(dataDir: string, envSecret: string | null, files: FileStore, progress: Progress) {
    this.#dataDir = dataDir;
    this.#envSecret = envSecret;
    this.#files = files;
    this.#progress = progress;
  }

  /** Yields the rows; stored files, secret and manifest are handled on the way. */
  async *pieces(entries: AsyncIterable<ArchiveEntry>): Source['pieces'] {
    let fileCount = 0;
    for await (const { name, body } of entries) {
      const hash = createHash('sha256');
      const bytes = tapBytes(body, (piece) => hash.update(piece));
      const stored = storedNameOf(name);
      if (stored) {
        if (fileCount++ === 0) this.#progress.begin('Files');
        await this.#putFile(stored, bytes);
        this.#progress.add();
      } else yield* this.#take(name, await buffer(bytes));
      this.#entries[name] = hash.digest('hex');
    }
  }

  /** @throws if rows or entries differ from the manifest */
  check(sums: Manifest['tables']): void {
    if (!this.#manifest) throw new Error('The backup has no manifest.');
    const { tables, entries } = this.#manifest;
    const wrong = [
      ...differingTables(sums, tables),
      ...Object.keys(entries).filter((name) => entries[name] !== this.#entries[name]),
    ];
    if (wrong.length > 0) throw new Error(`These parts of the backup are not as they were packed: ${wrong.join(', ')}`);
  }

  async writeSecret(): Promise<void> {
    if (this.#envSecret !== null || existsSync(this.#secretFile())) return;
    await writeFile(this.#secretFile(), this.#secret, { flag: 'wx', mode: 0o600, flush: true });
    this.#wroteSecret = true;
    syncFolder(this.#dataDir);
  }

  /** Removes only what this restore created. */
  async undo(): Promise<void> {
    if (this.#wroteSecret) rmSync(this.#secretFile(), { force: true });
    if (this.#createdFiles.length === 0) return;
    for (const stored of this.#createdFiles) await this.#files.delete(stored).catch(() => undefined);
    const folder = path.join(this.#dataDir, 'files');
    for (const name of ['pictures', 'downloads', 'unfinished', '']) removeIfEmpty(path.join(folder, name));
  }

  async *#take(name: string, bytes: Buffer): Source['pieces'] {
    if (name === names.manifest) this.#manifest = JSON.parse(String(bytes)) as Manifest;
    if (name === names.secret) this.#takeSecret(String(bytes));
    const table = tableOf(name);
    if (!table) return;
    const lines = String(await unpack(bytes))
      .trimEnd()
      .split('\n');
    yield { table, lines };
    this.#progress.add(lines.length);
  }

  /** @throws {CommandError} if this place uses another secret, which could not decrypt what the backup holds */
  #takeSecret(secret: string): void {
    this.#secret = secret;
    const existing = existsSync(this.#secretFile()) ? readFileSync(this.#secretFile(), 'utf8').trim() : null;
    const current = this.#envSecret ?? existing;
    if (current === null || current === secret) return;
    const where = this.#envSecret === null ? this.#secretFile() : 'SECRET';
    throw new CommandError(
      `${where} is not the secret of the backup: passwords that it sealed could not be read. Take it away; the backup has its own.`,
    );
  }

  async #putFile(stored: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    if ((await this.#files.size(stored)) === null) this.#createdFiles.push(stored);
    await this.#files.putStream(body, async () => stored);
  }

  #secretFile(): string {
    return path.join(this.#dataDir, 'secret');
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is missing or not empty.
  }
}
