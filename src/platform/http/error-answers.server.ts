import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { escapeHtml } from '#api/text.ts';
import { inLanguage, languageOf, translate } from '#i18n/locale.server.ts';
import { t } from '#i18n/text.ts';
import { bestBody, type CachedResponse } from '../cache/cached-response.server.ts';
import { isUniqueViolation } from '../database/dialect.server.ts';
import { duplicate, HttpError, inBothLanguages, inEnglish, invalid, isProgram, storeFault } from '../errors.server.ts';
import { logHttpError } from '../metrics/log.server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    errorPage: { find: (status: number, path: string) => Promise<CachedResponse | null> };
    /** Finds a redirect for a 404 and records the missing address. */
    redirects: { find: (missing: MissingPage) => Promise<string | null> };
    methodsOf: (path: string) => string[];
    /** Answers with a page of the staff's own; false where none has the address. */
    ownPages: { answer: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> };
  }
}

export interface MissingPage {
  url: string;
  referrer: string | undefined;
  isPage: boolean;
}

z.config({ customError: wordsFor });

/** For what a schema has no words of its own for: those of its library help nobody. */
function wordsFor({ code, input, maximum }: z.core.$ZodRawIssue): string {
  if (input === undefined) return t('This is missing.');
  return code === 'too_big'
    ? t`At most ${String(maximum)}.`
    : t('This does not belong here. Look up what the call takes.');
}

/** Answers errors in JSON, or with a designed page for browsers; never with a stack trace or a query. */
export function answerErrors(http: FastifyInstance): void {
  http.decorate('errorPage', { find: async () => null });
  http.decorate('redirects', { find: async () => null });
  http.decorate('ownPages', { answer: async () => false });
  http.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = abortedRequest(request) ?? toHttpError(error);
    if (refusal.status === 500 || isUniqueViolation(error))
      request.log.error({ event: 'fault', id: request.id, err: error });
    else if (refusal.status > 500 && !(error instanceof HttpError)) request.failedBy = error.message;
    return answerHttpError(http, refusal, request, reply);
  });
  http.decorate('methodsOf', allowedMethods(http));
  http.setNotFoundHandler(async (request, reply) => {
    if (isRead(request) && (await http.ownPages.answer(request, reply))) return reply;
    const allowed = http.methodsOf(request.url.split('?')[0] ?? '/');
    // Static files have a wildcard route: the method is allowed, the file is missing.
    if (allowed.length === 0 || allowed.includes(request.method))
      return answerHttpError(http, noAddress(), request, reply);
    reply.header('allow', allowed.join(', '));
    return answerHttpError(http, new HttpError(405, 'This address does not take that method.'), request, reply);
  });
}

export function noAddress(): HttpError {
  return new HttpError(404, inBothLanguages('পাতাটি খুঁজে পাওয়া গেল না।', 'There is nothing at this address.'));
}

function abortedRequest(request: FastifyRequest): HttpError | null {
  if (!request.raw.destroyed || request.raw.complete) return null;
  request.failedBy = 'The sender left';
  logHttpError(request, 400);
  return new HttpError(400, 'The request did not arrive whole.');
}

function toHttpError(error: FastifyError): HttpError {
  if (error instanceof HttpError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return toValidationError(error.validation);
  const fault = storeFault(error);
  if (fault) return fault;
  if (isUniqueViolation(error)) return duplicate();
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new HttpError(415, 'Only JSON in UTF-8 is accepted here.');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new HttpError(413, 'The body is too large.');
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return new HttpError(503, 'This took too long.', { retryAfter: 5 });
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return new HttpError(status, 'The request could not be understood.');
  if (status === 503) return new HttpError(503, 'The server is closing.', { retryAfter: 5, isBrief: true });
  return new HttpError(500, 'Server Error');
}

function toValidationError(issues: { instancePath: string; message?: string }[]): HttpError {
  const fields: Record<string, string[]> = {};
  for (const { instancePath, message } of issues) {
    const field = instancePath.split('/')[1] || 'body';
    fields[field] = [...(fields[field] ?? []), message ?? 'Invalid'];
  }
  return fields.body && Object.keys(fields).length === 1
    ? new HttpError(400, 'The body must be a JSON object.')
    : invalid(fields);
}

export async function answerHttpError(
  http: FastifyInstance,
  refusal: HttpError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const redirect = refusal.status === 404 ? await findRedirect(http, request) : null;
  if (redirect) return reply.code(301).header('location', redirect).send();
  const { retryAfter, isBrief, confirm } = refusal.details;
  reply.code(refusal.status);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  // Fastify would close the connection, and a client or proxy that is still sending would miss the answer.
  if (refusal.status === 413) reply.removeHeader('connection');
  const isPage = wantsPage(request);
  if (isPage && isBrief) return reply.type('text/html; charset=utf-8').send(briefPage(refusal));
  const page = isPage ? await http.errorPage.find(refusal.status, request.url) : null;
  if (page !== null) {
    const { bytes, rawHeaders } = bestBody(page, request.headers['accept-encoding']);
    for (let at = 0; at < rawHeaders.length; at += 2) reply.header(rawHeaders[at] ?? '', rawHeaders[at + 1]);
    return reply.send(bytes);
  }
  const { message, errors } = localizedMessages(refusal, request);
  return reply.type('application/json; charset=utf-8').send(
    JSON.stringify({
      message,
      ...(errors && { errors }),
      ...(confirm && { confirm }),
      ...(refusal.status === 500 ? { request_id: request.id } : {}),
    }),
  );
}

function briefPage({ status, message }: HttpError): string {
  return `<!doctype html><html lang="bn"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status}</title><p>${escapeHtml(message)}</p><p><a href="">আবার চেষ্টা</a></p></html>`;
}

/** Staff read their language; visitors Bengali, and programs English. */
function localizedMessages({ message, details: { english }, fields }: HttpError, request: FastifyRequest) {
  const isStaff = Boolean(request.routeOptions.config?.area);
  const language = isStaff ? languageOf(request) : isProgram(request.headers) ? 'en' : 'bn';
  if (language === 'bn' && !isStaff) return { message, errors: fields };
  const read = language === 'en' ? inEnglish : (text: string) => inLanguage('bn', () => translate(text));
  const errors = Object.entries(fields ?? {}).map(([field, all]) => [field, all.map(read)]);
  return { message: (language === 'en' && english) || read(message), errors: fields && Object.fromEntries(errors) };
}

function findRedirect(http: FastifyInstance, request: FastifyRequest): Promise<string | null> | null {
  if (!isRead(request)) return null;
  const { url, headers } = request;
  return http.redirects.find({ url, referrer: headers.referer, isPage: wantsPage(request) });
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Navigating browsers prefer HTML; a client that accepts any type gets JSON. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.url.startsWith('/api/')) return false;
  return prefersHtml(request.headers.accept);
}

/** Matches all routes, which is slow, so it is used for 404 only. */
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

/** Whether `Accept` names HTML with a higher quality than JSON, or earlier. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').toLowerCase().split(',').map(readRange);
  const html = ranges.find(({ type }) => type === 'text/html');
  if (!html || html.quality === 0) return false;
  const json = ranges.find(({ type }) => type === 'application/json');
  if (!json || html.quality > json.quality) return true;
  return html.quality === json.quality && ranges.indexOf(html) < ranges.indexOf(json);
}

function readRange(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const number = quality === undefined ? 1 : Number(quality);
  return { type, quality: Number.isFinite(number) ? number : 0 };
}
