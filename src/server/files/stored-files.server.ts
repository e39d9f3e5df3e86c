import { createHash } from 'node:crypto';
import { files as paths } from '#paths.ts';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { notFound } from '../errors.server.ts';
import type { Foundations } from '../foundations.server.ts';
import type { FileStore } from './file-store.server.ts';
import { typeOf } from './file-types.server.ts';

/** Keeps a file for visitors; answers the key of its record. The same file twice is kept once. */
export async function keepFile(
  { database, files }: { database: Database; files: FileStore },
  file: { name: string; bytes: Uint8Array },
): Promise<string> {
  const key = createHash('sha256').update(file.name).update('\0').update(file.bytes).digest('hex').slice(0, 40);
  await files.put(storedName(key), file.bytes);
  await noteFile(database, { key, name: file.name, size: file.bytes.length, type: typeOf(file.name) });
  return key;
}

/** Writes down a stored file; one that comes again counts as new, see `sweepFiles`. */
export async function noteFile(
  database: Database,
  file: { key: string; name: string; size: number; type: string },
): Promise<void> {
  const now = new Date().toISOString();
  await database
    .insertInto('files')
    .values({ ...file, created_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ created_at: now }))
    .execute();
}

/** Whether there is such a file; it then stays until the transaction ends. */
export async function holdFile(transaction: Database, key: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('files')
    .select('key')
    .where('key', '=', key)
    .$if(isPostgres(transaction), (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

/** Serves stored files, always as a download: nothing that staff upload is shown as a page of ours. */
export function fileRoutes({ http, log, database, files }: Foundations): void {
  http.get<{ Params: { key: string; name: string } }>(`${paths.prefix}:key/:name`, async (request, reply) => {
    const { key, name } = request.params;
    const row = /^[0-9a-f]{40}$/.test(key)
      ? await database
          .selectFrom('files')
          .selectAll()
          .where('key', '=', key)
          .where('name', '=', name)
          .executeTakeFirst()
      : undefined;
    if (!row) throw notFound();
    const size = await files.size(storedName(key));
    if (size !== row.size) {
      log.warn({ event: 'file_broken', key, size, expected: row.size });
      throw notFound();
    }
    return reply
      .type(typeOf(row.name))
      .header('content-length', String(row.size))
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.name)}`)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(await files.stream(storedName(key)));
  });
}

export function storedName(key: string): string {
  return `downloads/${key}`;
}

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
