import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Tally } from '../watching/traffic.server.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** An answer in ready bytes: what a cached page or call sends, in the encodings that exist by now. */
export interface ReadyAnswer {
  status: number;
  /** Of its route: how often it was sent from memory. */
  tally?: Tally;
  etag: string;
  /** Not worth keeping: addresses beyond the end of a list are without number. */
  passing?: boolean;
  /** Why a part of it is not there; then it is not kept either. */
  missing?: Error | null;
  /** All headers but those of the encoding, the length and the request. */
  headers: [string, string][];
  bodies: Partial<Record<Encoding, EncodedBody>> & { identity: EncodedBody };
}

interface EncodedBody {
  bytes: Buffer;
  /** Names and values in turn, as `writeHead` takes them without further work. */
  rawHeaders: string[];
}

export function readyAnswer(status: number, body: string | Buffer, headers: Record<string, string>): ReadyAnswer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
  // Weak: the same etag stands for each encoding of the page.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const all: [string, string][] = [...Object.entries(headers), ['etag', etag], ['vary', 'accept-encoding']];
  return { status, etag, headers: all, bodies: { identity: encoded(all, 'identity', bytes) } };
}

/** What is asked for anew each time: browsers keep it only together with its etag. */
export const askedForAnew = 'public, no-cache';

/**
 * For answers that caches between visitors and us may keep, as they hear of changes: ten minutes at most, should one
 * news of a change be lost. Browsers go on asking each time.
 */
const keptByShared = 'public, max-age=0, s-maxage=600, stale-while-revalidate=60, stale-if-error=86400';

/** The same answer, where caches between visitors and us may keep it for a while, if that holds for it at all. */
export function keepable(answer: ReadyAnswer): ReadyAnswer {
  if (!answer.headers.some(([, value]) => value === askedForAnew)) return answer;
  const headers = answer.headers.map(([name, value]): [string, string] => [
    name,
    value === askedForAnew ? keptByShared : value,
  ]);
  return { ...answer, headers, bodies: { identity: encoded(headers, 'identity', answer.bodies.identity.bytes) } };
}

/** Bytes from which brotli's highest level takes seconds. */
const long = 2 ** 19;

/** Adds brotli at its fastest, which the first visitor waits for. */
export function compressQuickly(answer: ReadyAnswer): void {
  if (!isWorthIt(answer) || answer.bodies.identity.bytes.length > long) return;
  answer.bodies.br = encoded(answer.headers, 'br', quickBrotli(answer.bodies.identity.bytes));
}

/**
 * For what is made for one request: zstd where the client takes it, which is shorter at this pace and takes less time, else
 * brotli or gzip at its fastest. Null where the client takes none of them.
 */
export function compressedOnce(
  bytes: Buffer,
  acceptEncoding: string | undefined,
): { bytes: Buffer; encoding: 'zstd' | 'br' | 'gzip' } | null {
  if (accepts(acceptEncoding, 'zstd')) return { bytes: quickZstd(bytes), encoding: 'zstd' };
  if (accepts(acceptEncoding, 'br')) return { bytes: quickBrotli(bytes), encoding: 'br' };
  return accepts(acceptEncoding, 'gzip') ? { bytes: quickGzip(bytes), encoding: 'gzip' } : null;
}

function quickGzip(bytes: Buffer): Buffer {
  return gzipSync(bytes, { level: 1 });
}

function quickZstd(bytes: Buffer): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: 1 };
  // Told how long the text is, it makes no larger tables ready.
  return zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length, chunkSize: 64 * 1024 });
}

/** On the event loop: for a page it takes half a millisecond, and nothing that takes seconds is in its way. */
function quickBrotli(bytes: Buffer): Buffer {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    // A window of 256 KiB, as large as a page: making a larger one ready costs a third more.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  };
  return brotliCompressSync(bytes, { params, chunkSize: 64 * 1024 });
}

/** Adds gzip, then brotli at its highest level. Runs beside the requests, in the thread pool. */
export async function compressWell(answer: ReadyAnswer): Promise<void> {
  if (!isWorthIt(answer)) return;
  await addGzip(answer);
  await addBestBrotli(answer);
}

async function addGzip({ bodies, headers }: ReadyAnswer): Promise<void> {
  const { bytes } = bodies.identity;
  bodies.gzip = encoded(headers, 'gzip', await promisify(gzip)(bytes, { level: bytes.length < long ? 9 : 6 }));
}

async function addBestBrotli({ bodies, headers }: ReadyAnswer): Promise<void> {
  const { bytes } = bodies.identity;
  const quality = bytes.length < long ? 11 : 5;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  bodies.br = encoded(headers, 'br', await promisify(brotliCompress)(bytes, { params }));
}

function isWorthIt({ headers, bodies }: ReadyAnswer): boolean {
  const isPicture = headers.some(([name, value]) => name === 'content-type' && /^image\/(?!svg)/.test(value));
  return bodies.identity.bytes.length >= 512 && !isPicture;
}

function encoded(headers: [string, string][], encoding: Encoding, bytes: Buffer): EncodedBody {
  const rawHeaders = [...headers.flat(), 'content-length', String(bytes.length)];
  if (encoding !== 'identity') rawHeaders.push('content-encoding', encoding);
  return { bytes: alone(bytes), rawHeaders };
}

/** Short bytes are cut out of a block of 64 KiB, which would be kept with them. */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Sends it: 304 where the client has these bytes, else the best encoding that the client takes. */
export function sendReady(
  answer: ReadyAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  more: string[] = [],
): void {
  if (answer.status === 200 && knows(request.headers['if-none-match'], answer.etag)) {
    response.writeHead(304, [...answer.headers.flat(), 'x-request-id', requestId, ...more]).end();
    return;
  }
  const body = bestBody(answer, request.headers['accept-encoding']);
  response.writeHead(answer.status, [...body.rawHeaders, 'x-request-id', requestId, ...more]);
  response.end(request.method === 'HEAD' ? undefined : body.bytes);
}

function knows(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch === '*' || ifNoneMatch === etag || (ifNoneMatch.length < 1_000 && ifNoneMatch.includes(etag.slice(2)))
  );
}

/** The best encoding that the client takes. */
export function bestBody(answer: ReadyAnswer, acceptEncoding: string | undefined): EncodedBody {
  const { bodies, headers } = answer;
  if (bodies.br && accepts(acceptEncoding, 'br')) return bodies.br;
  if (!accepts(acceptEncoding, 'gzip')) return bodies.identity;
  // The first client that takes nothing else has it made.
  if (!bodies.gzip && isWorthIt(answer) && bodies.identity.bytes.length <= long)
    bodies.gzip = encoded(headers, 'gzip', quickGzip(bodies.identity.bytes));
  return bodies.gzip ?? bodies.identity;
}

const decisions = new Map<string, Record<'zstd' | 'br' | 'gzip', boolean>>();

/** Browsers send a handful of different values, so each is taken apart once. */
function accepts(header: string | undefined, encoding: 'zstd' | 'br' | 'gzip'): boolean {
  if (header === undefined) return false;
  let decision = decisions.get(header);
  if (!decision) {
    decision = { zstd: names(header, 'zstd'), br: names(header, 'br'), gzip: names(header, 'gzip') };
    if (decisions.size > 200) decisions.clear();
    decisions.set(header, decision);
  }
  return decision[encoding];
}

function names(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((word) => word.trim());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
