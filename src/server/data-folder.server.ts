import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';

const database = 'prangon.sqlite';
/** What tells secrets, or is written by whom may change what is believed. */
const privateFiles = [database, `${database}-wal`, `${database}-shm`, 'secret', 'mail-mark'];

/** Makes the data folder where it is missing. It is for its owner's eyes alone, also where it stood open until now. */
export function makeDataFolder(folder: string): void {
  const highest = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (highest) for (let at = folder; at.length >= highest.length; at = path.dirname(at)) syncFolder(path.dirname(at));
  close(folder, 0o700);
  for (const name of privateFiles) close(path.join(folder, name), 0o600);
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

/** Waits until the list of a folder's files is on the disk. */
export function syncFolder(folder: string): void {
  const list = openSync(folder, 'r');
  try {
    fsyncSync(list);
  } finally {
    closeSync(list);
  }
}
