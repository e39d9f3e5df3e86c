import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { cleanLine } from '#api/text.ts';
import { listApi } from '#cms/collections/list-api.server.ts';
import { listMessages } from '#cms/collections/list-kind.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { KindOnServer, StoredSamples } from '#cms/kind.server.ts';
import type { Searchable } from '#cms/search/search-index.server.ts';
import { adminCalls, calls, files as paths } from '#paths.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { checkType, typeOf } from '#platform/files/file-types.server.ts';
import { insertFile, lockFile, storedName } from '#platform/files/stored-files.server.ts';
import { publicCall } from '#platform/http/public-calls.server.ts';
import { addDownload, allDownloads, downloadColumns, downloadRecords, filesInUse } from './data.server.ts';
import { downloadRecordSchema, downloadSchema, downloadShapes, fileKeyOf } from './schema.ts';

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
