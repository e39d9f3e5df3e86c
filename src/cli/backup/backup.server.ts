import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileStore } from '#platform/files/file-store.server.ts';
import type { CommandCall, ExitOutcome } from '../command.server.ts';
import { withStore } from '../open-store.server.ts';
import { withSnapshot } from '../portable/open-snapshot.server.ts';
import { RowTally, rowsIn, type Snapshot, type Sums, type Table } from '../portable/snapshot.server.ts';
import type { Progress } from '../progress.server.ts';
import { sizeInWords } from '../size-in-words.ts';
import { fileOf, type StoredFile } from '../stored-files.server.ts';
import { programVersion } from '../version.server.ts';
import { type ArchiveEntry, ArchiveWriter, checkArchive, tapBytes } from './archive.server.ts';
import { type BackupInfo, fileName, format, type Manifest, names, rowsName } from './format.server.ts';

/** Approximate length of one chunk of rows, in characters; it bounds memory on both sides. */
const pieceSize = 4_000_000;

const squeeze = promisify(gzip);

/** As of one snapshot, while the server runs. A missing file exits with 1: nobody reads the output of nightly jobs. */
export async function backup({ env, words: [file = ''], progress }: CommandCall): Promise<ExitOutcome> {
  const place = path.resolve(file);
  const summary = await withStore(env, async ({ settings, files }) => {
    const writer = await ArchiveWriter.begin(place);
    try {
      const written = await withSnapshot(settings, {}, (snapshot) => {
        const packing = new Packing(writer, snapshot, progress);
        return packing.pack(settings.secret, settings.databaseUrl ? 'postgres' : 'sqlite', files);
      });
      await writer.finish();
      return { ...written, bytes: writer.bytes };
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  });
  progress.begin('Reading it once more');
  await checkArchive(place, () => undefined);
  const { rows, files, missing, bytes } = summary;
  const lines = [
    `${place}: ${rows} rows and ${files} files in ${sizeInWords(bytes)}. It has the secret too: keep it where nobody else reads it.`,
    ...missing.map((name) => `Missing or not as it was stored: ${name}. \`prangon verify\` says more.`),
  ];
  return { facts: { file: place, rows, files, bytes, missing }, text: lines.join('\n'), failed: missing.length > 0 };
}

class Packing {
  readonly #writer: ArchiveWriter;
  readonly #snapshot: Snapshot;
  readonly #progress: Progress;
  readonly #entries: Manifest['entries'] = {};
  readonly #stored: StoredFile[] = [];

  constructor(writer: ArchiveWriter, snapshot: Snapshot, progress: Progress) {
    this.#writer = writer;
    this.#snapshot = snapshot;
    this.#progress = progress;
  }

  async pack(secret: string, database: BackupInfo['database'], files: FileStore) {
    const { migrations, tables } = this.#snapshot;
    const counted = tables.filter(({ name }) => name === 'pictures' || name === 'files');
    const about: BackupInfo = {
      format,
      version: programVersion(),
      made_at: new Date().toISOString(),
      database,
      migrations,
      files: rowsIn({ tables: counted }),
      tables: tables.map(({ name, columns, rows, lastId }) => ({ name, columns, rows, lastId })),
    };
    await this.#add(entryOf(names.about, asJson(about)));
    await this.#add(entryOf(names.secret, Buffer.from(secret)));

    const sums: Sums = {};
    this.#progress.begin('Rows', rowsIn(this.#snapshot));
    for (const table of tables) sums[table.name] = await this.#addRows(table);
    this.#progress.begin('Files', about.files);
    const missing = await this.#addFiles(files);
    const manifest: Manifest = { tables: sums, entries: this.#entries, missing };
    await this.#writer.add(entryOf(names.manifest, asJson(manifest)));
    return { rows: rowsIn(about), files: this.#stored.length, missing };
  }

  async #addRows(table: Table) {
    const tally = new RowTally();
    let lines: string[] = [];
    let letters = 0;
    let number = 0;
    const pack = async () => {
      if (lines.length === 0) return;
      await this.#add(entryOf(rowsName(table.name, ++number), await squeeze(`${lines.join('\n')}\n`)));
      [lines, letters] = [[], 0];
    };
    for await (const rows of this.#snapshot.rows(table)) {
      const batch = rows.map((row) => JSON.stringify(row));
      tally.add(batch);
      lines.push(...batch);
      letters += batch.reduce((sum, line) => sum + line.length, 0);
      this.#stored.push(...rows.flatMap((row) => fileOf(table.name, row) ?? []));
      this.#progress.add(rows.length);
      if (letters > pieceSize) await pack();
    }
    await pack();
    return tally.sum();
  }

  /** After the rows: a file exists before the row that names it, and never changes. */
  async #addFiles(files: FileStore): Promise<string[]> {
    const missing: string[] = [];
    for (const { stored, name, check } of this.#stored) {
      const file = await files.open(stored);
      const { add, isWhole } = check();
      if (file) await this.#add({ name: fileName(stored), size: file.size, body: tapBytes(file.stream, add) });
      if (!file || !isWhole()) missing.push(name);
      this.#progress.add();
    }
    return missing;
  }

  async #add(entry: ArchiveEntry): Promise<void> {
    const hash = createHash('sha256');
    await this.#writer.add({ ...entry, body: tapBytes(entry.body, (piece) => hash.update(piece)) });
    this.#entries[entry.name] = hash.digest('hex');
  }
}

function entryOf(name: string, bytes: Uint8Array): ArchiveEntry {
  return { name, size: bytes.length, body: Readable.from([bytes]) };
}

function asJson(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}
