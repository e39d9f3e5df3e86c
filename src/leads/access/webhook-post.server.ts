import { createHmac, randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { addressRefusal, checkedLookup, inside } from './webhook-address.server.ts';

/** How far a call may go. */
export interface CallLimits {
  /** Milliseconds, from the name's look-up to the last byte of the answer. */
  time: number;
  /** Bytes of the answer. */
  bytes: number;
}

/** What came of a call: what was answered, or what went wrong in words. */
export interface Called {
  status: number | null;
  ms: number;
  answer: string | null;
  error: string | null;
}

interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether the receiver may be on this machine. */
  loopback: boolean;
  /** Ends it before its time. */
  signal: AbortSignal;
}

/** Something that whoever looks after the demo system should read as it stands. */
class Trouble extends Error {}

/** Posts JSON and reads the answer. Redirects are not followed, no connection is kept; it never throws. */
export async function postJson({ url, headers, body, loopback, signal }: Call, limits: CallLimits): Promise<Called> {
  const began = performance.now();
  const done = (result: Omit<Called, 'ms'>): Called => ({ ...result, ms: Math.round(performance.now() - began) });
  const late = AbortSignal.timeout(limits.time);
  let status: number | null = null;
  try {
    const refusal = addressRefusal(url, loopback);
    if (refusal) throw new Trouble(refusal);
    const response = await send(new URL(url), { headers, body, loopback }, [late, signal]);
    status = response.statusCode ?? 0;
    if (status < 200 || status > 299) {
      response.destroy();
      throw new Trouble(refusedBy(status));
    }
    return done({ status, answer: await readAll(response, limits.bytes), error: null });
  } catch (error) {
    return done({ status, answer: null, error: reason(error as Error) });
  }

  function reason(error: Error): string {
    if (signal.aborted) return 'The program was stopped meanwhile.';
    return late.aborted ? `It did not answer within ${limits.time / 1_000} s.` : inWords(error);
  }
}

function send(
  url: URL,
  { headers, body, loopback }: Pick<Call, 'headers' | 'body' | 'loopback'>,
  signals: AbortSignal[],
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    request(url, {
      method: 'POST',
      agent: false,
      lookup: checkedLookup(url, loopback),
      signal: AbortSignal.any(signals),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
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

async function readAll(response: http.IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the connection.
    if (size > most) throw new Trouble(`Its answer has more than ${most / 1_024} KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function refusedBy(status: number): string {
  if (status >= 300 && status < 400)
    return `It answered ${status}: redirects are not followed. Enter the last address.`;
  if (status === 401 || status === 403) return `It answered ${status}. Does it know the secret?`;
  if (status === 404 || status === 405) return `It answered ${status}. Is the address right?`;
  return `It answered ${status}.`;
}

function inWords(error: Error): string {
  if (error instanceof Trouble || error.message === inside) return error.message;
  const { code = '' } = error as NodeJS.ErrnoException;
  const known = Object.entries(troubles).find(([pattern]) => new RegExp(pattern).test(code));
  return known ? `${known[1]} (${code})` : `The call failed${code && ` (${code})`}.`;
}

const troubles: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there.',
  '^(ENOTFOUND|EAI_)': 'There is no host of this name.',
  '^(ECONNRESET|EPIPE|ECONNABORTED)': 'The connection broke.',
  '^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)': 'It can’t be reached.',
  '^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_|ERR_SSL_)': 'Its certificate can’t be trusted.',
  '^HPE_': 'What it answered is no HTTP.',
};

/** A name for what is asked, the same at every attempt, by which the demo system knows a second one. */
export function newWebhookId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`;
}

/**
 * The headers of the Standard Webhooks. Every secret signs, with spaces between, so that the receiver may change to the
 * new one when it likes. `timestamp` in seconds.
 */
export function signedHeaders(secrets: string[], id: string, timestamp: number, body: string): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
