/** Milliseconds. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { previews } from '#paths.ts';
import { networkOf } from '../networks.server.ts';

/** Milliseconds. */
const span = 10_000;

type Level = 'warn' | 'info';

type Kind = Record<'event', string> & Record<string, string | number | null>;

/** The first lines of a kind within ten seconds are written at once, the others counted. */
export class SampledLog {
  readonly #log: Record<Level, (facts: object) => void>;
  readonly #counts = new Map<string, { kind: Kind; level: Level; more: number; left: number }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Record<Level, (facts: object) => void>) {
    this.#log = log;
  }

  write(level: Level, kind: Kind, facts: object, lines = 1): void {
    const key = Object.values(kind).join(' ');
    const entry = this.#counts.get(key) ?? { kind, level, more: 0, left: lines };
    this.#counts.set(key, entry);
    if (entry.left > 0) {
      entry.left--;
      this.#log[level]({ ...kind, ...facts });
    } else entry.more++;
    this.#timer ??= setTimeout(() => this.close(), span).unref();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const { kind, level, more } of this.#counts.values()) {
      if (more > 0) this.#log[level]({ ...kind, more, seconds: span / 1_000 });
    }
    this.#counts.clear();
  }
}

/** Statuses that occur by the thousand in an outage; of other errors more lines are logged. */
const expectedStatuses = new Set([408, 429, 503, 507]);
const linesOfMistakes = 20;

declare module 'fastify' {
  interface FastifyInstance {
    sampledLog: SampledLog;
  }
  interface FastifyRequest {
    failedBy: string | null;
  }
}

export function logHttpErrors(http: FastifyInstance): void {
  const log = new SampledLog(http.log);
  http.decorate('sampledLog', log);
  http.decorateRequest('failedBy', null);
  http.addHook('onClose', async () => log.close());
  http.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode >= 400) logHttpError(request, reply.statusCode);
  });
}

export function logHttpError(request: FastifyRequest, status: number): void {
  const { staff } = request as { staff?: { user: { id: number } } };
  request.server.sampledLog.write(
    status >= 500 ? 'warn' : 'info',
    { event: 'refused', status, route: request.routeOptions.url ?? null },
    {
      method: request.method,
      actor: staff?.user.id ?? null,
      network: networkOf(request.ip),
      id: request.id,
      ...(request.failedBy && { reason: request.failedBy }),
    },
    expectedStatuses.has(status) || request.failedBy ? 1 : linesOfMistakes,
  );
}

/** Whoever has one of these addresses reads what it leads to. The proxies in deploy/ log none of them either. */
export const secretRoutes: string[] = [previews.route];

/** Named by what is in them, which everybody may see. */
const publicFiles = /^\/(?:assets|media|files|card|icon)\//;

/**
 * What of an address may be written down: the path alone, as a query may hold a token. A secret address becomes its
 * route; a part that looks like a key, an e-mail address or a phone number becomes ‘…’. It is judged as the router reads
 * it: decoded, and also where its letters are large.
 */
export function redactPath(url: string): string {
  const rawPath = url.split(/[?#]/, 1)[0] ?? '';
  const path = decode(rawPath).replace(/\/{2,}/g, '/');
  const lower = path.toLowerCase();
  const route = secretRoutes.find((each) => lower.startsWith(each.slice(0, each.indexOf(':'))));
  if (route) return route;
  if (publicFiles.test(path)) return rawPath;
  const redacted = path.split('/').map((part) => (isPrivate(part) ? '…' : part));
  return redacted.includes('…') ? redacted.join('/') : rawPath;
}

/** Of tokens for programs; whoever searches for leaked secrets knows them by it. */
export const programPrefix = 'prg_';

/** Tokens for programs in any text, such as a line of the log or a note, become `prg_…`. */
export function maskTokens(text: string): string {
  return text.replace(/prg_[\w-]{8,}/gi, `${programPrefix}…`);
}

function isPrivate(part: string): boolean {
  return /@|\d{8}|[০-৯]{8}/.test(part) || maskTokens(part) !== part || (part.match(/[\w-]{22,}/g) ?? []).some(isKey);
}

/** Words with hyphens between are an address that somebody wrote; of 10¹³ tokens one is. */
function isKey(run: string): boolean {
  return !run.split(/[-_]/).every((word) => /^(?:[A-Z]?[a-z]*|[A-Z]+|\d{1,7})$/.test(word));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
