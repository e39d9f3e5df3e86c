import * as z from 'zod/mini';
import { flattenPicture, type Picture } from '#wire/picture.ts';
import { readyJson, sendCached } from './cache/cached-answers.server.ts';
import type { Database } from './database/open.server.ts';
import { notFound } from './errors.server.ts';
import type { Foundations } from './foundations.server.ts';
import type { Http } from './http/create.server.ts';

interface PublicCall<Wire, Input extends unknown[]> {
  path: string;
  /** Told to programs. */
  summary?: string;
  /** The kinds that it shows: a write to one of them makes the answer anew. */
  shows: readonly string[];
  answer: z.ZodMiniType<Wire>;
  read: (...input: Input) => Promise<Wire | null>;
}

/** Mounts a public call without input, so that one ready answer serves all; 404 where `read` finds nothing. */
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

/** Mounts the public call that answers all records of a plain list. */
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

/** Mounts a public call that answers one record by its id; 404 where there is none that visitors may see. */
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

/** Answers 404 to what is no id in the path before the body is looked at: nothing there could be mended. */
export function refuseOddIds(http: Http): void {
  http.addHook('preValidation', async ({ params }) => {
    const { id, note } = params as { id?: string; note?: string };
    for (const each of [id, note]) if (each !== undefined) readId(each);
  });
}

/** The id in the path. @throws {Refusal} 404 for what is no positive integer of the database's range */
export function idOf(request: { params: unknown }, message?: string): number {
  return readId((request.params as { id: string }).id, message);
}

/** An id as an address has it. @throws {Refusal} 404 for what is no positive integer of the database's range */
export function readId(id: string, message?: string): number {
  if (!/^[1-9][0-9]{0,9}$/.test(id) || Number(id) > 2_147_483_647) throw notFound(message);
  return Number(id);
}

function found<Wire>(record: Wire | null): Wire {
  if (record === null) throw notFound();
  return record;
}

/** What is sent is ready bytes, of this shape. */
function shapeOf(summary: string, answer: z.ZodMiniType) {
  return { summary, response: { 200: answer } };
}
