import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { makeDatabaseFile, syncFolder } from './data-directory.server.ts';

/** In DATA_DIR during `prangon update`: what it and the servers that it starts leave for each other. */
export function updateFiles(dataDir: string) {
  const folder = path.join(dataDir, 'update');
  return {
    folder,
    /** Version of the last server that could serve. */
    started: path.join(folder, 'started'),
    /** The SQLite database as it was before the migrations. */
    copy: path.join(folder, 'before.sqlite'),
    /** The same, once the new version has served: going back would lose what was written since. */
    servedCopy: path.join(folder, 'before-served.sqlite'),
    /** The same, once the next start shall put it back. */
    putBack: path.join(folder, 'put-back.sqlite'),
  };
}

export async function copyBeforeMigration(dataDir: string): Promise<void> {
  const { folder, copy } = updateFiles(dataDir);
  if (!existsSync(folder)) return;
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  const source = new DatabaseSync(makeDatabaseFile(dataDir), { readOnly: true });
  await backup(source, unfinished).finally(() => source.close());
  renameSync(unfinished, copy);
  syncFolder(folder);
}

/** Runs before the database is opened; a start that is cut off here does it again. */
export function putCopyBack(dataDir: string): void {
  const { folder, putBack } = updateFiles(dataDir);
  if (!existsSync(putBack)) return;
  const file = makeDatabaseFile(dataDir);
  for (const log of ['-wal', '-shm']) rmSync(`${file}${log}`, { force: true });
  syncFolder(dataDir);
  // Into the same file: another one would be taken for a restored backup.
  copyFileSync(putBack, file);
  const written = openSync(file, 'r+');
  fsyncSync(written);
  closeSync(written);
  rmSync(putBack);
  syncFolder(folder);
}

export function announceStart(dataDir: string, version: string): void {
  const { folder, started, copy, servedCopy } = updateFiles(dataDir);
  if (!existsSync(folder)) return;
  if (existsSync(copy)) renameSync(copy, servedCopy);
  writeFileSync(started, version);
}
