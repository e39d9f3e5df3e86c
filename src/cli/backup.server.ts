import { statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CommandCall, ExitOutcome } from './command.server.ts';
import { type OpenStore, withStore } from './open-store.server.ts';
import { type ArchiveEntry, backupInfo, entriesOf, type Manifest, writeArchive } from './portable/archive.server.ts';
import { rowsIn, type Snapshot, sumsOf, withSnapshot } from './portable/snapshot.server.ts';
import { filesOf, openStored, type StoredFile } from './portable/stored-files.server.ts';

/** As of one snapshot, while the server runs. A missing file exits with 1: nobody reads the output of nightly jobs. */
export async function backup({ env, words: [file = ''], progress }: CommandCall): Promise<ExitOutcome> {
  const place = path.resolve(file);
  const { rows, files, missing } = await withStore(env, (store) =>
    withSnapshot(store.settings, {}, (snapshot) =>
      writeArchive(place, (add) => packStore(store, snapshot, { add, progress })),
    ),
  );
  progress.begin('Reading it once more');
  for await (const _ of entriesOf(place));
  const { size: bytes } = statSync(place);
  const lines = [
    `${place}: ${rows} rows and ${files} files in ${sizeInWords(bytes)}. It has the secret too: keep it where nobody else reads it.`,
    ...missing.map((name) => `Missing or not as it was stored: ${name}. \`prangon verify\` says more.`),
  ];
  return { facts: { file: place, rows, files, bytes, missing }, text: lines.join('\n'), failed: missing.length > 0 };
}

async function packStore({ settings, files }: OpenStore, snapshot: Snapshot, { add, progress }: Packing) {
  const about = backupInfo(settings.databaseUrl, snapshot);
  await add(entryOf('about.json', asJson(about)));
  await add(entryOf('secret', settings.secret));

  const stored: StoredFile[] = [];
  let count = 0;
  progress.begin('Rows', rowsIn(snapshot));
  const tables = await sumsOf(snapshot, async (piece) => {
    const name = `database/${piece.table}/${String(++count).padStart(5, '0')}.jsonl.gz`;
    await add(entryOf(name, gzipSync(`${piece.lines.join('\n')}\n`)));
    stored.push(...filesOf(piece));
    progress.add(piece.lines.length);
  });

  // After the rows: a file exists before the row that names it, and never changes.
  progress.begin('Files', stored.length);
  const missing: string[] = [];
  for (const file of stored) {
    const opened = await openStored(files, file);
    if (opened) await add({ name: `files/${file.stored}`, ...opened });
    if (!opened?.isWhole()) missing.push(file.label);
    progress.add();
  }
  const manifest: Manifest = { tables, missing };
  await add(entryOf('manifest.json', asJson(manifest)));
  return { rows: rowsIn(snapshot), files: stored.length, missing };
}

interface Packing {
  add: (entry: ArchiveEntry) => Promise<void>;
  progress: CommandCall['progress'];
}

function entryOf(name: string, text: string | Uint8Array): ArchiveEntry {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, body: [bytes] };
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

function sizeInWords(bytes: number): string {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 2 ** 10)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
