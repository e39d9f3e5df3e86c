import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type DecipherGCM,
  randomBytes,
  scryptSync,
} from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { freeSpace, lowSpace, makeDataFolder } from '#platform/data-directory.server.ts';
import { dayInDhaka } from '#platform/dhaka.server.ts';
import { FileStoreError } from '#platform/errors.server.ts';
import { type FileStore, openFilesIn } from '#platform/files/file-store.server.ts';
import type { OpenFile } from '#platform/files/keeper.server.ts';
import { CommandError } from './command.server.ts';
import { type BackupInfo, filesOf, hasFiles, type Manifest, openStored, type StoredFile } from './pack.server.ts';
import type { Piece } from './snapshot.server.ts';

/** A backup in a repository: what an archive has, but for the rows and files, which lie beside it. */
export interface Moment {
  about: BackupInfo;
  secret: string;
  manifest: Manifest;
  rows: { table: string; hash: string }[];
  /** Of the rows, as text. */
  bytes: number;
}

export type PutFile = (stored: string, body: AsyncIterable<Uint8Array>) => Promise<void>;

export interface BackupPlace {
  folder: string;
  /** Of a bucket; `folder` then has only what is on its way. */
  url: string | null;
  passphrase: string | null;
}

const hour = 3_600_000;

export type Repository = Awaited<ReturnType<typeof openRepository>>;

/**
 * Hourly backups in a folder or bucket. Content is stored once, however many backups have it: pieces of rows as
 * `rows/HASH`, files as `files/NAME`, whose content never changes. `moments/TIME-HASH` lists the pieces of a backup.
 * With a passphrase all that is encrypted, and its names end with the id of the key. Who writes holds the lock of backups.
 */
export async function openRepository({ folder, url, passphrase }: BackupPlace, isWriter = false) {
  const label = url?.replace(/\?.*/s, '') ?? folder;
  if (isWriter) makeDataFolder(folder);
  const files = await openFilesIn(folder, url);
  const salt = (await files.bytes('salt')) ?? randomBytes(16);
  if (isWriter) await files.put('salt', salt);
  const key = passphrase === null ? null : scryptSync(passphrase, salt, 32, scryptCost);
  const ownSuffix = key ? `.aes-${createHmac('sha256', key).update('id').digest('hex').slice(0, 16)}` : '';
  if (isWriter) await files.sweepUnfinished(0);
  const known = new Set(isWriter ? await contents() : []);
  return { label, moments, readMoment, pieces, putPiece, putFile, putMoment, trim };

  /** The newest first. @throws {CommandError} if there are backups, but under another key */
  async function moments(): Promise<string[]> {
    const all = await files.list('moments');
    const own = all.filter((name) => suffixIn(name) === ownSuffix);
    if (own.length === 0 && all.length > 0)
      throw new CommandError(
        key
          ? 'BACKUP_PASSPHRASE is not the one that these backups were made with.'
          : 'These backups are encrypted: set BACKUP_PASSPHRASE.',
      );
    return own.map(withoutSuffix).sort().reverse();
  }

  async function readMoment(name: string): Promise<Moment> {
    return JSON.parse(await readText(name, name.slice(-16)));
  }

  /** All rows; afterwards every file is read and compared. @throws {CommandError} if one is missing or damaged */
  async function* pieces({ rows, manifest }: Moment, putFile: PutFile = drain): AsyncGenerator<Piece> {
    const stored: StoredFile[] = [];
    for (const { table, hash } of rows) {
      const piece = await readPiece(table, hash);
      stored.push(...filesOf(piece));
      yield piece;
    }
    for (const file of stored) {
      if (manifest.missing.includes(file.label)) continue;
      const opened = await openStored({ open: (name) => open(nameOf(name)) }, file);
      if (opened) await putFile(file.stored, opened.body);
      if (!opened?.isWhole()) throw damage(nameOf(file.stored));
    }
  }

  async function putPiece({ table, lines }: Piece): Promise<Moment['rows'][number]> {
    const rows = lines.join('\n');
    const hash = hashOf(rows);
    if (!known.has(`rows/${hash}${ownSuffix}`)) await put(`rows/${hash}`, [gzipSync(rows)]);
    return { table, hash };
  }

  /** False if it is missing or damaged. */
  async function putFile(source: FileStore, file: StoredFile): Promise<boolean> {
    const name = nameOf(file.stored);
    if (known.has(name + ownSuffix)) return true;
    const opened = await openStored(source, file);
    if (opened) await put(name, opened.body);
    const isWhole = opened?.isWhole() ?? false;
    if (!isWhole) await files.delete(name + ownSuffix);
    return isWhole;
  }

  async function putMoment(moment: Moment): Promise<void> {
    const json = JSON.stringify(moment);
    const time = moment.about.made_at.replaceAll(/[:.]/g, '-');
    await put(`moments/${time}-${hashOf(json).slice(0, 16)}`, [gzipSync(json)]);
  }

  /**
   * Keeps the newest backup, all of 48 hours and the last of each day for 14 days, and what these have. What is under
   * another key stays until the last backup with it is gone.
   */
  async function trim(now: Date): Promise<void> {
    const days = new Set<string>();
    const kept: string[] = [];
    const names = (await files.list('moments')).sort().reverse();
    for (const name of names) {
      const time = new Date(name.replace(/^moments\/(.{13})-(..)-(..)-.*/s, '$1:$2:$3Z'));
      const [day, age] = [dayInDhaka(time), now.getTime() - time.getTime()];
      const isKept = days.size === 0 || age < 48 * hour || (age < 14 * 24 * hour && !days.has(day));
      days.add(day);
      if (isKept) kept.push(name);
      else await files.delete(name);
    }
    if (kept.length < names.length) await sweep(new Set(kept.map(suffixIn)));
  }

  async function sweep(suffixes: Set<string>): Promise<void> {
    const used = await usedNames();
    for (const name of await contents()) {
      const suffix = suffixIn(name);
      const isUsed = suffix === ownSuffix ? used.has(withoutSuffix(name)) : suffixes.has(suffix);
      if (!isUsed) await files.delete(name);
    }
  }

  async function usedNames(): Promise<Set<string>> {
    const tables = new Map<string, string>();
    for (const moment of await moments())
      for (const { table, hash } of (await readMoment(moment)).rows) tables.set(hash, table);
    const used = new Set([...tables.keys()].map((hash) => `rows/${hash}`));
    for (const [hash, table] of tables)
      if (hasFiles(table)) for (const { stored } of filesOf(await readPiece(table, hash))) used.add(nameOf(stored));
    return used;
  }

  async function contents(): Promise<string[]> {
    return [...(await files.list('rows')), ...(await files.list('files'))];
  }

  async function put(name: string, body: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<void> {
    if ((await freeSpace(folder)) < (url ? lowSpace.now : lowSpace.soon))
      throw new CommandError(`Too little space is left where ${folder} is.`);
    const bytes = key ? encrypt(body, key, name) : body;
    await files.putStream(Readable.from(bytes), async () => name + ownSuffix);
  }

  async function open(name: string): Promise<OpenFile | null> {
    const file = await files.open(name + ownSuffix);
    if (!file || !key) return file;
    return { ...file, stream: Readable.from(decrypt(file.stream, key, { name, damage: damage(name) })) };
  }

  async function readPiece(table: string, hash: string): Promise<Piece> {
    return { table, lines: (await readText(`rows/${hash}`, hash)).split('\n') };
  }

  async function readText(name: string, hash: string): Promise<string> {
    try {
      const file = await open(name);
      const text = file ? String(gunzipSync(await buffer(file.stream))) : '';
      if (hashOf(text).startsWith(hash)) return text;
    } catch (error) {
      if (error instanceof FileStoreError) throw error;
    }
    throw damage(name);
  }

  /** With a key nobody can find out by the name what is in it. */
  function hashOf(text: string): string {
    return (key ? createHmac('sha256', key) : createHash('sha256')).update(text).digest('hex');
  }

  function damage(name: string): CommandError {
    const file = `${name}${ownSuffix} in ${label}`;
    return new CommandError(`${file} is missing or damaged, and with it the backups that have it.`);
  }
}

const drain: PutFile = async (_, body) => {
  for await (const __ of body);
};

/** Of a stored file, such as `downloads/KEY`. A bucket may have the files of the site too. */
function nameOf(stored: string): string {
  return `files/${stored.replace('/', '-')}`;
}

function suffixIn(name: string): string {
  return /\.aes-[0-9a-f]{16}$/.exec(name)?.[0] ?? '';
}

function withoutSuffix(name: string): string {
  return name.slice(0, name.length - suffixIn(name).length);
}

const scryptCost = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 };
const algorithm = 'aes-256-gcm';
const [ivSize, tagSize] = [12, 16];

/** IV, encrypted bytes, tag. The name is authenticated too, so that nothing can take the place of another. */
async function* encrypt(
  body: AsyncIterable<Uint8Array> | Uint8Array[],
  key: Buffer,
  name: string,
): AsyncGenerator<Uint8Array> {
  const iv = randomBytes(ivSize);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(name));
  yield iv;
  for await (const chunk of body) yield cipher.update(chunk);
  cipher.final();
  yield cipher.getAuthTag();
}

/** What it yields is proven only at the end. @throws `damage` there, if a byte was changed */
async function* decrypt(
  body: AsyncIterable<Uint8Array>,
  key: Buffer,
  { name, damage }: { name: string; damage: Error },
): AsyncGenerator<Uint8Array> {
  let decipher: DecipherGCM | null = null;
  let held = Buffer.alloc(0);
  for await (const chunk of body) {
    held = Buffer.concat([held, chunk]);
    if (!decipher && held.length < ivSize + tagSize) continue;
    if (!decipher) {
      decipher = createDecipheriv(algorithm, key, held.subarray(0, ivSize)).setAAD(Buffer.from(name));
      held = held.subarray(ivSize);
    }
    yield decipher.update(held.subarray(0, -tagSize));
    held = held.subarray(-tagSize);
  }
  try {
    decipher?.setAuthTag(held).final();
  } catch {
    throw damage;
  }
}
