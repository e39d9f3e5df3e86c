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

export function hasDatabase(folder: string): boolean {
  return existsSync(path.join(folder, database));
}

function restrictAccess(place: string, mode: number): void {
  try {
    chmodSync(place, mode);
  } catch {
    // Missing, read-only or owned by another user, who decides then.
  }
}

/** Why a start would create another store in the place of one that is missing, and back that up; else null. */
export function missingDatabase(folder: string): string | null {
  const has = (name: string) => existsSync(path.join(folder, name));
  if (has(database) && statSync(path.join(folder, database)).size > 0) return null;
  if (has(unfinishedStore))
    return `has \`${unfinishedStore}\`: a restore or move was broken off, or still runs. Run it again, or remove that folder to begin anew.`;
  const left = ['files/pictures', 'files/downloads', 'backups/moments'].filter(has);
  if (left.every((name) => readdirSync(path.join(folder, name)).length === 0)) return null;
  return 'has files or backups of a site, but its database prangon.sqlite is gone. Put it back, or restore a backup: docs/backup.md. With PostgreSQL set DATABASE_URL. To begin anew, choose an empty DATA_DIR.';
}

export function syncFolder(folder: string): void {
  const list = openSync(folder, 'r');
  try {
    fsyncSync(list);
  } finally {
    closeSync(list);
  }
}
