import type { Database } from '../database/open.server.ts';
import type { FileStore } from './file-store.server.ts';
import { storedName } from './stored-files.server.ts';

/** How long an upload waits for the form that names it, in milliseconds. */
const waitsFor = 86_400_000;

/** Removes files that nothing refers to; `used` tells which do. The row goes first: a file without a row harms nobody. */
export async function sweepFiles(
  { database, files }: { database: Database; files: FileStore },
  used: (database: Database, keys: string[]) => Promise<string[]>,
): Promise<void> {
  const old = await database.selectFrom('files').select('key').where('created_at', '<', moment()).execute();
  const keys = old.map((row) => row.key);
  const inUse = new Set(keys.length === 0 ? [] : await used(database, keys));
  for (const key of keys.filter((each) => !inUse.has(each))) {
    const removed = await database
      .deleteFrom('files')
      .where('key', '=', key)
      .where('created_at', '<', moment())
      .returning('key')
      .executeTakeFirst();
    if (removed) await files.delete(storedName(key));
  }
}

function moment(): string {
  return new Date(Date.now() - waitsFor).toISOString();
}
