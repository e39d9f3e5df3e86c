import { existsSync } from 'node:fs';
import path from 'node:path';
import { type MigrationStatus, migrationStatus, newerVersion, otherBuild } from '#platform/database/migrate.server.ts';
import { type Database, inDatabase } from '#platform/database/open.server.ts';
import { type FileStore, openFileStore } from '#platform/files/file-store.server.ts';
import { readSettings, type Settings } from '#platform/settings/settings.server.ts';

export interface Command {
  usage: string;
  about: string;
  more?: string[];
  options?: Record<string, Option>;
  /** Minimum and maximum number of positional arguments. */
  words?: readonly [number, number];
  run: (call: CommandCall) => Promise<ExitOutcome>;
}

interface Option {
  type: 'string' | 'boolean';
  about: string;
}

export interface CommandCall {
  env: Record<string, string | undefined>;
  words: string[];
  options: Record<string, string | boolean | undefined>;
  progress: Progress;
}

/** `facts` are printed with `--json`, beside `text` and `hint`. `failed`: it ran and found a problem (exit code 1). */
export type ExitOutcome = { facts: object; text: string; hint?: string | undefined; failed?: boolean } | 'goes on';

export const settingsHint = 'docs/settings.md tells what each setting means';

export class CommandError extends Error {}

export class UsageError extends Error {}

/** Node's AggregateError of a refused connection has an empty message. */
export function errorMessage(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || String(error);
}

export interface Progress {
  begin: (what: string, total?: number) => void;
  add: (count?: number) => void;
  end: () => void;
}

/** Reports progress on standard error: one changing line on a terminal, else a line every 10 seconds. */
export function createProgress(write: (text: string) => void, terminal: boolean): Progress {
  let [what, of, done, reportedAt] = ['', '', 0, 0];
  const report = () => {
    reportedAt = performance.now();
    const line = `${what} …${done > 0 ? ` ${done}${of}` : ''}`;
    write(terminal ? `\r\x1b[K${line}` : `${line}\n`);
  };
  return {
    begin: (next, total) => {
      [what, of, done] = [next, total === undefined ? '' : ` of ${total}`, 0];
      report();
    },
    add: (count = 1) => {
      done += count;
      if (performance.now() - reportedAt > (terminal ? 100 : 10_000)) report();
    },
    end: () => {
      if (terminal && what) write('\r\x1b[K');
    },
  };
}

export interface OpenStore {
  settings: Settings;
  database: Database;
  files: FileStore;
}

/**
 * Opens the store that the settings name and closes it after `work`. A server may run at the same time.
 * @throws {CommandError} if there is no store, or another version made its tables
 */
export async function withStore<Answer>(
  env: Record<string, string | undefined>,
  work: (store: OpenStore) => Promise<Answer>,
): Promise<Answer> {
  assertStoreExists(env);
  return inDatabase(readSettings(env, false), async (database) => {
    const status = await migrationStatus(database);
    if (status !== 'current') throw new CommandError(statusMessages[status]);
    const settings = readSettings(env);
    return work({ settings, database, files: await openFileStore(settings) });
  });
}

/** Opening SQLite's file would create it. */
function assertStoreExists(env: Record<string, string | undefined>): void {
  const folder = path.resolve(env.DATA_DIR || './data');
  const place = path.join(folder, env.DATABASE_URL ? '' : 'prangon.sqlite');
  if (existsSync(place)) return;
  throw new CommandError(`There is no store here: ${place} is missing. Set DATA_DIR as it is set for the server.`);
}

export const statusMessages: Record<Exclude<MigrationStatus, 'current'>, string> = {
  none: 'The database has no tables yet. Start the server on it once, or check DATABASE_URL.',
  older: 'An older version made this store. Start the server of this version on it once, then try again.',
  newer: newerVersion,
  other: otherBuild,
};
