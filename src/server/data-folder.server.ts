import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';

const database = 'prangon.sqlite';
/** Where the command fills a database before it has its name. */
export const unfinishedStore = 'unfinished-store';
/** What tells secrets, or is written by whom may change what is believed. */
const privateFiles = [database, `${database}-wal`, `${database}-shm`, 'secret', 'mail-mark'];

/** Makes the data folder where it is missing. It is for its owner's eyes alone, also where it stood open until now. */
export function makeDataFolder(folder: string): void {
  makeFolders(folder);
  close(folder, 0o700);
  for (const name of privateFiles) close(path.join(folder, name), 0o600);
}

/** One by one: Node's own `recursive` never returns where the system says ENOENT, as below /proc. */
function makeFolders(folder: string): void {
  if (isFolder(folder)) return;
  makeFolders(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another start made it just now.
    if (!isFolder(folder)) throw error;
  }
  syncFolder(path.dirname(folder));
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The file of the embedded database, empty where it is missing. */
export function makeDatabaseFile(folder: string): string {
  const file = path.join(folder, database);
  closeSync(openSync(file, 'a', 0o600));
  return file;
}

function close(place: string, mode: number): void {
  try {
    chmodSync(place, mode);
  } catch {
    // It is missing, on a disk that can't be written, or another user's: then that user decides.
  }
}

/**
 * Whether a restore or a move into the folder was broken off, or is on its way: a start would put a new store in the
 * place of the one that was meant.
 */
export function isHalfFilled(folder: string): boolean {
  const file = statSync(path.join(folder, database), { throwIfNoEntry: false });
  return isFolder(path.join(folder, unfinishedStore)) && !file?.size;
}

/** Waits until the list of a folder's files is on the disk. */
export function syncFolder(folder: string): void {
  const list = openSync(folder, 'r');
  try {
    fsyncSync(list);
  } finally {
    closeSync(list);
  }
}
