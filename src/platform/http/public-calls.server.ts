import * as z from 'zod/mini';
import { flattenPicture, type Picture } from '#api/picture.ts';
import { withId } from '#paths.ts';
import type { Database } from '../database/open.server.ts';
import { notFound } from '../errors.server.ts';
import { cachedJson, sendCached } from './cached-answers.server.ts';
import type { PlatformContext } from './context.server.ts';
import type { Http } from './create.server.ts';

interface PublicCall<Wire, Input extends unknown[]> {
  path: string;
  summary?: string;
  shows: readonly string[];
  answer: z.ZodMiniType<Wire>;
  read: (...input: Input) => Promise<Wire | null>;
}

/** Registers a cached public endpoint without parameters; 404 if `read` returns null. */
export function publicCall<Wire>(
  context: PlatformContext,
  { path, summary = 'Show {many}', shows, answer, read }: PublicCall<Wire, []>,
): void {
  context.http.get(path, { schema: shapeOf(summary, answer) }, async (request, reply) => {
    await sendCached(context, request, reply, {
      key: path,
      shows,
      make: async () => cachedJson(orNotFound(await read())),
    });
    return reply;
  });
}

export function publicList<R extends { id: number; picture?: Picture | null }>(
  context: PlatformContext,
  path: string,
  list: { table: string; publicSchema: z.ZodMiniType; all: (database: Database) => Promise<R[]> },
): void {
  publicCall(context, {
    path,
    shows: [list.table],
    answer: z.array(list.publicSchema),
    read: async () => (await list.all(context.database)).map(flattenPicture),
  });
}

export function publicCallById<Wire>(
  context: PlatformContext,
  { path, summary = 'Show a {one}', shows, answer, read }: PublicCall<Wire, [number]>,
): void {
  context.http.get<{ Params: { id: string } }>(path, { schema: shapeOf(summary, answer) }, async (request, reply) => {
    const id = idOf(request);
    const key = withId(path, id);
    await sendCached(context, request, reply, { key, shows, make: async () => cachedJson(orNotFound(await read(id))) });
    return reply;
  });
}

/** What is no id in an address; files also have names there, and previews tokens. */
const texts = ['*', 'file', 'key', 'name', 'part', 'token'];

/** Answers 404 for an invalid id before the body is validated. */
export function assertValidIds(http: Http): void {
  http.addHook('preValidation', async ({ params }) => {
    for (const [name, value] of Object.entries(params as Record<string, string>)) {
      if (!texts.includes(name)) readId(value);
    }
  });
}

/** @throws {HttpError} 404 unless it is a positive 32-bit integer */
export function idOf(request: { params: unknown }): number {
  return readId((request.params as { id: string }).id);
}

/** @throws {HttpError} 404 unless it is a positive 32-bit integer */
export function readId(id: string, message?: string): number {
  if (!/^[1-9][0-9]{0,9}$/.test(id) || Number(id) > 2_147_483_647) throw notFound(message);
  return Number(id);
}

function orNotFound<Wire>(record: Wire | null): Wire {
  if (record === null) throw notFound();
  return record;
}

/** For OpenAPI; the cache sends bytes. */
function shapeOf(summary: string, answer: z.ZodMiniType) {
  return { summary, response: { 200: answer } };
}
