import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Store } from './store.ts';
import { readStore } from './whole-store.ts';

/** What is broken in a store, whatever was written into it: its tables, and every file that has a name. */
export async function brokenIn(store: Store): Promise<string[]> {
  const { files, pictures, tables } = await readStore(store, async (database) => ({
    files: await database.selectFrom('files').select(['key', 'name', 'size']).execute(),
    pictures: await database.selectFrom('pictures').select('key').execute(),
    tables: store.databaseUrl
      ? []
      : [
          ...(await sql<object>`pragma integrity_check`.execute(database)).rows,
          ...(await sql<object>`pragma foreign_key_check`.execute(database)).rows,
        ].map((row) => JSON.stringify(row)),
  }));
  const folder = path.join(store.dataDir, 'files');
  const broken = tables.filter((row) => row !== '{"integrity_check":"ok"}');
  for (const { key, name, size } of files) {
    const bytes = bytesOf(path.join(folder, 'downloads', key));
    // One that came without an ending got it from its content, when all of it had been read.
    const hashes = [name, name.replace(/\.[^.]+$/, '')].map((sent) =>
      createHash('sha256').update(sent).update('\0').update(bytes).digest('hex'),
    );
    if (!hashes.some((hash) => hash.startsWith(key))) broken.push(`${name}: ${bytes.length} of ${size} bytes`);
  }
  for (const { key } of pictures) {
    const hash = createHash('sha256')
      .update(bytesOf(path.join(folder, 'pictures', `${key}.webp`)))
      .digest('hex');
    if (!hash.startsWith(key.slice(0, -1))) broken.push(`picture ${key}`);
  }
  // Those of other widths have no record.
  for (const name of namesIn(path.join(folder, 'pictures')).filter((each) => each.includes('-'))) {
    const decoded = sharp(path.join(folder, 'pictures', name), { failOn: 'truncated' }).stats();
    await decoded.catch(() => broken.push(name));
  }
  return broken;
}

/** Files that were begun and never got their name. */
export function unfinishedIn({ dataDir }: Store): string[] {
  return namesIn(path.join(dataDir, 'files/unfinished'));
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function bytesOf(file: string): Buffer {
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}
