import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AppContext, Module } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import { headersOfEveryAnswer, policyOfData } from '#platform/cache/cached-response.server.ts';
import { HttpError } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { livingSessions } from '#platform/session/sessions.server.ts';
import { deleteOldDigests, startDigestClock } from './announce.server.ts';
import { deleteOldNotifications, markRead, notificationsKind, notificationsOf, readsKind } from './data.server.ts';
import { notificationsSchema } from './schema.ts';
import { notificationSettingsApi } from './settings.server.ts';

const id = z.int().positive().max(2_147_483_647);
const which = z.union([z.strictObject({ ids: z.array(id).min(1).max(100) }), z.strictObject({ up_to: id })], {
  error: 'Send either ids or up_to.',
});

export const notificationsModule = {
  staffRoutes: { leads: notificationsApi },
  cleanups: ({ database }: AppContext) => [
    { name: 'notifications', run: () => deleteOldNotifications(database) },
    { name: 'digests', run: () => deleteOldDigests(database) },
  ],
} satisfies Module;

function notificationsApi(context: AppContext, scope: StaffScope): void {
  const { database } = context;
  const answer = { 200: notificationsSchema };
  scope.get(calls.notifications, { schema: { summary: 'List {many}', response: answer } }, ({ staff }) =>
    notificationsOf(database, staff.user.id),
  );

  scope.put(
    calls.notificationsRead,
    { config: { need: 'read' }, schema: { summary: 'Mark notifications as read', body: which, response: answer } },
    async ({ staff, body }) => {
      await markRead(database, staff.user.id, 'ids' in body ? body : { upTo: body.up_to });
      return notificationsOf(database, staff.user.id);
    },
  );

  notificationStream(context, scope);
  notificationSettingsApi(context, scope);
  startDigestClock(context);
}

/** Open streams per instance and per user. */
const maxStreams = { all: 300, ofUser: 8 };

/** In milliseconds: heartbeat, and check of the sessions. */
const heartbeatInterval = 15_000;

/** Bytes; a client that reads too slowly is disconnected. */
const maxBufferedBytes = 64 * 1024;

interface Stream {
  userId: number;
  sessionId: number;
  response: ServerResponse;
}

/**
 * Server-sent events for the back office: `change` names the kinds, and the client refetches them. Fed by the changes
 * of all instances. A stream ends with its session, which is checked before every event and heartbeat.
 */
function notificationStream({ http, database, changes }: AppContext, scope: StaffScope): void {
  const streams = new Set<Stream>();
  let isClosed = false;
  const heartbeat = setInterval(() => void send(() => ': still here\n\n'), heartbeatInterval).unref();
  const stop = changes.onChange((changed) => {
    void send(({ userId }) => {
      const kinds = [notificationsKind, readsKind(userId)].filter((kind) => changed.includes(kind));
      return kinds.length > 0 ? `event: change\ndata: ${JSON.stringify({ kinds })}\n\n` : null;
    });
  });
  http.addHook('preClose', async () => {
    isClosed = true;
    stop();
    clearInterval(heartbeat);
    for (const { response } of streams) response.end();
    streams.clear();
  });

  async function send(textFor: (stream: Stream) => string | null) {
    const chosen = [...streams]
      .map((stream) => ({ ...stream, text: textFor(stream) }))
      .filter(({ text }) => text !== null);
    if (chosen.length === 0) return;
    const ids = chosen.map(({ sessionId }) => sessionId);
    // A database error ends no session: skip this event; the next heartbeat checks again.
    const living = await livingSessions(database, ids, 'leads').catch(() => null);
    if (living === null) return;
    for (const { sessionId, response, text } of chosen) {
      if (!living.has(sessionId)) response.end();
      else if (response.writableLength > maxBufferedBytes) response.destroy();
      else response.write(text);
    }
  }

  function add(stream: Stream) {
    streams.add(stream);
    const remove = () => streams.delete(stream);
    stream.response.on('close', remove);
    stream.response.on('error', remove);
    stream.response.write('event: open\ndata: {}\n\n');
  }

  scope.get(
    calls.notificationStream,
    {
      // It ends with its session, which a program doesn't have.
      config: { isForPrograms: false },
      schema: { summary: 'Follow notifications', describedAnswer: 'text/event-stream' },
    },
    async (request, reply) => {
      if (!/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
        throw new HttpError(406, 'This call answers text/event-stream only.');
      if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send();
      const { user, sessionId } = request.staff;
      const ofUser = [...streams].filter(({ userId }) => userId === user.id).length;
      if (isClosed || streams.size >= maxStreams.all || ofUser >= maxStreams.ofUser)
        throw new HttpError(429, 'Too many streams are open.', { retryAfter: 30 });
      begin(request, reply);
      add({ userId: user.id, sessionId, response: reply.raw });
      request.releaseSlot();
      return reply;
    },
  );
}

function begin(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headersOfEveryAnswer,
    'x-request-id': request.id,
    'content-security-policy': policyOfData,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx would buffer the stream otherwise.
    'x-accel-buffering': 'no',
    vary: 'accept',
  });
}
