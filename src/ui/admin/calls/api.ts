import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LatestChange } from '#api/audit.ts';
import type { Pending } from '#api/records.ts';
import { language, t } from '#i18n/text.ts';
import { calls } from '#paths.ts';
import { createStore } from '../store.ts';
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
  const { confirm } = response.status === 403 ? await problemOf(response) : {};
  if (confirm && (await confirmIdentity.ask(confirm))) response = await send();
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
    headers: { ...requestHeaders(), ...(key && { 'Idempotency-Key': key }) },
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
export function requestHeaders(type: string | null = 'application/json'): Record<string, string> {
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

/** Asks the user on behalf of calls that can't continue; concurrent calls share one prompt. */
export class Prompt<What> {
  /** What is asked now. Undefined: nothing shows it. */
  readonly asked = createStore<{ what: What; answer: (isDone: boolean) => void } | null | undefined>(undefined);
  #asking: Promise<boolean> | null = null;

  /** Returns false if nothing shows it, or if the user cancels. */
  ask(what: What): Promise<boolean> {
    const { asked } = this;
    if (asked.get() === undefined) return Promise.resolve(false);
    this.#asking ??= new Promise((resolve) => {
      const answer = (isDone: boolean) => {
        asked.set(null);
        this.#asking = null;
        resolve(isDone);
      };
      asked.set({ what, answer });
    });
    return this.#asking;
  }
}

export const signInAgain = new Prompt<null>();

/** The session has to be confirmed, in one of these ways: `password` or `code`, and `passkey`. */
export const confirmIdentity = new Prompt<string[]>();

/** After so many milliseconds without input the user counts as away. */
const attention = 60_000;
let touchedAt = 0;

export function watchAttention(): void {
  const note = () => {
    touchedAt = performance.now();
  };
  for (const type of ['pointerdown', 'pointermove', 'wheel', 'keydown'])
    addEventListener(type, note, { capture: true, passive: true });
}

function isUnattended(): boolean {
  return performance.now() - touchedAt > attention;
}

/** Status 0 is a network error. */
export class CallError extends Error {
  readonly status: number;
  readonly fields: Record<string, string[]>;
  /** Further data of the response, such as the newer record of a 409. */
  readonly data: unknown;
  /** Who changed the record of a 409, the newest change first. */
  readonly changes: LatestChange[];

  constructor(status: number, message: string, more: Partial<Pick<CallError, 'fields' | 'data' | 'changes'>> = {}) {
    super(message);
    this.status = status;
    this.fields = more.fields ?? {};
    this.data = more.data;
    this.changes = more.changes ?? [];
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export interface Row {
  id: number;
  created_at?: string;
  updated_at: string;
  deleted_at?: string | null;
  status?: number;
  image?: string | null;
  /** The draft and schedule of a record, if it has any. */
  pending?: Pending | null;
}

export interface ListPage<T> {
  data: T[];
  current_page: number;
  per_page: number;
  total: number;
  last_page: number;
  from: number | null;
  to: number | null;
  links: PageLink[];
}

export interface PageLink {
  url: string | null;
  label: string;
  active: boolean;
}

export interface Written<T> {
  data: T;
  message: string;
  /** Fields that keep what somebody else saved meanwhile, and whose changes these are, the newest first. */
  merged?: string[];
  changes?: LatestChange[];
}

/**
 * Set where the back office stands in a panel over the public site, see `site/pencils`: for one record, by its address,
 * or for a whole screen.
 */
export const sitePanel =
  globalThis.parent === globalThis.window ? null : /[?&]edit=\d/.test(location.search) ? 'record' : 'screen';

/** `changed`: the page may be out of date then. `closed`: nothing is left to do in the panel. */
export function postToSite(message: 'changed' | 'closed'): void {
  if (sitePanel) parent.postMessage(message, location.origin);
}

/** A call that only reads, as a query with its path as the key. */
export function answerAt<T>(path: string) {
  return {
    queryKey: [path],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.get<T>(path, { signal }),
    initialData: () => takeArrived<T>(path),
  };
}

export function useAnswer<T>(path: string) {
  return useQuery(answerAt<T>(path));
}

/** Asks again for what a call answered, or for all that the screen shows. */
export function useReload() {
  const queries = useQueryClient();
  return (path?: string) => queries.invalidateQueries(path === undefined ? {} : { queryKey: [path] });
}

/** A request that the document starts before any script is loaded. */
export interface PrefetchCall {
  url: string;
}

/** The value is what has arrived of the response. */
export interface EarlyAnswer {
  response: Promise<Response>;
  value: unknown;
}

/** The responses by URL, and the token that they were requested with. */
export interface EarlyCalls {
  token: string;
  answers: Map<string, EarlyAnswer>;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/** Preloaded responses older than this are stale, in milliseconds since the document began. */
const fresh = 60_000;

/** Returns a preloaded response once; null if there is none, or if it is stale. */
async function takePrefetched(url: string): Promise<Response | null> {
  const response = await take(url)?.response.catch(() => null);
  return response?.ok ? response : null;
}

/** Returns what has arrived of a preloaded response once, to be shown without a skeleton. */
function takeArrived<T>(url: string): T | undefined {
  const isThere = window.earlyCalls?.answers.get(url)?.value !== undefined;
  // The response of our own server is trusted.
  return isThere ? (take(url)?.value as T | undefined) : undefined;
}

function take(url: string): EarlyAnswer | undefined {
  const { token, answers } = window.earlyCalls ?? {};
  const answer = answers?.get(url);
  answers?.delete(url);
  return token === readToken() && performance.now() <= fresh ? answer : undefined;
}

/** A write makes all preloaded responses stale. */
function discardPrefetched(): void {
  window.earlyCalls?.answers.clear();
}
