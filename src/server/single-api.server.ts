import type { FastifyRequest } from 'fastify';
import type { z } from 'zod/mini';
import { sendCached, readyJson } from './cache/cached-answers.server.ts';
import { notFound } from './errors.server.ts';
import type { Foundations } from './foundations.server.ts';

/** Mounts a public call that answers one record by its id; 404 where there is none that visitors may see. */
export function singleApi<Wire>(
  foundations: Foundations,
  call: { path: string; shows: readonly string[]; answer: z.ZodMiniType<Wire>; read: (id: number) => Promise<Wire | null> },
): void {
  const { path, shows, answer, read } = call;
  foundations.http.get<{ Params: { id: string } }>(path, { schema: { response: { 200: answer } } }, async (request, reply) => {
    const id = idOf(request);
    const key = path.replace(':id', String(id));
    await sendCached(foundations, request, reply, { key, shows, make: async () => readyJson((await read(id)) ?? raise()) });
    return reply;
  });
}

/** The id in the path. @throws {Refusal} 404 for what is no positive integer of the database's range */
export function idOf(request: FastifyRequest<{ Params: { id: string } }>): number {
  const { id } = request.params;
  if (!/^[1-9][0-9]{0,9}$/.test(id) || Number(id) > 2_147_483_647) throw notFound();
  return Number(id);
}

function raise(): never {
  throw notFound();
}
