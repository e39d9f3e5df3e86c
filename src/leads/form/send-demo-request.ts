import { calls } from '#paths.ts';
import { readChosenPackage } from '#ui/site/chosen-package.ts';
import type { Draft } from './draft.ts';
import { antiSpamFields, consentField, consentLine, type DemoRequestErrors, visitKept } from './schema.ts';
import { words } from './words.ts';

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
interface Seen {
  spent: number | null;
  honeypot: string;
}

/** Timeout in milliseconds, for the slowest mobile networks. */
const patience = 60_000;

export async function sendDemoRequest(request: Draft, seen: Seen): Promise<DemoRequestAnswer> {
  try {
    let response = await post(request, seen, tokenOfPage());
    // A cached page may hold an expired token: fetch a new one once.
    if (response.status === 419) response = await post(request, seen, await freshToken());
    if (response.status === 428) response = await post(request, seen, tokenOfPage(), await proofFor(response));
    const answer: Answer = await response.json().catch(() => ({}));
    // A response without `mailed` counts as not mailed.
    if (response.ok) return { status: 'sent', mailed: answer.data?.mailed === true };
    if (response.status === 422 && answer.errors) return { status: 'invalid', errors: answer.errors };
    const saysWhy = [429, 503, 507].includes(response.status);
    return { status: 'failed', message: (saysWhy && answer.message) || words.failed };
  } catch (error) {
    return isOfNetwork(error) ? { status: 'offline' } : { status: 'failed', message: words.failed };
  }
}

function isOfNetwork(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

function post(request: Draft, { spent, honeypot }: Seen, token: string | null, proof = ''): Promise<Response> {
  const beside = { [antiSpamFields.honeypot]: honeypot, [antiSpamFields.proof]: proof, [antiSpamFields.spent]: spent };
  return fetch(calls.demoRequest, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'Idempotency-Key': request.id,
      ...(token && { 'X-CSRF-TOKEN': token }),
    },
    signal: AbortSignal.timeout(patience),
    body: JSON.stringify({ ...request.values, ...visitFacts(), ...beside, [consentField]: consentLine }),
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

function visitFacts(): Record<string, string> {
  const facts: Record<string, string> = { page: location.pathname };
  const { search, referrer } = beginning();
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
function beginning(): { search: string; referrer: string } {
  try {
    const [search, referrer]: string[] = JSON.parse(sessionStorage.getItem(visitKept) ?? '[]');
    return { search: search ?? '', referrer: referrer ?? '' };
  } catch {
    return { search: '', referrer: '' };
  }
}
