import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '#paths.ts';
import { Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { headersOfEveryAnswer, policyOfData } from '#server/http/headers.server.ts';
import { livingSessions } from '#server/session/sessions.server.ts';
import { notificationsKind, readsKind } from '../data.server.ts';
import { Streams } from './streams.server.ts';

/**
 * Server-sent events for the back office: `change` names what changed, and the reader asks for it again by the ordinary
 * calls. Fed by the changes that every instance hears of, whichever wrote them.
 */
export function notificationStream({ http, database, changes }: Foundations, scope: FastifyInstance): void {
  const streams = new Streams((ids) => livingSessions(database, ids));
  const stop = changes.onChange((changed) => {
    void streams.tell((userId) => [notificationsKind, readsKind(userId)].filter((kind) => changed.includes(kind)));
  });
  http.addHook('preClose', async () => {
    stop();
    streams.close();
  });

  scope.get(calls.notificationStream, async (request, reply) => {
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
      throw new Refusal(406, 'This call answers text/event-stream only.');
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send();
    const { user, sessionId } = request.staff;
    if (!streams.hasRoomFor(user.id)) throw new Refusal(429, 'Too many streams are open.', { retryAfter: 30 });
    begin(request, reply);
    streams.add({ userId: user.id, sessionId, response: reply.raw });
    return reply;
  });
}

function begin(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headersOfEveryAnswer,
    'x-request-id': request.id,
    'content-security-policy': policyOfData,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies would otherwise hold it back to fill their buffers.
    'x-accel-buffering': 'no',
    vary: 'accept',
  });
}
