import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type Area, may } from '#api/rights.ts';
import { headersOfEveryAnswer, policyOfData } from '../cache/cached-response.server.ts';
import { HttpError } from '../errors.server.ts';
import type { PlatformContext } from '../http/context.server.ts';
import { livingSessions, type Staff, type StaffRequest } from './sessions.server.ts';

/** Open streams per instance and per user. */
const maxStreams = { all: 600, ofUser: 16 };

/** In milliseconds: heartbeat, and check of the sessions. */
const heartbeatInterval = 15_000;

/** Bytes; a client that reads too slowly is disconnected. */
const maxBufferedBytes = 64 * 1024;

interface EventStream extends Pick<Staff, 'user' | 'sessionId'> {
  /** What it is about, and the area whose readers may follow it. */
  topic: string;
  area: Area;
  response: ServerResponse;
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/** Server-sent events for staff. A stream ends with its session, which is checked before every event and heartbeat. */
export function createEventStreams({ http, database }: Pick<PlatformContext, 'http' | 'database'>) {
  const streams = new Set<EventStream>();
  let isClosed = false;
  const heartbeat = setInterval(() => void send(() => ': still here\n\n'), heartbeatInterval).unref();
  http.addHook('preClose', async () => {
    isClosed = true;
    clearInterval(heartbeat);
    for (const { response } of streams) response.end();
  });
  return { streams, open, send };

  /** See `eventText`. */
  async function send(textFor: (stream: EventStream) => string | null): Promise<void> {
    const chosen = [...streams].filter((stream) => textFor(stream) !== null);
    if (chosen.length === 0) return;
    const ids = chosen.map(({ sessionId }) => sessionId);
    // A database error ends no session: skip this event; the next heartbeat checks again.
    const living = await livingSessions(database, ids).catch(() => null);
    if (living === null) return;
    for (const stream of chosen) {
      const { sessionId, area, response } = stream;
      const role = living.get(sessionId);
      if (!role || !may(role, 'read', area)) response.end();
      else if (response.writableLength > maxBufferedBytes) response.destroy();
      // As it is now: of two that waited for the database, the older may come last.
      else response.write(textFor(stream) ?? '');
    }
  }

  /** @throws {HttpError} 406 for a client that reads no events, 429 where too many are open */
  function open(
    request: StaffRequest,
    reply: FastifyReply,
    { onClose, ...about }: Pick<EventStream, 'topic' | 'area'> & { onClose?: () => void },
  ): FastifyReply {
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
      throw new HttpError(406, 'This call answers text/event-stream only.');
    if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send();
    const { user, sessionId } = request.staff;
    const ofUser = [...streams].filter((stream) => stream.user.id === user.id).length;
    if (isClosed || streams.size >= maxStreams.all || ofUser >= maxStreams.ofUser)
      throw new HttpError(429, 'Too many streams are open.', { retryAfter: 30 });
    begin(request, reply);
    const stream = { ...about, user, sessionId, response: reply.raw };
    streams.add(stream);
    // An error is followed by its close.
    reply.raw.on('error', () => undefined);
    reply.raw.on('close', () => {
      streams.delete(stream);
      onClose?.();
    });
    reply.raw.write(eventText('open', {}));
    request.releaseSlot();
    return reply;
  }
}

export function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function begin(request: StaffRequest, reply: FastifyReply): void {
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
