import { calls } from '#paths.ts';
import { readChosenPackage } from '#ui/site/chosen-package.ts';
import type { DemoFormDraft } from './draft.ts';
import { antiSpamFields, consentField, consentLine, type DemoRequestErrors, visitStorageKey } from './schema.ts';
import { demoFormStrings } from './strings.ts';

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

/** Timeout in milliseconds, for the slowest mobile networks. */
const timeoutMs = 60_000;

export async function sendDemoRequest(request: DemoFormDraft, behavior: FormBehavior): Promise<DemoRequestAnswer> {
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
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
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
    signal: AbortSignal.timeout(timeoutMs),
    body: JSON.stringify({ ...request.values, ...collectVisitFields(), ...beside, [consentField]: consentLine }),
  });
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

  function add(name: string, value: string | null | undefined): void {
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
