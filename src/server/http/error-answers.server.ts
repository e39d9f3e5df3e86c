import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { invalid, Refusal, storeFault } from '../errors.server.ts';

/** How an error page is drawn, for those who ask for a page. */
type ErrorPage = (status: number, request: FastifyRequest) => Promise<Buffer | null>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the site: it knows how pages look, this module does not. */
    errorPage: { draw: ErrorPage; policy: string };
  }
}

/** Every error becomes one short answer: JSON for calls, a designed page for browsers; never a stack or a query. */
export function answerErrors(http: FastifyInstance): void {
  http.decorate('errorPage', { draw: async () => null, policy: '' });
  http.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal.status >= 500) request.log.error({ event: 'fault', id: request.id, err: error });
    return send(http, refusal, request, reply);
  });
  const methods = allowedMethods(http);
  http.setNotFoundHandler(async (request, reply) => {
    const allowed = methods(request.url.split('?')[0] ?? '/');
    if (allowed.length === 0) return answerNoAddress(http, request, reply);
    reply.header('allow', allowed.join(', '));
    return send(http, new Refusal(405, 'This address does not take that method.'), request, reply);
  });
}

/** Nothing is at this address. */
export async function answerNoAddress(
  http: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return send(http, new Refusal(404, 'পাতাটি খুঁজে পাওয়া গেল না।'), request, reply);
}

function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return refusalOfValidation(error.validation);
  const fault = storeFault(error);
  if (fault) return fault;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal(415, 'Only JSON in UTF-8 is accepted here.');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(413, 'The body is too large.');
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return new Refusal(503, 'This took too long.', { retryAfter: 5 });
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new Refusal(status, 'The request could not be understood.');
  if (status === 503) return new Refusal(503, 'The server is closing.', { retryAfter: 5 });
  return new Refusal(500, 'Server Error');
}

function refusalOfValidation(issues: { instancePath: string; message?: string }[]): Refusal {
  const fields: Record<string, string[]> = {};
  for (const { instancePath, message } of issues) {
    const field = instancePath.split('/')[1] || 'body';
    fields[field] = [...(fields[field] ?? []), message ?? 'Invalid'];
  }
  return fields.body && Object.keys(fields).length === 1
    ? new Refusal(400, 'The body must be a JSON object.')
    : invalid(fields);
}

async function send(
  http: FastifyInstance,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(refusal.status);
  if (refusal.retryAfter !== null) reply.header('retry-after', String(refusal.retryAfter));
  if (refusal.status === 413) reply.header('connection', 'close');
  const page = wantsPage(request) ? await http.errorPage.draw(refusal.status, request) : null;
  if (page !== null) {
    reply.header('content-security-policy', http.errorPage.policy);
    return reply.type('text/html; charset=utf-8').send(page);
  }
  return reply.type('application/json; charset=utf-8').send(
    JSON.stringify({
      message: (request.routeOptions.config?.forStaff && refusal.forStaff) || refusal.message,
      ...(refusal.fields ? { errors: refusal.fields } : {}),
      ...(refusal.status === 500 ? { request_id: request.id } : {}),
    }),
  );
}

/** A browser that navigates prefers HTML; a call, or a client that takes anything, gets JSON. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.url.startsWith('/api/')) return false;
  return prefersHtml(request.headers.accept);
}

/** Which methods the routes of a path take; asked only where no route was found. */
function allowedMethods(http: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = [];
  http.addHook('onRoute', ({ url, method }) => {
    const pattern = url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:[^/]+/g, '[^/]+')
      .replace(/\*/g, '.*');
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  return (path) => [...new Set(routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods))];
}

/** Whether an `Accept` header names HTML and likes it better than JSON. Who takes anything gets JSON. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').toLowerCase().split(',').map(readRange);
  const html = ranges.find(({ type }) => type === 'text/html');
  if (!html || html.quality === 0) return false;
  const json = ranges.find(({ type }) => type === 'application/json');
  if (!json || html.quality > json.quality) return true;
  return html.quality === json.quality && ranges.indexOf(html) < ranges.indexOf(json);
}

function readRange(text: string): { type: string; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const number = quality === undefined ? 1 : Number(quality);
  return { type, quality: Number.isFinite(number) ? number : 0 };
}
