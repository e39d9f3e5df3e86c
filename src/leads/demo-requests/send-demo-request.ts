import { calls } from '#paths.ts';
import type { DemoRequestErrors, DemoRequestInput } from './schema.ts';
import { words } from './words.ts';

export type DemoRequestAnswer =
  | { status: 'sent' }
  | { status: 'invalid'; errors: DemoRequestErrors }
  | { status: 'failed'; message: string };

/** Sends what the visitor typed, and tells in the visitor's words what came of it. It never throws. */
export async function sendDemoRequest(input: DemoRequestInput): Promise<DemoRequestAnswer> {
  try {
    let response = await post(input, tokenOfPage());
    // Cached pages outlive their token: ask once for a fresh one.
    if (response.status === 419) response = await post(input, await freshToken());
    if (response.ok) return { status: 'sent' };
    const answer: { message?: string; errors?: DemoRequestErrors } = await response.json().catch(() => ({}));
    if (response.status === 422 && answer.errors) return { status: 'invalid', errors: answer.errors };
    const saysWhy = [429, 503, 507].includes(response.status);
    return { status: 'failed', message: (saysWhy && answer.message) || words.failed };
  } catch {
    return { status: 'failed', message: words.failed };
  }
}

function post(input: DemoRequestInput, token: string | null): Promise<Response> {
  return fetch(calls.demoRequest, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(token && { 'X-CSRF-TOKEN': token }),
    },
    body: JSON.stringify(input),
  });
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
