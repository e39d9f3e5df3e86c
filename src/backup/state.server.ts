import { readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import type { BackupState, Trouble, Upkeep } from './schema.ts';

declare module '#platform/database/facts.server.ts' {
  interface StoreFacts {
    backups: BackupState;
    troubles: Trouble[];
  }
}

const noBackups: BackupState = { last: null, failed: null, tried: null, restored: null, restore_failed: null };

export async function readUpkeep(database: Database, { backups }: Pick<Settings, 'backups'>): Promise<Upkeep> {
  return {
    on: backups.isLocal || backups.url !== null,
    backups: (await readFact(database, 'backups')) ?? noBackups,
    troubles: (await readFact(database, 'troubles')) ?? [],
  };
}

/** Keeps the time of the first failure. */
export async function changeBackupState(database: Database, change: Partial<BackupState>): Promise<void> {
  const before = (await readFact(database, 'backups')) ?? noBackups;
  const failed = change.failed && { ...change.failed, since: before.failed?.since ?? change.failed.since };
  await setFact(database, 'backups', { ...before, ...change, ...(failed && { failed }) });
}
