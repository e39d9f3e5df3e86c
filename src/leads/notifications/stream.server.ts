import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import { HttpError } from '#platform/errors.server.ts';
import { headersOfEveryAnswer, policyOfData } from '#platform/http/headers.server.ts';
import { livingSessions } from '#platform/session/sessions.server.ts';
import { notificationsKind, readsKind } from './data.server.ts';

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

/** Server-sent event streams. Each ends with its session, which is checked before every event and heartbeat. */
class Streams {
  readonly #open = new Set<Stream>();
  readonly #living: (sessionIds: number[]) => Promise<Set<number>>;
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  constructor(living: (sessionIds: number[]) => Promise<Set<number>>) {
    this.#living = living;
    this.#timer = setInterval(() => void this.#send(() => ': still here\n\n'), heartbeatInterval).unref();
  }

  canAdd(userId: number): boolean {
    const ofUser = [...this.#open].filter((stream) => stream.userId === userId).length;
    return !this.#closed && this.#open.size < maxStreams.all && ofUser < maxStreams.ofUser;
  }

  add(stream: Stream): void {
    this.#open.add(stream);
    const gone = () => this.#open.delete(stream);
    stream.response.on('close', gone);
    stream.response.on('error', gone);
    stream.response.write('event: open\ndata: {}\n\n');
  }

  /** `chosen` returns the kinds of changes for a user. */
  publish(chosen: (userId: number) => readonly string[]): Promise<void> {
    return this.#send(({ userId }) => {
      const kinds = chosen(userId);
      return kinds.length > 0 ? `event: change\ndata: ${JSON.stringify({ kinds })}\n\n` : null;
    });
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const { response } of this.#open) response.end();
    this.#open.clear();
  }

  async #send(text: (stream: Stream) => string | null): Promise<void> {
    const chosen = [...this.#open].flatMap((stream) => {
      const words = text(stream);
      return words === null ? [] : [{ stream, words }];
    });
    if (chosen.length === 0) return;
    // A database error ends no session: skip this event; the next heartbeat checks again.
    const living = await this.#living(chosen.map(({ stream }) => stream.sessionId)).catch(() => null);
    if (living === null) return;
    for (const { stream, words } of chosen) {
      if (!living.has(stream.sessionId)) stream.response.end();
      else if (stream.response.writableLength > maxBufferedBytes) stream.response.destroy();
      else stream.response.write(words);
    }
  }
}

/**
 * Server-sent events for the back office: `change` names the kinds, and the client refetches them. Fed by the changes
 * of all instances.
 */
export function notificationStream({ http, database, changes }: AppContext, scope: FastifyInstance): void {
  const streams = new Streams((ids) => livingSessions(database, ids, 'leads'));
  const stop = changes.onChange((changed) => {
    void streams.publish((userId) => [notificationsKind, readsKind(userId)].filter((kind) => changed.includes(kind)));
  });
  http.addHook('preClose', async () => {
    stop();
    streams.close();
  });

  scope.get(
    calls.notificationStream,
    { schema: { summary: 'Follow notifications', describedAnswer: 'text/event-stream' } },
    async (request, reply) => {
      if (!/\btext\/event-stream\b/.test(request.headers.accept ?? ''))
        throw new HttpError(406, 'This call answers text/event-stream only.');
      if (request.method === 'HEAD') return reply.type('text/event-stream; charset=utf-8').send();
      const { user, sessionId } = request.staff;
      if (!streams.canAdd(user.id)) throw new HttpError(429, 'Too many streams are open.', { retryAfter: 30 });
      begin(request, reply);
      streams.add({ userId: user.id, sessionId, response: reply.raw });
      request.endWork();
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
