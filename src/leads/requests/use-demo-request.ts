import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { calls } from '#paths.ts';
import { readChosenPackage } from '#ui/site/chosen-package.ts';
import { readInstitution } from '#ui/site/institution.ts';
import {
  antiSpamFields,
  consentField,
  consentLine,
  type DemoFormState,
  type DemoFormValues,
  type DemoRequestErrors,
  type DemoRequestField,
  demoFormStrings,
  demoRequestFields,
  draftStorageKey,
  visitStorageKey,
} from './schema.ts';

/** Timeout in milliseconds, for the slowest mobile networks. */
const timeoutMs = 60_000;

/** `waiting`: offline; the request is sent once there is a connection. */
export type DemoRequestState = DemoFormState | { status: 'waiting' };

/** Backoff in milliseconds, for browsers that fire no `online` event. */
const backoff = { first: 5_000, most: 120_000 };

export function useDemoRequest(form: RefObject<HTMLFormElement | null>, first: DemoFormState) {
  const [state, setState] = useState<DemoRequestState>(first);
  const [busy, setBusy] = useState(false);
  /** Fields that were changed since they were marked invalid. */
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set());
  const draft = useRef<DemoFormDraft | null>(null);
  const sending = useRef(false);
  /** Null if a draft was restored, because the time spent on it is unknown. */
  const touchedAt = useRef<number | null>(null);

  const send = useCallback(async () => {
    const request = draft.current;
    if (sending.current || !request) return;
    sending.current = true;
    setBusy(true);
    const honeypot = String((form.current && new FormData(form.current).get(antiSpamFields.honeypot)) ?? '');
    const spent = touchedAt.current === null ? null : Math.round(performance.now() - touchedAt.current);
    const answer = await withTabLock(() => sendDemoRequest(request, { spent, honeypot }));
    sending.current = false;
    setBusy(false);
    setCorrected(new Set());
    if (answer.status === 'sent') {
      draft.current = null;
      clearDraft();
      form.current?.reset();
      setState(answer);
    } else {
      draft.current = storeFormDraft(request.values, answer.status !== 'invalid', request);
      setState(answer.status === 'waiting' ? answer : { ...answer, values: request.values });
    }
  }, [form]);

  useEffect(() => {
    // The service worker filled in what could not be posted without this script, under this idempotency key.
    const { unsent: id } = document.documentElement.dataset;
    const values = id && form.current && valuesOf(form.current);
    draft.current = values ? storeFormDraft(values, true, { values, id, at: Date.now() }) : loadDraft();
    const restored = draft.current !== null && fillIn(form.current, draft.current.values);
    touchedAt.current = restored ? null : performance.now();
    const field = form.current?.querySelector<HTMLInputElement>('[name=institute_name]');
    if (field?.value === '') [field.value] = readInstitution();
    if (draft.current?.waiting && first.status === 'empty') {
      setState({ status: 'waiting' });
      dispatchEvent(new Event('demo-form-needed'));
      void send();
    }
    if (first.status === 'sent') clearDraft();
  }, [first, form, send]);

  const waiting = state.status === 'waiting' || (state.status === 'failed' && state !== first);
  useRetry(waiting, send);

  function onInput({ target }: { target: EventTarget }) {
    if (state.status === 'invalid') setCorrected(new Set([...corrected, (target as HTMLInputElement).name]));
    if (!form.current || sending.current) return;
    draft.current = storeFormDraft(valuesOf(form.current), false, draft.current);
    // Editing cancels the waiting submission.
    if (waiting) setState({ status: 'empty' });
  }

  function submit() {
    if (!form.current || sending.current) return;
    draft.current = storeFormDraft(valuesOf(form.current), true, draft.current);
    void send();
  }

  return { state, busy, mended: corrected, typed: onInput, submit, another: () => setState({ status: 'empty' }) };
}

/** Sends again with a backoff and as soon as there is a connection. */
function useRetry(waiting: boolean, send: () => Promise<void>): void {
  useEffect(() => {
    if (!waiting) return;
    let pause = backoff.first;
    let timer = setTimeout(again, pause);
    const now = () => void send();
    // Another tab may have sent it or be closing; the idempotency key makes a second attempt harmless.
    const elsewhere = ({ key }: StorageEvent) => key === draftStorageKey && now();
    addEventListener('online', now);
    addEventListener('storage', elsewhere);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', now);
      removeEventListener('storage', elsewhere);
    };

    function again() {
      pause = Math.min(pause * 2, backoff.most);
      timer = setTimeout(again, pause);
      if (document.visibilityState === 'visible') void send();
    }
  }, [waiting, send]);
}

/** One tab sends at a time. Without the Web Locks API the idempotency key is enough. */
async function withTabLock<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(draftStorageKey, work) : work();
}

/** All that people fill in, without the trap. */
function controlsOf(form: HTMLFormElement): (HTMLInputElement | HTMLSelectElement)[] {
  return [...form.querySelectorAll<HTMLInputElement>('.field [name]')];
}

function valuesOf(form: HTMLFormElement): DemoFormValues {
  const values = controlsOf(form).map(({ name, value }) => [name, value.normalize('NFC')]);
  // The form has the four.
  return Object.fromEntries(values) as DemoFormValues;
}

function fillIn(form: HTMLFormElement | null, values: DemoFormValues): boolean {
  if (!form || Object.values(valuesOf(form)).some(Boolean)) return false;
  for (const control of controlsOf(form)) control.value = values[control.name as DemoRequestField] ?? '';
  return true;
}

type DemoRequestAnswer =
  | { status: 'sent'; mailed: boolean }
  | { status: 'waiting' }
  | { status: 'invalid'; errors: DemoRequestErrors }
  | { status: 'failed'; message: string };

interface Answer {
  data?: { id?: number; mailed?: boolean };
  message?: string;
  errors?: DemoRequestErrors;
}

/** `spent`: milliseconds since the first touch. */
interface FormBehavior {
  spent: number | null;
  honeypot: string;
}

/** Anything in between may answer, with any status: only JSON of ours counts, and only 201 with an id is a success. */
async function sendDemoRequest(request: DemoFormDraft, behavior: FormBehavior): Promise<DemoRequestAnswer> {
  try {
    let response = await post(request, behavior, tokenOfPage());
    // A cached page may hold an expired token: fetch a new one once.
    if (response.status === 419) response = await post(request, behavior, await freshToken());
    if (response.status === 428) response = await post(request, behavior, tokenOfPage(), await proofFor(response));
    const answer: Answer | null = await response.json();
    // A response without `mailed` counts as not mailed.
    if (response.status === 201 && answer?.data?.id) return { status: 'sent', mailed: answer.data.mailed === true };
    if (response.ok || !answer?.message) throw new SyntaxError();
    if (response.status === 422 && answer.errors) return { status: 'invalid', errors: answer.errors };
    const hasReason = [429, 503, 507].includes(response.status);
    return { status: 'failed', message: hasReason ? answer.message : demoFormStrings.failed };
  } catch (error) {
    // No JSON, or none of ours.
    if (error instanceof SyntaxError) return { status: 'failed', message: demoFormStrings.foreign };
    return { status: 'waiting' };
  }
}

function post(
  request: DemoFormDraft,
  { spent, honeypot }: FormBehavior,
  token: string | null,
  proof = '',
): Promise<Response> {
  const beside = { [antiSpamFields.honeypot]: honeypot, [antiSpamFields.proof]: proof, [antiSpamFields.spent]: spent };
  return call(calls.demoRequest, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Idempotency-Key': request.id,
      ...(token && { 'X-CSRF-TOKEN': token }),
    },
    body: JSON.stringify({ ...collectVisitFields(), ...request.values, ...beside, [consentField]: consentLine }),
  });
}

/** A redirect is not followed: our calls have none. The time limit includes the body. */
function call(path: string, init: RequestInit): Promise<Response> {
  const abort = new AbortController();
  setTimeout(() => abort.abort(), timeoutMs);
  return fetch(path, { ...init, redirect: 'manual', signal: abort.signal });
}

/** Loaded on demand, because few visitors have to solve a challenge. */
async function proofFor(response: Response): Promise<string> {
  const { challenge }: { challenge?: string } = await response.json();
  // An invalid or hard one would never be solved.
  if (!challenge || !/^\d+\.1?\d\./.test(challenge)) throw new SyntaxError();
  const { solve } = await import('./proof-of-work.ts');
  return solve(challenge);
}

function tokenOfPage(): string | null {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  if (!token) console.error('CSRF token not found');
  return token || null;
}

async function freshToken(): Promise<string> {
  const response = await call(calls.csrfToken, { headers: { Accept: 'application/json' } });
  const { token }: { token?: string } = await response.json();
  if (typeof token !== 'string') throw new SyntaxError();
  document.querySelector('meta[name="csrf-token"]')?.setAttribute('content', token);
  return token;
}

function collectVisitFields(): Record<string, string> {
  const facts: Record<string, string> = { page: location.pathname };
  const { search, referrer } = readVisitStart();
  // The server knows which parameters tell of a campaign or a click.
  for (const [name, value] of new URLSearchParams(search)) if (/^utm_|clid$|braid$/.test(name)) add(name, value);
  add('referrer', referrer);
  const chosen = readChosenPackage();
  add('students', chosen?.students);
  add('package', chosen?.package);
  return facts;

  function add(name: string, value: string | null | undefined) {
    if (value) facts[name] = value.slice(0, 500);
  }
}

/** The loader script stores how the first page of the visit was reached. */
function readVisitStart() {
  try {
    const [search, referrer]: string[] = JSON.parse(sessionStorage.getItem(visitStorageKey) ?? '[]');
    return { search: search ?? '', referrer: referrer ?? '' };
  } catch {
    return { search: '', referrer: '' };
  }
}

/** Stored in this browser only, so that a closed tab or a lost connection loses nothing. */
interface DemoFormDraft {
  values: DemoFormValues;
  /** Idempotency key of exactly these values: retries with it are stored once. */
  id: string;
  waiting: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

/** Maximum age in milliseconds: one day. */
const maxAge = 86_400_000;

function loadDraft(): DemoFormDraft | null {
  try {
    const stored: Partial<DemoFormDraft> | null = JSON.parse(localStorage.getItem(draftStorageKey) ?? 'null');
    const isValid =
      typeof stored?.id === 'string' && demoRequestFields.every((field) => typeof stored.values?.[field] === 'string');
    if (isValid && Date.now() - Number(stored.at) < maxAge) return stored as DemoFormDraft;
    clearDraft();
  } catch {
    // Storage is unavailable, or holds something else.
  }
  return null;
}

/** Unchanged values keep their id and age, so that a request that was already sent is not stored twice. */
function storeFormDraft(
  values: DemoFormValues,
  waiting: boolean,
  before: Omit<DemoFormDraft, 'waiting'> | null,
): DemoFormDraft {
  const isSame = before && JSON.stringify(before.values) === JSON.stringify(values);
  const { id, at } = isSame ? before : { id: newId(), at: Date.now() };
  const draft = { values, waiting, at, id };
  try {
    localStorage.setItem(draftStorageKey, JSON.stringify(draft));
  } catch {
    // Storage is unavailable; the form still works without it.
  }
  return draft;
}

function clearDraft(): void {
  try {
    localStorage.removeItem(draftStorageKey);
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

/** `crypto.randomUUID` needs a secure context. */
function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
