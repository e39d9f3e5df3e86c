import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { calls } from '#paths.ts';
import { readChosenPackage } from '#ui/site/chosen-package.ts';
import { readInstitution } from '#ui/site/institution.ts';
import { clearDraft, type DemoFormDraft, loadDraft, storeFormDraft } from './draft.ts';
import {
  antiSpamFields,
  consentField,
  consentLine,
  type DemoFormState,
  type DemoRequestErrors,
  type DemoRequestInput,
  demoRequestFields,
  draftStorageKey,
  visitStorageKey,
} from './schema.ts';
import { demoFormStrings } from './strings.ts';

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
    const spent = touchedAt.current === null ? null : Math.round(performance.now() - touchedAt.current);
    const answer = await withTabLock(() => sendDemoRequest(request, { spent, honeypot: honeypotOf(form.current) }));
    sending.current = false;
    setBusy(false);
    setCorrected(new Set());
    if (answer.status === 'sent') {
      draft.current = null;
      clearDraft();
      form.current?.reset();
      setState(answer);
    } else {
      const waiting = answer.status === 'offline';
      draft.current = storeFormDraft(request.values, waiting, request);
      setState(waiting ? { status: 'waiting' } : { ...answer, values: request.values });
    }
  }, [form]);

  useEffect(() => {
    draft.current = loadDraft();
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

  const waiting = state.status === 'waiting';
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

  return { state, busy, mended: corrected, typed: onInput, submit };
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

function valuesOf(form: HTMLFormElement): DemoRequestInput {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').normalize('NFC');
  return { name: text('name'), institute_name: text('institute_name'), number: text('number'), email: text('email') };
}

function fillIn(form: HTMLFormElement | null, values: DemoRequestInput): boolean {
  const fields = demoRequestFields.map((name) => form?.elements.namedItem(name) as HTMLInputElement | null);
  if (fields.some((field) => field === null || field.value !== '')) return false;
  for (const [at, name] of demoRequestFields.entries()) (fields[at] as HTMLInputElement).value = values[name];
  return true;
}

function honeypotOf(form: HTMLFormElement | null): string {
  return form ? String(new FormData(form).get(antiSpamFields.honeypot) ?? '') : '';
}

type DemoRequestAnswer =
  | { status: 'sent'; mailed: boolean }
  | { status: 'offline' }
  | { status: 'invalid'; errors: DemoRequestErrors }
  | { status: 'failed'; message: string };

interface Answer {
  data?: { mailed?: boolean };
  message?: string;
  errors?: DemoRequestErrors;
}

/** `spent`: milliseconds since the first touch. */
interface FormBehavior {
  spent: number | null;
  honeypot: string;
}

async function sendDemoRequest(request: DemoFormDraft, behavior: FormBehavior): Promise<DemoRequestAnswer> {
  try {
    let response = await post(request, behavior, tokenOfPage());
    // A cached page may hold an expired token: fetch a new one once.
    if (response.status === 419) response = await post(request, behavior, await freshToken());
    if (response.status === 428) response = await post(request, behavior, tokenOfPage(), await proofFor(response));
    const answer: Answer = await response.json().catch(() => ({}));
    // A response without `mailed` counts as not mailed.
    if (response.ok) return { status: 'sent', mailed: answer.data?.mailed === true };
    if (response.status === 422 && answer.errors) return { status: 'invalid', errors: answer.errors };
    const hasReason = [429, 503, 507].includes(response.status);
    return { status: 'failed', message: (hasReason && answer.message) || demoFormStrings.failed };
  } catch (error) {
    return isNetworkError(error) ? { status: 'offline' } : { status: 'failed', message: demoFormStrings.failed };
  }
}

function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError');
}

function post(
  request: DemoFormDraft,
  { spent, honeypot }: FormBehavior,
  token: string | null,
  proof = '',
): Promise<Response> {
  const beside = { [antiSpamFields.honeypot]: honeypot, [antiSpamFields.proof]: proof, [antiSpamFields.spent]: spent };
  return fetch(calls.demoRequest, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Idempotency-Key': request.id,
      ...(token && { 'X-CSRF-TOKEN': token }),
    },
    signal: abortAfter(timeoutMs),
    body: JSON.stringify({ ...request.values, ...collectVisitFields(), ...beside, [consentField]: consentLine }),
  });
}

/** As `AbortSignal.timeout`, which browsers before 2022 lack; it ends a request with another error. */
function abortAfter(milliseconds: number): AbortSignal {
  const end = new AbortController();
  setTimeout(() => end.abort(), milliseconds);
  return end.signal;
}

/** Loaded on demand, because few visitors have to solve a challenge. */
async function proofFor(response: Response): Promise<string> {
  const [{ challenge }, { solve }] = await Promise.all([
    response.json() as Promise<{ challenge: string }>,
    import('./proof-of-work.ts'),
  ]);
  return solve(challenge);
}

function tokenOfPage(): string | null {
  const token = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content;
  if (!token) console.error('CSRF token not found');
  return token || null;
}

async function freshToken(): Promise<string> {
  const response = await fetch(calls.csrfToken, { headers: { Accept: 'application/json' } });
  const { token }: { token: string } = await response.json();
  document.querySelector('meta[name="csrf-token"]')?.setAttribute('content', token);
  return token;
}

function collectVisitFields(): Record<string, string> {
  const facts: Record<string, string> = { page: location.pathname };
  const { search, referrer } = readVisitStart();
  const campaign = new URLSearchParams(search);
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign']) add(name, campaign.get(name));
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
function readVisitStart(): { search: string; referrer: string } {
  try {
    const [search, referrer]: string[] = JSON.parse(sessionStorage.getItem(visitStorageKey) ?? '[]');
    return { search: search ?? '', referrer: referrer ?? '' };
  } catch {
    return { search: '', referrer: '' };
  }
}
