import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const database = 'prangon.sqlite';
export const unfinishedStore = 'unfinished-store';
/** Files with secrets, or that could be forged. */
const privateFiles = [database, `${database}-wal`, `${database}-shm`, 'secret', 'mail-mark'];

/** Creates the data folder and restricts it and its private files to the owner. */
export function makeDataFolder(folder: string): void {
  makeFolders(folder);
  restrictAccess(folder, 0o700);
  for (const name of privateFiles) restrictAccess(path.join(folder, name), 0o600);
}

/** One level at a time: `mkdir` with `recursive` never returns where the system says ENOENT, as below /proc. */
function makeFolders(folder: string): void {
  if (isFolder(folder)) return;
  makeFolders(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
  syncFolder(path.dirname(folder));
}

function isFolder(place: string): boolean {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function makeDatabaseFile(folder: string): string {
  const file = path.join(folder, database);
  closeSync(openSync(file, 'a', 0o600));
  return file;
}

function restrictAccess(place: string, mode: number): void {
  try {
    chmodSync(place, mode);
  } catch {
    // Missing, read-only or owned by another user, who decides then.
  }
}

/** Whether a restore or move is running or was interrupted: starting would create a new store instead. */
export function isHalfFilled(folder: string): boolean {
  return isFolder(path.join(folder, unfinishedStore)) && !hasDatabase(folder);
}

/** Whether a site was here whose database is gone: starting would create an empty one, and back that up. */
export function hasLostDatabase(folder: string): boolean {
  const left = ['files/pictures', 'files/downloads', 'backups/moments'].map((name) => path.join(folder, name));
  return !hasDatabase(folder) && left.some((place) => existsSync(place) && readdirSync(place).length > 0);
}

function hasDatabase(folder: string): boolean {
  return Boolean(statSync(path.join(folder, database), { throwIfNoEntry: false })?.size);
}

export function syncFolder(folder: string): void {
  const list = openSync(folder, 'r');
  try {
    fsyncSync(list);
  } finally {
    closeSync(list);
  }
}
