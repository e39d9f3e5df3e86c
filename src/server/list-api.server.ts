import type { z } from 'zod/mini';
import { sendCached, readyJson } from './cache/cached-answers.server.ts';
import type { Foundations } from './foundations.server.ts';

/** Mounts a public call that answers everything of one kind. `read` takes no input, so one ready answer serves all. */
export function listApi<Wire>(
  foundations: Foundations,
  call: { path: string; shows: readonly string[]; answer: z.ZodMiniType<Wire>; read: () => Promise<Wire> },
): void {
  const { path, shows, answer, read } = call;
  foundations.http.get(path, { schema: { response: { 200: answer } } }, async (request, reply) => {
    await sendCached(foundations, request, reply, { key: path, shows, make: async () => readyJson(await read()) });
    return reply;
  });
}
