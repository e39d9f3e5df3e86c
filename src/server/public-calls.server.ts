import * as z from 'zod/mini';
import { flattenPicture, type Picture } from '#wire/picture.ts';
import { readyJson, sendCached } from './cache/cached-answers.server.ts';
import type { Database } from './database/open.server.ts';
import { notFound } from './errors.server.ts';
import type { Foundations } from './foundations.server.ts';
import type { Http } from './http/create.server.ts';

interface PublicCall<Wire, Input extends unknown[]> {
  path: string;
  summary?: string;
  shows: readonly string[];
  answer: z.ZodMiniType<Wire>;
  read: (...input: Input) => Promise<Wire | null>;
}

/** Registers a cached public endpoint without parameters; 404 if `read` returns null. */
export function publicCall<Wire>(foundations: Foundations, call: PublicCall<Wire, []>): void {
  const { path, summary = 'Show {many}', shows, answer, read } = call;
  foundations.http.get(path, { schema: shapeOf(summary, answer) }, async (request, reply) => {
    await sendCached(foundations, request, reply, {
      key: path,
      shows,
      make: async () => readyJson(found(await read())),
    });
    return reply;
  });
}

export function publicList<R extends { id: number; picture?: Picture | null }>(
  foundations: Foundations,
  path: string,
  list: { table: string; shownOnWire: z.ZodMiniType; all: (database: Database) => Promise<R[]> },
): void {
  publicCall(foundations, {
    path,
    shows: [list.table],
    answer: z.array(list.shownOnWire),
    read: async () => (await list.all(foundations.database)).map(flattenPicture),
  });
}

export function publicCallById<Wire>(foundations: Foundations, call: PublicCall<Wire, [number]>): void {
  const { path, summary = 'Show a {one}', shows, answer, read } = call;
  foundations.http.get<{ Params: { id: string } }>(
    path,
    { schema: shapeOf(summary, answer) },
    async (request, reply) => {
      const id = idOf(request);
      const key = path.replace(':id', String(id));
      await sendCached(foundations, request, reply, { key, shows, make: async () => readyJson(found(await read(id))) });
      return reply;
    },
  );
}

/** Answers 404 for an invalid id before the body is validated. */
export function refuseOddIds(http: Http): void {
  http.addHook('preValidation', async ({ params }) => {
    const { id, note } = params as { id?: string; note?: string };
    for (const each of [id, note]) if (each !== undefined) readId(each);
  });
}

/** @throws {Refusal} 404 unless it is a positive 32-bit integer */
export function idOf(request: { params: unknown }, message?: string): number {
  return readId((request.params as { id: string }).id, message);
}

/** @throws {Refusal} 404 unless it is a positive 32-bit integer */
export function readId(id: string, message?: string): number {
  if (!/^[1-9][0-9]{0,9}$/.test(id) || Number(id) > 2_147_483_647) throw notFound(message);
  return Number(id);
}

function found<Wire>(record: Wire | null): Wire {
  if (record === null) throw notFound();
  return record;
}

/** For OpenAPI; the cache sends bytes. */
function shapeOf(summary: string, answer: z.ZodMiniType) {
  return { summary, response: { 200: answer } };
}
