import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { today } from '../cache/answer-cache.server.ts';
import { HttpError, inBothLanguages } from '../errors.server.ts';

const tooOld = inBothLanguages(
  'পাতাটি অনেকক্ষণ খোলা ছিল। আবার চেষ্টা করুন।',
  'The CSRF token is missing or too old. Get a new one from /api/csrf-token and try again.',
);

/** The token is the same for everyone, as pages are cached; `Sec-Fetch-Site` and `Origin` really protect. */
export class CsrfGuard {
  readonly #secret: string;
  readonly #own: URL;
  readonly #isPublicOnly: boolean;

  /** @param settings.hosts if set, only the origin of PUBLIC_URL may send requests */
  constructor(settings: { secret: string; publicUrl: string; hosts?: ReadonlySet<string> | null }) {
    this.#secret = settings.secret;
    this.#own = new URL(settings.publicUrl);
    this.#isPublicOnly = !!settings.hosts;
  }

  token(): string {
    return this.#tokenOf(today());
  }

  /** @throws {HttpError} 403 for a cross-site request, 419 for a missing or expired token */
  check(request: FastifyRequest, token: unknown): void {
    this.checkSender(request);
    const accepted = [today(), today() - 1].some(
      (day) => typeof token === 'string' && equal(token, this.#tokenOf(day)),
    );
    if (!accepted) throw new HttpError(419, tooOld);
  }

  /** For requests without a token. @throws {HttpError} 403 for a cross-site request */
  checkSender(request: FastifyRequest): void {
    const { headers } = request;
    const site = headers['sec-fetch-site'];
    const origin = headers.origin ?? (headers.referer && safeOrigin(headers.referer));
    const isForeign =
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      (origin !== undefined && !this.#isOwn(origin, request));
    if (isForeign) throw new HttpError(403, 'This request comes from another site.');
  }

  /**
   * Accepts the public origin or, outside of production, the request's own. The same host with another scheme or port
   * is foreign: others on the network or the machine could serve it.
   */
  #isOwn(origin: string, { protocol, headers }: FastifyRequest): boolean {
    if (origin === this.#own.origin) return true;
    if (this.#isPublicOnly || headers.host === undefined || headers.host === this.#own.host) return false;
    // An untrusted proxy may have terminated TLS.
    return origin === `${protocol}://${headers.host}` || origin === `${this.#own.protocol}//${headers.host}`;
  }

  #tokenOf(day: number): string {
    return createHmac('sha256', this.#secret).update(`csrf ${day}`).digest('base64url');
  }
}

/** In the same time, however much of it is right. */
export function equal(token: string, expected: string): boolean {
  const [one, other] = [Buffer.from(token), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function safeOrigin(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
