import http from 'node:http';
import https from 'node:https';
import { t } from '#i18n/text.ts';
import {
  addressRefusal,
  checkedLookup,
  type OutboundRules,
  privateAddressMessage,
  targetOf,
} from '#platform/outbound.server.ts';

/** How far a call may go. */
export interface CallLimits {
  /** Milliseconds, from the name's look-up to the last byte of the answer. */
  time: number;
  /** Bytes of the answer. */
  bytes: number;
}

const usualCallLimits: CallLimits = { time: 10_000, bytes: 16 * 1_024 };

/** What came of a call: what was answered, or what went wrong in words. */
export interface HttpResult {
  status: number | null;
  ms: number;
  answer: string | null;
  error: string | null;
}

interface Call {
  url: string;
  headers?: Record<string, string>;
  /** JSON unless `headers` say otherwise, which is posted; without it the address is just asked for. */
  body?: string | Buffer;
  /** Which receivers inside of the own network are allowed. */
  rules: OutboundRules;
  /** A host that may be anywhere, because an operator named it. */
  trustedHost?: string;
  /** Of the answer: `latin1` keeps every byte. */
  encoding?: 'latin1';
  /** Ends it before its time. */
  signal?: AbortSignal;
  /** Whether a status says that it was taken; those from 200 to 299 do without saying so. */
  isTaken?: (status: number) => boolean;
}

/** Shown verbatim to the operator. */
class Trouble extends Error {}

/** Calls another system and reads its answer. Redirects are not followed, no connection is kept; it never throws. */
export async function guardedFetch(call: Call, limits: CallLimits = usualCallLimits): Promise<HttpResult> {
  const { url, rules, trustedHost, signal = AbortSignal.any([]), isTaken = isFine } = call;
  const began = performance.now();
  const done = (result: Omit<HttpResult, 'ms'>): HttpResult => ({
    ...result,
    ms: Math.round(performance.now() - began),
  });
  const late = AbortSignal.timeout(limits.time);
  let status: number | null = null;
  try {
    const isTrusted = trustedHost !== undefined && URL.parse(url)?.host === trustedHost;
    const refusal = isTrusted ? null : addressRefusal(url, rules);
    if (refusal) throw new Trouble(refusal);
    const lookup = isTrusted ? undefined : checkedLookup(targetOf(new URL(url)), rules);
    const response = await send(new URL(url), call, { lookup, signal: AbortSignal.any([late, signal]) });
    status = response.statusCode ?? 0;
    if (!isTaken(status)) {
      response.destroy();
      throw new Trouble(refusedBy(status));
    }
    return done({ status, answer: (await readAll(response, limits.bytes)).toString(call.encoding), error: null });
  } catch (error) {
    return done({ status, answer: null, error: reason(error as Error) });
  }

  function reason(error: Error) {
    if (signal.aborted) return t('The program was stopped meanwhile.');
    return late.aborted ? t`It did not answer within ${limits.time / 1_000} s.` : inWords(error);
  }
}

export function isFine(status: number): boolean {
  return status >= 200 && status <= 299;
}

function send(
  url: URL,
  { headers, body }: Call,
  options: Pick<http.RequestOptions, 'lookup' | 'signal'>,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    request(url, {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      ...options,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        accept: 'application/json',
        'user-agent': 'Prangon',
        ...headers,
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

async function readAll(response: http.IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the connection.
    if (size > most) throw new Trouble(t`Its answer has more than ${most / 1_024} KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusedBy(status: number): string {
  if (status >= 300 && status < 400)
    return t`It answered ${status}: redirects are not followed. Enter the last address.`;
  if (status === 401 || status === 403) return t`It answered ${status}. Is the secret or the key right?`;
  if (status === 404 || status === 405) return t`It answered ${status}. Is the address right?`;
  return t`It answered ${status}.`;
}

function inWords(error: Error): string {
  if (error instanceof Trouble || error.message === privateAddressMessage) return error.message;
  const { code = '' } = error as NodeJS.ErrnoException;
  const known = Object.entries(troubles).find(([pattern]) => new RegExp(pattern).test(code));
  return t(known?.[1] ?? 'The call failed{0}.').replace('{0}', code && ` (${code})`);
}

const troubles: Record<string, string> = t({
  ECONNREFUSED: 'Nothing listens there.{0}',
  '^(ENOTFOUND|EAI_)': 'There is no host of this name.{0}',
  '^(ECONNRESET|EPIPE|ECONNABORTED)': 'The connection broke.{0}',
  '^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)': 'It can’t be reached.{0}',
  '^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_|ERR_SSL_)': 'Its certificate can’t be trusted.{0}',
  '^HPE_': 'What it answered is no HTTP.{0}',
});

/** What went wrong, as it was written down in English, for who reads it now. */
export function errorForReader(error: string | null): string | null {
  const value = /\d+| \(\w+\)/.exec(error ?? '')?.[0] ?? '{0}';
  return error && t(error.replace(value, '{0}')).replace('{0}', value);
}
