import type { LatestChange } from '#api/audit.ts';
import { language, t } from '#i18n/text.ts';
import { calls } from '#paths.ts';
import { postToSite } from '../site-panel.ts';
import { isUnattended } from './attention.ts';
import { CallError } from './call-error.ts';
import type { Written } from './pages.ts';
import { discardPrefetched, takePrefetched } from './prefetch.ts';
import { confirmIdentity, signInAgain } from './prompts.ts';
import { readToken } from './token.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Call {
  body?: unknown;
  /** The idempotency key. */
  key?: string;
  signal?: AbortSignal;
  /** False for calls that check the session: their 401 is a result and opens no dialog. */
  askToSignIn?: boolean;
  /** Names of what the response has; `data` if it is not GET. */
  has?: string;
}

/** The calls of our own server, which validates its responses. What anything in between answers is an error. */
export const api = {
  get: <T>(path: string, call?: Call) => send<T>('GET', path, call),
  post: <T = Written<unknown>>(path: string, body?: unknown, call?: Call) => send<T>('POST', path, { body, ...call }),
  put: <T = Written<unknown>>(path: string, body: unknown, call?: Call) => send<T>('PUT', path, { body, ...call }),
  delete: <T = Written<unknown>>(path: string, call?: Call) => send<T>('DELETE', path, call),
};

/** Of creations whose answer is awaited or was lost, for five minutes: the same text may be meant once more later. */
const keys = new Map<string, { key: string; until: number }>();

/** A POST with an idempotency key, if the call takes one: sent again after a lost answer, it is the same request. */
export async function create<T>(path: string, body: unknown): Promise<T> {
  const text = path + JSON.stringify(body);
  const earlier = keys.get(text);
  const now = performance.now();
  const key = earlier && now < earlier.until ? earlier.key : randomKey();
  keys.set(text, { key, until: now + 300_000 });
  const answer = await api.post<T>(path, body, { key });
  keys.delete(text);
  return answer;
}

/** `crypto.randomUUID` needs a secure context. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

async function send<T>(method: Method, path: string, call: Call = {}): Promise<T> {
  const response = await sendUntilAllowed(() => request(method, path, call), call.askToSignIn);
  return readAnswer<T>(response, call.has ?? (method === 'GET' ? '' : 'data'));
}

/**
 * Reads the response of our own server: an error has a message, a success what the call promises, or at least a request
 * id. A proxy or the sign-in page of a network answers with any status.
 * @throws {CallError} with status 0 for the response of anything else
 */
export async function readAnswer<T>(response: Response, has = ''): Promise<T> {
  const { ok, status } = response;
  const answer: unknown = await response.json().catch(() => null);
  const names = ok ? has : 'message';
  const isOurs = names
    ? names.split(' ').every((name) => Object.hasOwn(Object(answer), name))
    : answer !== null && response.headers.has('x-request-id');
  if (!isOurs) {
    const text = t`This answer (${status}) did not come from the site’s server. A sign-in page of the network or a proxy may be in between.`;
    throw new CallError(
      0,
      `${text}\n${t('What you typed is still here. See whether other websites open, then try again.')}`,
    );
  }
  if (!ok) throw toCallError(status, answer as Problem);
  return answer as T;
}

/** Retries after a CSRF token, a session or a confirmation was obtained. Used for uploads and downloads too. */
export async function sendUntilAllowed(send: () => Promise<Response>, askToSignIn = true): Promise<Response> {
  const token = readToken();
  let response = await send();
  if (response.status === 419) {
    await freshCsrfToken();
    response = await send();
  }
  if (response.status === 401 && askToSignIn && (await problemOf(response)).message) {
    // Another call or tab may have confirmed the session meanwhile, which changes its token.
    const isRenewed = readToken() !== token && readToken() !== null;
    if (isRenewed || (await signInAgain.ask(null))) response = await send();
  }
  const { confirm: ways } = response.status === 403 ? await problemOf(response) : {};
  if (ways && (await confirmIdentity.ask(ways))) response = await send();
  return response;
}

async function problemOf(response: Response): Promise<Partial<Problem>> {
  return (
    (await response
      .clone()
      .json()
      .catch(() => null)) ?? {}
  );
}

async function request(method: Method, path: string, { body, key, signal }: Call): Promise<Response> {
  const init: RequestInit = {
    method,
    headers: { ...headers(), ...(key && { 'Idempotency-Key': key }) },
    credentials: 'same-origin',
    // Our calls have none.
    redirect: 'manual',
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  const url = ownUrl(path);
  if (method !== 'GET') {
    discardPrefetched();
    postToSite('changed');
  }
  const early = method === 'GET' && (await takePrefetched(url));
  if (early) return early;
  try {
    return await fetch(url, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, t('The server could not be reached. Check your connection and try again.'));
  }
}

/** Used for uploads too, which are not JSON. */
export function headers(type: string | null = 'application/json'): Record<string, string> {
  const token = readToken();
  const csrf = csrfMeta()?.content;
  if (!csrf) console.error('CSRF token not found');
  return {
    Accept: 'application/json',
    'Accept-Language': language(),
    ...(type && { 'Content-Type': type }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(csrf && { 'X-CSRF-TOKEN': csrf }),
    // Background polling must not keep the session alive.
    ...(isUnattended() && { 'X-Unattended': '1' }),
  };
}

/** @throws if the URL has another origin: the token must not be sent there */
function ownUrl(path: string): string {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) throw new CallError(0, t('This address belongs to another site.'));
  return url.pathname + url.search;
}

async function freshCsrfToken(): Promise<void> {
  const { token } = await api.get<{ token: string }>(calls.csrfToken, { has: 'token' });
  csrfMeta()?.setAttribute('content', token);
}

function csrfMeta(): HTMLMetaElement | null {
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');
}

interface Problem {
  message: string | string[];
  request_id?: string;
  errors?: Record<string, string[]>;
  data?: unknown;
  changes?: LatestChange[];
  confirm?: string[];
}

function toCallError(status: number, { message, errors, data, changes, request_id }: Problem): CallError {
  const text = String(Array.isArray(message) ? message[0] : message);
  const advice = request_id
    ? t`Try again. If it happens once more, tell whoever runs the server: request ${request_id}.`
    : t('Try again. If it happens once more, tell whoever runs the server.');
  return new CallError(status, status === 500 ? `${text}\n${advice}` : text, {
    ...(errors && { fields: errors }),
    ...(changes && { changes }),
    data,
  });
}
