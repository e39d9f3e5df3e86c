import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { line, textShapes } from '#api/shapes.ts';
import { cleanLine, parseUrl } from '#api/text.ts';
import {
  insertRecord,
  listedColumns,
  listedOf,
  type OrderedColumns,
  searchText,
} from '#cms/collections/listed-table.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { type KindOnServer, listApi, listMessages, type StoredSamples } from '#cms/kind.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, calls, files, pages, files as paths } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { checkType, typeOf } from '#platform/files/file-types.server.ts';
import { insertFile, lockFile, storedName } from '#platform/files/stored-files.server.ts';
import { publicCall } from '#platform/http/public-calls.server.ts';

export const downloadShapes = textShapes({
  title: line('title'),
  file_url: line('address, or upload a file', 2_048).refine((address) => fileKeyOf(address) || isHttps(address), {
    error: 'Upload a file, or write an address that begins with https://.',
  }),
});

/** May be null for external files. Size in bytes, type such as `application/pdf`. */
const fileFacts = {
  file_name: z.nullable(z.string()),
  file_size: z.nullable(z.number()),
  file_type: z.nullable(z.string()),
};

const downloadSchema = z.extend(downloadShapes.onWire, fileFacts);
export const downloadRecordSchema = z.extend(downloadShapes.recordSchema, fileFacts);

export type Download = z.infer<typeof downloadSchema>;

/** Null for an external address. */
function fileKeyOf(address: string): string | null {
  return new RegExp(`^${files.prefix}([0-9a-f]{40})/[^/]+$`).exec(address)?.[1] ?? null;
}

/** Rejects credentials in the address: they would be published with it. */
function isHttps(text: string): boolean {
  const url = /^https:\/\/[^\s\\]+$/i.test(text) ? parseUrl(text) : null;
  return url?.username === '' && url.password === '' && url.hostname.includes('.');
}

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    downloads: DownloadsTable;
  }
}

interface DownloadsTable extends OrderedColumns {
  title: string;
  link: string | null;
  file_key: string | null;
}

export async function allDownloads(database: Database): Promise<Download[]> {
  const rows = await withFile(database)
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('sort_order')
    .orderBy('downloads.id', 'desc')
    .execute();
  return rows.map(downloadOf).filter((download) => download.file_url !== '');
}

async function downloadRecords(database: Database, ids: number[]) {
  const rows = await withFile(database).select(listedColumns('downloads')).where('downloads.id', 'in', ids).execute();
  return rows.map((row) => ({ ...downloadOf(row), ...listedOf(row) }));
}

/** Maps the form to columns: an external link, or the key of a stored file. */
function downloadColumns({ title, file_url }: Pick<Download, 'title' | 'file_url'>) {
  const file_key = fileKeyOf(file_url);
  return { title, file_key, link: file_key ? null : file_url };
}

/** Of these stored files, those that a download uses, deleted downloads included. */
export async function filesInUse(database: Database, keys: string[]): Promise<string[]> {
  const rows = await database.selectFrom('downloads').select('file_key').where('file_key', 'in', keys).execute();
  return rows.flatMap((row) => row.file_key ?? []);
}

export function addDownload(
  database: Database,
  download: Pick<DownloadsTable, 'title' | 'link' | 'file_key' | 'sort_order'>,
): Promise<number> {
  const search_text = searchText(download.title, download.link ?? '');
  return insertRecord(database, 'downloads', { ...download, search_text });
}

function withFile(database: Database) {
  return database
    .selectFrom('downloads')
    .leftJoin('files', 'files.key', 'downloads.file_key')
    .select(['downloads.id', 'title', 'link', 'file_key', 'files.name', 'files.size', 'files.type']);
}

type Row = Awaited<ReturnType<ReturnType<typeof withFile>['execute']>>[number];

function downloadOf(row: Row): Download {
  const file_url = row.file_key && row.name ? files.download(row.file_key, row.name) : (row.link ?? '');
  return { id: row.id, title: row.title, file_url, file_name: row.name, file_size: row.size, file_type: row.type };
}

const searchable: Searchable = {
  collection: 'downloads',
  found: { download: { rank: 1, label: 'ডাউনলোড' } },
  entriesOf: async (database) =>
    (await allDownloads(database)).map(({ id, title, file_name, file_url }) => ({
      kind: 'download',
      recordId: id,
      title,
      text: file_name ?? '',
      url: file_url,
    })),
};

export const downloadsOnServer = {
  tables: ['downloads'],
  pictures: [],
  publicCalls: (context) =>
    publicCall(context, {
      path: calls.downloads,
      shows: ['downloads'],
      answer: z.array(downloadSchema),
      read: () => allDownloads(context.database),
    }),
  staffCalls: async (context, scope) => {
    listApi(context, scope, {
      table: 'downloads',
      path: adminCalls.downloads,
      sorted: ['title'],
      shows: ['downloads'],
      messages: listMessages('Download'),
      onSite: ({ title }) => ({ title, path: pages.downloads }),
      pictured: false,
      rich: null,
      form: downloadShapes.form,
      onWire: downloadRecordSchema,
      read: downloadRecords,
      columns: downloadColumns,
      searched: ['title', 'link'],
      check: async (transaction, { file_url }) => {
        const fileKey = fileKeyOf(file_url);
        const isThere = fileKey === null || (await lockFile(transaction, fileKey));
        if (!isThere) throw invalid({ file_url: ['This file is not stored any more. Upload it again.'] });
      },
    });
    await uploadApi(context, scope, adminCalls.uploads);
  },
  emptyTrash: (database) => emptyTrash(database, 'downloads'),
  filesInUse,
  counted: 'downloads',
  searchable,
  addSample: async (transaction, records: { title: string; file: string }[], { fileKey }: StoredSamples) => {
    for (const [sort_order, { title, file }] of records.entries())
      await addDownload(transaction, { title, link: null, file_key: fileKey(file), sort_order });
  },
} satisfies KindOnServer;

const largest = 50 * 2 ** 20;
const multipartOverhead = 64 * 1024;

const sizeMessage = 'The file is larger than 50 MB. Please choose a smaller one.';
const brokenMessage = 'The file did not arrive whole. Please send it again.';

const uploadSchema = z.object({
  data: z.object({ file_url: z.string(), file_name: z.string(), file_size: z.number(), file_type: z.string() }),
});

async function uploadApi(context: AppContext, scope: FastifyInstance, path: string): Promise<void> {
  // A scope of its own, so that no other route accepts multipart.
  await scope.register(async (uploads) => {
    await uploads.register(multipart, {
      throwFileSizeLimit: false,
      limits: { fileSize: largest, files: 1, fields: 5, fieldSize: 1_024, parts: 6, headerPairs: 20 },
    });
    uploads.post(
      path,
      {
        config: { slowBody: true },
        handlerTimeout: 310_000,
        schema: {
          summary: 'Upload a file',
          consumes: ['multipart/form-data'],
          response: { 201: uploadSchema },
        },
      },
      async (request, reply) => {
        if (!request.isMultipart()) throw new HttpError(415, 'Send the file as multipart/form-data.');
        if (Number(request.headers['content-length'] ?? 0) > largest + multipartOverhead)
          throw new HttpError(413, sizeMessage);
        try {
          return reply.code(201).send({ data: await store(context, await fileOf(request)) });
        } catch (error) {
          await drainBody(request.raw);
          throw error;
        }
      },
    );
  });
}

async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
  const part = await request.file().catch((error: { statusCode?: number }) => {
    throw error.statusCode === 413 ? error : invalid({ file: [brokenMessage] });
  });
  if (part?.fieldname !== 'file' || part.filename === undefined) throw invalid({ file: ['Choose a file.'] });
  return part;
}

async function store({ files, database }: AppContext, part: MultipartFile) {
  let name = nameOf(part.filename);
  const hash = createHash('sha256').update(name).update('\0');
  let size = 0;
  let key = '';
  const stored = await files.putStream(hashedChunks(), async (file) => {
    if (part.file.truncated) throw invalid({ file: [sizeMessage] });
    if (size === 0) throw invalid({ file: ['This file is empty. Choose another one.'] });
    name = await checkType(name, file);
    key = hash.digest('hex').slice(0, 40);
    return storedName(key);
  });
  const type = typeOf(name);
  await insertFile(database, { key, name, size, type });
  // The sweep may have deleted the file between the two steps.
  if ((await files.size(stored)) !== size) throw new HttpError(503, 'Please upload the file again.', { retryAfter: 1 });
  return { file_url: paths.download(key, name), file_name: name, file_size: size, file_type: type };

  async function* hashedChunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    } catch {
      throw invalid({ file: [brokenMessage] });
    }
  }
}

/** A client that is still sending doesn't read the answer, so the rest of the body is drained. */
async function drainBody(body: IncomingMessage): Promise<void> {
  body.unpipe();
  body.resume();
  await finished(body).catch(() => undefined);
}

function nameOf(original: string): string {
  const name = cleanLine(original.split(/[/\\]/).at(-1) ?? '').replace(/^\.+/, '');
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, 80).join('').trim();
  return (stem || 'file') + ending;
}
