import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { files as paths } from '#paths.ts';
import { cleanLine } from '#wire/text.ts';
import { invalid, Refusal } from '../errors.server.ts';
import type { Foundations } from '../foundations.server.ts';
import { errors } from '../lists/answers.server.ts';
import { noteFile, storedName } from './stored-files.server.ts';

const largest = 50 * 2 ** 20;
/** What stands around the file in a multipart body. */
const frame = 64 * 1024;

const tooLarge = 'The file is larger than 50 MB. Please choose a smaller one.';

const uploadOnWire = z.object({
  data: z.object({ file_url: z.string(), file_name: z.string(), file_size: z.number(), file_type: z.string() }),
});

/** Mounts the call that takes a file before the form that will name it: streamed, never whole in memory. */
export async function uploadApi(foundations: Foundations, scope: FastifyInstance, path: string): Promise<void> {
  // In a scope of its own: no other call takes such bodies.
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
          tags: [path],
          consumes: ['multipart/form-data'],
          response: { 201: uploadOnWire, ...errors(401, 413, 422) },
        },
      },
      async (request, reply) => reply.code(201).send({ data: await store(foundations, await fileOf(request)) }),
    );
  });
}

async function fileOf(request: FastifyRequest): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new Refusal(415, 'Send the file as multipart/form-data.');
  if (Number(request.headers['content-length'] ?? 0) > largest + frame) throw new Refusal(413, tooLarge);
  const part = await request.file();
  if (part?.fieldname !== 'file' || part.filename === undefined) throw invalid({ file: ['Choose a file.'] });
  return part;
}

async function store({ files, database }: Foundations, part: MultipartFile) {
  const name = nameOf(part.filename);
  const type = /^[a-z]+\/[\w.+-]{1,100}$/.test(part.mimetype) ? part.mimetype : 'application/octet-stream';
  const hash = createHash('sha256').update(name).update('\0');
  let size = 0;
  let key = '';
  const stored = await files.putStream(Readable.from(counted()), () => {
    if (part.file.truncated) throw invalid({ file: [tooLarge] });
    if (size === 0) throw invalid({ file: ['This file is empty. Choose another one.'] });
    key = hash.digest('hex').slice(0, 40);
    return storedName(key);
  });
  await noteFile(database, { key, name, size, type });
  // The same file may have been swept away between the two steps.
  if (!(await files.exists(stored))) throw new Refusal(503, 'Please upload the file again.', { retryAfter: 1 });
  return { file_url: paths.download(key, name), file_name: name, file_size: size, file_type: type };

  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
}

/** A plain name: without folders, and short enough for an address; its ending stays. */
function nameOf(given: string): string {
  const name = cleanLine(given.split(/[/\\]/).at(-1) ?? '').replace(/^\.+/, '');
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - ending.length)].slice(0, 80).join('').trim();
  return (stem || 'file') + ending;
}
