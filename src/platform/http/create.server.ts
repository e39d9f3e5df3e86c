import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Area } from '#api/rights.ts';
import { followReaders } from '#i18n/locale.server.ts';
import { health } from '#paths.ts';
import type { AnswerCache } from '../cache/answer-cache.server.ts';
import {
  type CachedResponse,
  headersOfEveryAnswer,
  policyOfData,
  sendCachedResponse,
} from '../cache/cached-response.server.ts';
import { HttpError } from '../errors.server.ts';
import { logHttpErrors, maskTokens } from '../metrics/log.server.ts';
import { type LogRequest, requestLog, Traffic, watchRequests } from '../metrics/traffic.server.ts';
import { readForwarded } from '../networks.server.ts';
import type { Settings } from '../settings/settings.server.ts';
import { answerErrors, answerHttpError, noAddress } from './error-answers.server.ts';
import { readJsonBody } from './json-body.server.ts';
import { limitBodies } from './limits/bodies.server.ts';
import { Connections } from './limits/connections.server.ts';
import { limitConcurrency, networkLimit } from './limits/lanes.server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    stopping: { begun: boolean };
  }
}

/** Routes for everyone: a handler that reads `request.staff` doesn't compile here. */
export type Http = HttpOf<ZodTypeProvider>;

/** Made by `guardScope` alone, for the area whose rights its routes need. */
export type StaffScope = HttpOf<StaffTypeProvider> & { readonly area: Area };

export interface StaffTypeProvider extends ZodTypeProvider {
  readonly isGuarded: true;
}

type HttpOf<Provider extends ZodTypeProvider> = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  Provider
>;

type HttpSettings = Pick<
  Settings,
  'dataDir' | 'logLevel' | 'logRequests' | 'trustProxy' | 'transportSecurity' | 'hosts'
>;

/** In bytes and milliseconds. */
const socketLimits = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // For uploads on slow lines; `limitBodies` is stricter for other bodies.
  requestTimeout: 300_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
};

const jsonType = /^application\/json(?:\s*;\s*charset=(?:"utf-8"|utf-8))?\s*$/i;

/** The rules of all routes: limits, strict bodies, headers, errors. Cached answers are sent before the routing. */
export function createHttp(settings: HttpSettings, cache: AnswerCache): Http {
  const nextId = requestIds();
  const connections = new Connections(settings.trustProxy);
  const overNetworkLimit = networkLimit(connections);
  const traffic = new Traffic();
  const stopping = { begun: false };
  const logRequest = settings.logRequests ? requestLog(() => http.log) : null;
  const http: Http = Fastify({
    logger: {
      level: settings.logLevel,
      base: null,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      hooks: { streamWrite: maskTokens },
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    genReqId: nextId,
    bodyLimit: 16 * 1024,
    handlerTimeout: 65_000,
    // Requests on open connections are still served while closing.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: 100,
    },
    serverFactory: (handle) => cacheFirst({ settings, cache, connections, stopping, nextId, logRequest }, handle),
    // Addresses that the router can't decode skip the hooks.
    frameworkErrors: (_error, request, reply) => {
      addHeaders(request, reply);
      void answerHttpError(http, overNetworkLimit(request, reply) ?? noAddress(), request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();

  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
  followReaders(http);
  http.addHook('onRequest', async (request, reply) => {
    const refusal = overNetworkLimit(request, reply);
    if (refusal) throw refusal;
    assertPlainRequest(request);
    assertOwnHost(settings.hosts, request);
  });
  http.addHook('onSend', async (request, reply) => addHeaders(request, reply));
  watchRequests(http, traffic, logRequest);
  logHttpErrors(http);
  limitConcurrency(http, cache, connections);
  limitBodies(http, settings.dataDir);
  http.decorate('stopping', stopping);
  stopWithoutWaiting(http, connections);
  answerErrors(http);
  return http;
}

/** Finishes every request, but doesn't wait for idle keep-alive or preconnected sockets. */
function stopWithoutWaiting(http: Http, connections: Connections): void {
  const { server, stopping } = http;
  http.addHook('onSend', async (_request, reply) => {
    if (stopping.begun) reply.header('connection', 'close');
  });
  http.addHook('preClose', async () => {
    stopping.begun = true;
    // Commands ask without listening.
    if (!server.listening) return;
    // Closing them at once would cut off a request that is just being sent.
    server.closeIdleConnections = () => undefined;
    // After the poll phase: what has arrived on a connection until then is a request that runs. Within a second it gets a
    // last answer, with `connection: close`.
    const sweep = setInterval(() => setImmediate(() => connections.endIdle()), 1_000);
    server.once('close', () => clearInterval(sweep));
  });
}

interface ServerParts {
  settings: HttpSettings;
  cache: AnswerCache;
  connections: Connections;
  stopping: { begun: boolean };
  nextId: () => string;
  logRequest: LogRequest | null;
}

function cacheFirst(parts: ServerParts, handle: RequestListener): Server {
  const { settings, cache, connections, stopping } = parts;
  const send = cachedSender(parts);
  const server = createServer(socketLimits, (request, response) => {
    if (stopping.begun) response.setHeader('connection', 'close');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const cached = isRead && request.url !== undefined ? cache.get(request.url) : null;
    if (cached && hostsOf(request.rawHeaders) === 1 && isOwnHost(settings.hosts, request.headers.host)) {
      send(cached, request, response);
      return;
    }
    if (settings.trustProxy) sanitizeForwardedFor(request);
    connections.markBusy(request.socket, response);
    if (settings.transportSecurity) response.setHeader('strict-transport-security', settings.transportSecurity);
    handle(request, response);
  });
  connections.watch(server);
  server.on('clientError', (error: ClientError, socket: Socket) => redirectUnencoded(error, socket, connections));
  server.maxHeadersCount = 100;
  server.maxRequestsPerSocket = 10_000;
  return server;
}

interface ClientError extends Error {
  rawPacket?: Buffer;
}

/** Programs that don't encode the Bengali of an address are sent to its encoded form: Node refuses the bytes themselves. */
function redirectUnencoded(error: ClientError, socket: Socket, connections: Connections): void {
  const [, url = ''] = /^(?:GET|HEAD) (\/(?![/\\])[^\s\uFFFD]*) HTTP\//.exec(String(error.rawPacket)) ?? [];
  const location = url.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
  // While a request before it runs, the answer would count as that one's.
  if (location === url || connections.isBusy(socket)) return;
  socket.end(
    `HTTP/1.1 301 Moved Permanently\r\nLocation: ${location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

function cachedSender({ settings, nextId, logRequest }: ServerParts) {
  const secure = settings.transportSecurity ? ['strict-transport-security', settings.transportSecurity] : [];
  return (ready: CachedResponse, request: IncomingMessage, response: ServerResponse): void => {
    const id = nextId();
    sendCachedResponse(ready, request, response, id, secure);
    if (ready.tally) ready.tally[response.statusCode === 304 ? 'known' : 'whole']++;
    if (!logRequest) return;
    const { method = '', url = '' } = request;
    logRequest({ id, method, url, status: response.statusCode, ms: 0 });
  };
}

/** Unique across restarts, and cheap because every answer has one. */
function requestIds(): () => string {
  const start = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

async function parseJson({ headers }: FastifyRequest, body: Buffer): Promise<unknown> {
  if (!jsonType.test(headers['content-type'] ?? '')) throw new HttpError(415, 'Only JSON in UTF-8 is accepted here.');
  // Some clients send the type without a body.
  return body.length === 0 ? undefined : readJsonBody(body);
}

/** Runs before `request.ip` is read, which Fastify takes from the header unchecked. */
function sanitizeForwardedFor({ headers }: IncomingMessage): void {
  const chain = headers['x-forwarded-for'];
  if (typeof chain === 'string') headers['x-forwarded-for'] = readForwarded(chain);
}

function assertPlainRequest(request: FastifyRequest): void {
  const { raw } = request;
  if (hostsOf(raw.rawHeaders) > 1) throw new HttpError(400, 'The request names more than one host.');
  const query = request.url.indexOf('?');
  if (query >= 0 && request.url.length - query > 2_048) throw new HttpError(414, 'The address is too long.');
}

/** Health checks and Prometheus address instances by IP. */
const askedByAddress = new Set<string>([health.live, health.ready, health.metrics]);

function isOwnHost(hosts: ReadonlySet<string> | null, host: string | undefined): boolean {
  return hosts === null || hosts.has((host ?? '').replace(/\.?(?::\d+)?$/, '').toLowerCase());
}

/** @throws {HttpError} 421 for an unknown host */
function assertOwnHost(hosts: ReadonlySet<string> | null, request: FastifyRequest): void {
  // `request.host` respects X-Forwarded-Host of a trusted proxy.
  if (isOwnHost(hosts, request.host) || askedByAddress.has(request.routeOptions.url ?? '')) return;
  throw new HttpError(421, 'এই সার্ভার অন্য একটি ঠিকানার। ঠিকানাটি দেখে আবার চেষ্টা করুন।', {
    english: 'This server does not answer for that host. Use the address of the site (PUBLIC_URL).',
  });
}

function hostsOf(rawHeaders: string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  for (const [name, value] of Object.entries(headersOfEveryAnswer)) {
    if (!reply.hasHeader(name)) reply.header(name, value);
  }
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policyOfData);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
}
