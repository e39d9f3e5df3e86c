import type { Webhook } from '../settings/data.server.ts';
import { type MadeAccess, readAnswer } from './answer.server.ts';
import { type Called, type CallLimits, postJson } from './call.server.ts';
import type { Requester } from './requester.data.server.ts';
import { signedHeaders } from './signature.server.ts';

interface Question {
  event: 'request.created' | 'test';
  id: string;
  request: Requester;
}

export const usualCallLimits: CallLimits = { time: 10_000, bytes: 16 * 1_024 };

/** Asks the demo system, signed; `made` is what it answered, where that can be used. It never throws. */
export async function askDemoSystem(
  webhook: Webhook,
  question: Question,
  { signal, loopback, limits = usualCallLimits }: { signal: AbortSignal; loopback: boolean; limits?: CallLimits },
): Promise<{ called: Called; made: MadeAccess | null }> {
  const { url, secrets, expiresDays } = webhook;
  const body = JSON.stringify({ ...question, expires_in_days: expiresDays });
  const headers = signedHeaders(secrets, question.id, Math.floor(Date.now() / 1_000), body);
  const called = await postJson({ url, headers, body, loopback, signal }, limits);
  if (called.answer === null) return { called, made: null };
  const read = readAnswer(called.answer, expiresDays);
  return 'error' in read ? { called: { ...called, error: read.error }, made: null } : { called, made: read };
}
