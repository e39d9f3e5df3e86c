import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { StoreMark } from '#mail/sending-state.server.ts';
import { recordChange } from '#server/audit.server.ts';
import { syncFolder } from '#server/data-folder.server.ts';
import { standOfMigrations } from '#server/database/migrate.server.ts';
import { type FileStore, openFileStore } from '#server/files/file-store.server.ts';
import { readSettings } from '#server/settings.server.ts';
import { onOtherStore } from '../../other-store.server.ts';
import { type Call, type Outcome, Refused } from '../command.server.ts';
import { fillStore, refuseForeignFolder, refuseTaken, type Source } from '../portable/fill.server.ts';
import { differing, rowsIn } from '../portable/snapshot.server.ts';
import type { Progress } from '../progress.server.ts';
import { checkArchive, type Entry, entriesOf, passing } from './archive.server.ts';
import { type About, format, type Manifest, names, storedNameOf, tableOf } from './format.server.ts';

const unpack = promisify(gunzip);

export async function restore({ env, words: [file = ''], options, progress }: Call): Promise<Outcome> {
  const archive = path.resolve(file);
  const size = (await stat(archive).catch(() => null))?.size ?? 0;
  progress.begin('Checking the backup, in bytes', size);
  await checkArchive(archive, (count) => progress.add(count));
  const about = await aboutOf(archive);
  const { version, made_at, database } = about;
  const facts = { file: archive, version, made_at, database, rows: rowsIn(about), files: about.files };
  const of = `${facts.rows} rows and ${facts.files} files, made at ${made_at} by version ${version}`;
  if (options.check) return { facts, text: `${archive} is whole: ${of}.` };
  await restoreInto(env, archive, about, progress);
  const text = [
    `Restored: ${of}.`,
    'Everybody signs in again. Sending of mails is paused until somebody decides on the screen Outbox what still goes out.',
  ];
  return { facts, text: text.join('\n') };
}

async function aboutOf(archive: string): Promise<About> {
  for await (const { name, body } of entriesOf(archive)) {
    if (name !== names.about) break;
    const about = JSON.parse(String(await buffer(body))) as About;
    if (about.format > format || ['newer', 'other'].includes(standOfMigrations(about.migrations)))
      throw new Refused(`Version ${about.version} made this backup. Restore it with that version, or a newer one.`);
    return about;
  }
  throw new Refused(`${archive} is no backup of this program.`);
}

async function restoreInto(env: Call['env'], archive: string, about: About, progress: Progress): Promise<void> {
  const folder = path.resolve(env.DATA_DIR || './data');
  refuseForeignFolder(folder);
  const hadFolder = existsSync(folder);
  // With SECRET set, `readSettings` creates no secret file; the backup's secret is written there later.
  const settings = readSettings({ ...env, SECRET: env.SECRET || 'no secret is needed to restore a backup' });
  const restoring = new Restoring(settings.dataDir, env.SECRET || null, await openFileStore(settings), progress);
  try {
    await refuseTaken(settings);
    const pieces = restoring.pieces(entriesOf(archive));
    const source: Source = { migrations: about.migrations, tables: about.tables, pieces };
    progress.begin('Rows', rowsIn(about));
    await fillStore(settings, source, {
      check: (sums) => restoring.check(sums),
      onCompare: () => progress.begin('Reading the rows once more'),
      finish: async (transaction, dataDir) => {
        await new StoreMark(transaction, dataDir, onOtherStore).markRestored(transaction);
        await recordChange(transaction, 'command', {
          ...{ action: 'restore', kind: 'store', recordId: 0 },
          ...{ before: null, after: { made_at: about.made_at, version: about.version } },
        });
        await restoring.keepSecret();
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
  readonly #givenSecret: string | null;
  readonly #files: FileStore;
  readonly #progress: Progress;
  readonly #entries: Manifest['entries'] = {};
  readonly #put: string[] = [];
  #manifest: Manifest | null = null;
  #secret = '';
  #wroteSecret = false;

  constructor(dataDir: string, givenSecret: string | null, files: FileStore, progress: Progress) {
    this.#dataDir = dataDir;
    this.#givenSecret = givenSecret;
    this.#files = files;
    this.#progress = progress;
  }

  /** Yields the rows; stored files, secret and manifest are handled on the way. */
  async *pieces(entries: AsyncIterable<Entry>): Source['pieces'] {
    let fileCount = 0;
    for await (const { name, body } of entries) {
      const hash = createHash('sha256');
      const bytes = passing(body, (piece) => hash.update(piece));
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
      ...differing(sums, tables),
      ...Object.keys(entries).filter((name) => entries[name] !== this.#entries[name]),
    ];
    if (wrong.length > 0) throw new Error(`These parts of the backup are not as they were packed: ${wrong.join(', ')}`);
  }

  async keepSecret(): Promise<void> {
    if (this.#givenSecret !== null || existsSync(this.#secretFile())) return;
    await writeFile(this.#secretFile(), this.#secret, { flag: 'wx', mode: 0o600, flush: true });
    this.#wroteSecret = true;
    syncFolder(this.#dataDir);
  }

  /** Removes only what this restore created. */
  async undo(): Promise<void> {
    if (this.#wroteSecret) rmSync(this.#secretFile(), { force: true });
    if (this.#put.length === 0) return;
    for (const stored of this.#put) await this.#files.delete(stored).catch(() => undefined);
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

  /** @throws {Refused} if this place uses another secret, which could not decrypt what the backup holds */
  #takeSecret(secret: string): void {
    this.#secret = secret;
    const here = existsSync(this.#secretFile()) ? readFileSync(this.#secretFile(), 'utf8').trim() : null;
    const used = this.#givenSecret ?? here;
    if (used === null || used === secret) return;
    const where = this.#givenSecret === null ? this.#secretFile() : 'SECRET';
    throw new Refused(
      `${where} is not the secret of the backup: passwords that it sealed could not be read. Take it away; the backup has its own.`,
    );
  }

  async #putFile(stored: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    if ((await this.#files.size(stored)) === null) this.#put.push(stored);
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
