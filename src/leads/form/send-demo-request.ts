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

/** What the form saw beside what was typed: milliseconds since the first touch, and the honeypot. */
interface Seen {
  spent: number | null;
  honeypot: string;
}

/** For an answer, in milliseconds: the slowest phone networks take most of it. */
const patience = 60_000;

/** Sends what the visitor typed, and tells in the visitor's words what came of it. It never throws. */
export async function sendDemoRequest(request: Draft, seen: Seen): Promise<DemoRequestAnswer> {
  try {
    let response = await post(request, seen, tokenOfPage());
    // Cached pages outlive their token: ask once for a fresh one.
    if (response.status === 419) response = await post(request, seen, await freshToken());
    if (response.status === 428) response = await post(request, seen, tokenOfPage(), await proofFor(response));
    const answer: Answer = await response.json().catch(() => ({}));
    // Nothing is promised that was not said.
    if (response.ok) return { status: 'sent', mailed: answer.data?.mailed === true };
    if (response.status === 422 && answer.errors) return { status: 'invalid', errors: answer.errors };
    const saysWhy = [429, 503, 507].includes(response.status);
    return { status: 'failed', message: (saysWhy && answer.message) || words.failed };
  } catch (error) {
    return isOfNetwork(error) ? { status: 'offline' } : { status: 'failed', message: words.failed };
  }
}

/** No connection, or one on which nothing moves. */
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

/** The server was not sure, and asks for a little work. Few are asked, so its code comes only then. */
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

/** Where this visit began and what was looked at, for whoever answers the request. Nothing of it is needed. */
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

/** The loader writes down how the first page of a visit was reached. */
function beginning(): { search: string; referrer: string } {
  try {
    const [search, referrer]: string[] = JSON.parse(sessionStorage.getItem(visitKept) ?? '[]');
    return { search: search ?? '', referrer: referrer ?? '' };
  } catch {
    return { search: '', referrer: '' };
  }
}
