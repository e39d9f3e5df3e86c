import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Tally } from '../metrics/traffic.server.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** A rendered answer as bytes, in the encodings made so far. */
export interface CachedResponse {
  status: number;
  tally?: Tally;
  etag: string;
  uncacheable?: boolean;
  /** The error of a part that could not be rendered; such an answer is uncacheable. */
  missing?: Error | null;
  /** Without encoding, length and request id. */
  headers: [string, string][];
  bodies: Partial<Record<Encoding, EncodedBody>> & { identity: EncodedBody };
}

interface EncodedBody {
  bytes: Buffer;
  /** Names and values in turn, as `writeHead` takes them. */
  rawHeaders: string[];
}

export function createCachedResponse(
  status: number,
  body: string | Buffer,
  headers: Record<string, string>,
): CachedResponse {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  // Weak, because all encodings share the ETag.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const all: [string, string][] = [...Object.entries(headers), ['etag', etag], ['vary', 'accept-encoding']];
  return { status, etag, headers: all, bodies: { identity: encoded(all, 'identity', bytes) } };
}

/** Browsers revalidate with the ETag on every use. */
export const revalidateCacheControl = 'public, no-cache';

/** CDNs may cache for ten minutes, which bounds the harm of a lost purge. Browsers still revalidate. */
const cdnCacheControl = 'public, max-age=0, s-maxage=600, stale-while-revalidate=60, stale-if-error=86400';

export function forSharedCaches(answer: CachedResponse): CachedResponse {
  if (!answer.headers.some(([, value]) => value === revalidateCacheControl)) return answer;
  const headers = answer.headers.map(([name, value]): [string, string] => [
    name,
    value === revalidateCacheControl ? cdnCacheControl : value,
  ]);
  return { ...answer, headers, bodies: { identity: encoded(headers, 'identity', answer.bodies.identity.bytes) } };
}

/** Longer answers are compressed less, as others wait meanwhile. */
const long = 2 ** 19;

/** Synchronous: it takes some milliseconds, and the thread pool may be busy for seconds. */
export function compress(answer: CachedResponse): void {
  const { bytes } = answer.bodies.identity;
  if (isCompressible(answer))
    answer.bodies.br = encoded(answer.headers, 'br', brotli(bytes, bytes.length < long ? 5 : 1));
}

/** For uncacheable answers. zstd at level 1 is smaller and faster than brotli at level 1. */
export function compressOnce(
  bytes: Buffer,
  acceptEncoding: string | undefined,
): { bytes: Buffer; encoding: 'zstd' | 'br' | 'gzip' } | null {
  if (accepts(acceptEncoding, 'zstd')) return { bytes: quickZstd(bytes), encoding: 'zstd' };
  if (accepts(acceptEncoding, 'br')) return { bytes: brotli(bytes, 1), encoding: 'br' };
  return accepts(acceptEncoding, 'gzip') ? { bytes: gzipSync(bytes, { level: 1 }), encoding: 'gzip' } : null;
}

function quickZstd(bytes: Buffer): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  // With the size known, zstd allocates smaller tables.
  return zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length, chunkSize: 64 * 1024 });
}

function brotli(bytes: Buffer, quality: 1 | 5): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // A window of 256 KiB fits a page; initialising a larger one costs a third more.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  };
  return brotliCompressSync(bytes, { params, chunkSize: 64 * 1024 });
}

function isCompressible({ headers, bodies }: CachedResponse): boolean {
  const isPicture = headers.some(([name, value]) => name === 'content-type' && /^image\/(?!svg)/.test(value));
  return bodies.identity.bytes.length >= 512 && !isPicture;
}

function encoded(headers: [string, string][], encoding: Encoding, bytes: Buffer): EncodedBody {
  const rawHeaders = [...headers.flat(), 'content-length', String(bytes.length)];
  if (encoding !== 'identity') rawHeaders.push('content-encoding', encoding);
  return { bytes: ownCopy(bytes), rawHeaders };
}

/** Copies bytes out of zlib's 64 KiB chunk, which would stay in memory with them. */
function ownCopy(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export function sendCachedResponse(
  answer: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  more: string[] = [],
): void {
  if (answer.status === 200 && matchesEtag(request.headers['if-none-match'], answer.etag)) {
    response.writeHead(304, [...answer.headers.flat(), 'x-request-id', requestId, ...more]).end();
    return;
  }
  const body = bestBody(answer, request.headers['accept-encoding']);
  response.writeHead(answer.status, [...body.rawHeaders, 'x-request-id', requestId, ...more]);
  response.end(request.method === 'HEAD' ? undefined : body.bytes);
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch === '*' || ifNoneMatch === etag || (ifNoneMatch.length < 1_000 && ifNoneMatch.includes(etag.slice(2)))
  );
}

export function bestBody(answer: CachedResponse, acceptEncoding: string | undefined): EncodedBody {
  const { bodies, headers } = answer;
  if (bodies.br && accepts(acceptEncoding, 'br')) return bodies.br;
  if (!accepts(acceptEncoding, 'gzip')) return bodies.identity;
  if (!bodies.gzip && isCompressible(answer)) {
    const { bytes } = bodies.identity;
    bodies.gzip = encoded(headers, 'gzip', gzipSync(bytes, { level: bytes.length < long ? 6 : 1 }));
  }
  return bodies.gzip ?? bodies.identity;
}

/** By `Accept-Encoding`, of which browsers send few. */
const acceptedEncodings = new LRUCache<string, Set<string>>({ max: 200, memoMethod: encodingsIn });

function accepts(header: string | undefined, encoding: 'zstd' | 'br' | 'gzip'): boolean {
  return header !== undefined && acceptedEncodings.memo(header).has(encoding);
}

function encodingsIn(header: string): Set<string> {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
    .filter((part) => !part.some((word) => /^q=0(\.0*)?$/.test(word)));
  return new Set(accepted.map(([name = '']) => name));
}

/** `Strict-Transport-Security` is added elsewhere, for HTTPS only. */
export const headersOfEveryAnswer: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

const base = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'";

export const policyOfData = `${base}; sandbox`;

export const policyOfPictures = "default-src 'none'; sandbox";

/** For a page in an iframe of our own. */
export function policyInFrame(policy: string): string {
  return policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
}

export function policyOfPages(inline: { scripts: string[]; styles: string[] }): string {
  return [
    base,
    ['script-src', "'self'", ...inline.scripts].join(' '),
    ['style-src', "'self'", ...inline.styles].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    // Own pages, for the form beside what it changes.
    "frame-src 'self' https://www.youtube-nocookie.com",
    "require-trusted-types-for 'script'",
    'trusted-types worker',
  ].join('; ');
}
