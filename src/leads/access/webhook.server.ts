import { z } from 'zod';
import type { Database } from '#server/database/open.server.ts';
import { dayAfter, momentInDhaka } from '#server/dhaka.server.ts';
import { lengthOf } from '#wire/text.ts';
import { type Called, type CallLimits, callOut, usualCallLimits } from '../outgoing/call.server.ts';
import { signedHeaders } from '../outgoing/signing.server.ts';
import { demoAccessLimits as limits } from './schema.ts';

/** Where the demo system is asked, and how. */
export interface Webhook {
  url: string;
  /** The new one first. */
  secrets: string[];
  expires_days: number;
  fallback_minutes: number;
}

interface Question {
  event: 'request.created' | 'test';
  id: string;
  request: LeadForDemoSystem;
}

/** Asks the demo system, signed; `made` is what it answered, where that can be used. It never throws. */
export async function askDemoSystem(
  webhook: Webhook,
  question: Question,
  { signal, loopback, limits = usualCallLimits }: { signal: AbortSignal; loopback: boolean; limits?: CallLimits },
): Promise<{ called: Called; made: MadeAccess | null }> {
  const { url, secrets, expires_days: expiresDays } = webhook;
  const body = JSON.stringify({ ...question, expires_in_days: expiresDays });
  const headers = signedHeaders(secrets, question.id, body);
  const called = await callOut({ url, headers, body, loopback, signal }, limits);
  if (called.answer === null) return { called, made: null };
  const read = readAnswer(called.answer, expiresDays);
  return 'error' in read ? { called: { ...called, error: read.error }, made: null } : { called, made: read };
}

/** What the demo system made. What it leaves out is the same for everyone. */
export interface MadeAccess {
  link: string | null;
  password: string | null;
  expiresAt: Date;
}

const link = z
  .string('is no text')
  .max(limits.link, 'is too long')
  .refine((text) => /^https:\/\/[^\s"'<>]+$/i.test(text) && URL.canParse(text), 'is no https address')
  .refine((text) => !URL.canParse(text) || new URL(text).username === '', 'has a user in it');

const password = z
  .string('is no text')
  .refine((text) => text.trim() !== '', 'is empty')
  .refine((text) => lengthOf(text) <= limits.password, `has more than ${limits.password} characters`)
  .refine(
    (text) => !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(text),
    'has characters that can’t be typed',
  );

const answer = z.object({
  link: z.nullish(link),
  password: z.nullish(password),
  expires_at: z.nullish(z.string('is no text')),
});

const dayLong = 86_400_000;
const longest = 3_650 * dayLong;

/** Reads what the demo system answered; what makes no sense is said in words, without repeating it. */
export function readAnswer(body: string, expiresDays: number, now = new Date()): MadeAccess | { error: string } {
  const parsed = answer.safeParse(parseJson(body));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path[0];
    return { error: field ? `In its answer, ${String(field)} ${issue?.message}.` : 'Its answer is no JSON object.' };
  }
  const { link = null, password = null, expires_at } = parsed.data;
  if (link === null && password === null) return { error: 'Its answer has neither link nor password.' };
  const expiresAt = expires_at ? momentOf(expires_at) : new Date(now.getTime() + expiresDays * dayLong);
  if (expiresAt === null) return { error: 'In its answer, expires_at is no date.' };
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return { error: 'In its answer, expires_at has passed.' };
  if (left > longest) return { error: 'In its answer, expires_at is more than ten years away.' };
  return { link, password, expiresAt };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A moment with its zone; or a day, which ends in Dhaka. */
function momentOf(text: string): Date | null {
  if (z.iso.date().safeParse(text).success) return new Date(momentInDhaka(dayAfter(text, 1)).getTime() - 1);
  return z.iso.datetime({ offset: true }).safeParse(text).success ? new Date(text) : null;
}

/** A lead, as the demo system is told of it. */
export interface LeadForDemoSystem {
  id: number;
  name: string;
  institute_name: string;
  /** E.164. */
  number: string;
  email: string;
  students: string | null;
  package: string | null;
  created_at: string;
}

/** Null where the request was erased meanwhile. */
export async function readLead(database: Database, requestId: number): Promise<LeadForDemoSystem | null> {
  const row = await database
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email', 'students', 'package_note as package', 'created_at'])
    .where('id', '=', requestId)
    .executeTakeFirst();
  return row ?? null;
}
