import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { files as paths } from '#paths.ts';
import type { Database } from '../database/open.server.ts';
import { hasRow } from '../database/rows.server.ts';
import { HttpError, notFound } from '../errors.server.ts';
import { answerStream, streamLimits } from './exports.server.ts';
import type { FileStore } from './file-store.server.ts';
import { typeOf } from './file-types.server.ts';
import type { Part } from './keeper.server.ts';

export async function storeFile(
  { database, files }: { database: Database; files: FileStore },
  file: { name: string; bytes: Uint8Array },
): Promise<string> {
  const key = createHash('sha256').update(file.name).update('\0').update(file.bytes).digest('hex').slice(0, 40);
  await files.put(storedName(key), file.bytes);
  await insertFile(database, { key, name: file.name, size: file.bytes.length, type: typeOf(file.name) });
  return key;
}

/** Inserts the row of a stored file; `created_at` is renewed for one that exists, see `sweepFiles`. */
export async function insertFile(
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

/** Whether the file exists; a row lock then keeps it until the transaction ends. */
export function lockFile(transaction: Database, key: string): Promise<boolean> {
  return hasRow(transaction.selectFrom('files').select('key').where('key', '=', key).forShare());
}

interface FileRoutesContext {
  http: FastifyInstance;
  log: FastifyBaseLogger;
  database: Database;
  files: FileStore;
}

/** Always as attachments, so that an uploaded file never opens as a page of this site. Supports one `Range`. */
export function fileRoutes({ http, log, database, files }: FileRoutesContext): void {
  http.get<{ Params: { key: string; name: string } }>(
    `${paths.prefix}:key/:name`,
    streamLimits,
    async (request, reply) => {
      const { key, name } = request.params;
      const row = await findFile(database, key, name);
      if (!row) throw notFound();
      // Strong: the bytes of a key never change.
      const etag = `"${key}"`;
      const headers = {
        etag,
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
      };
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).headers(headers).send();
      const size = await files.size(storedName(key));
      if (size !== row.size) {
        log.warn({ event: 'file_broken', key, size, expected: row.size });
        throw notFound();
      }
      const range = parseRange(request, etag, size);
      if (range === 'none') {
        reply.header('content-range', `bytes */${size}`);
        throw new HttpError(416, 'The file has no such part.');
      }
      const part = range ?? { start: 0, end: size - 1 };
      const stream = await bytesFor(request, files, key, part);
      // Only after the file was opened: an error answer must not be cached for a year.
      reply.headers(headers);
      if (range) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`);
      return reply
        .type(typeOf(row.name))
        .header('content-length', String(part.end - part.start + 1))
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.name)}`)
        .send(answerStream(reply, stream));
    },
  );
}

/** @throws {HttpError} 404 if the file was deleted meanwhile */
async function bytesFor({ method }: FastifyRequest, files: FileStore, key: string, part: Part): Promise<Readable> {
  if (method === 'HEAD') return Readable.from([]);
  const opened = await files.open(storedName(key), part);
  if (!opened) throw notFound();
  return opened.stream;
}

async function findFile(database: Database, key: string, name: string) {
  if (!/^[0-9a-f]{40}$/.test(key)) return undefined;
  return database.selectFrom('files').selectAll().where('key', '=', key).where('name', '=', name).executeTakeFirst();
}

/**
 * Parses a `Range` with one part, as browsers send it to resume a download; 'none' for 416. Null sends the whole file,
 * as HTTP allows for other forms, and requires if `If-Range` doesn't match.
 */
function parseRange({ method, headers }: FastifyRequest, etag: string, size: number): Part | 'none' | null {
  if (method !== 'GET') return null;
  const [matched, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  const otherBytes = headers['if-range'] !== undefined && headers['if-range'] !== etag;
  if (!matched || otherBytes || (first === '' && last === '')) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  return start > end ? 'none' : { start, end };
}

export function storedName(key: string): string {
  return `downloads/${key}`;
}

/** Milliseconds that an upload may wait for the form that refers to it. */
const waitsFor = 86_400_000;

/** Deletes files without references. The row goes first: a file without a row is harmless. */
export async function sweepFiles(
  { database, files }: { database: Database; files: FileStore },
  findUsed: (database: Database, keys: string[]) => Promise<string[]>,
): Promise<void> {
  const old = await database.selectFrom('files').select('key').where('created_at', '<', moment()).execute();
  const keys = old.map((row) => row.key);
  const inUse = new Set(keys.length === 0 ? [] : await findUsed(database, keys));
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
