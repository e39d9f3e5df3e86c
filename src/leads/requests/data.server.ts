import { createHash } from 'node:crypto';
import { z } from 'zod';
import { bengaliDigits, cleanAddress, cleanLine, latinDigits, lengthOf } from '#api/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, inBothLanguages } from '#platform/errors.server.ts';
import type { Network } from '#platform/networks.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { activeAccess } from '../demo-access/demo-access.server.ts';
import { mailAccess } from '../demo-access/give-access.server.tsx';
import { readReferrer, readSource } from '../lead/funnel.server.ts';
import { addEvents, eventRow } from '../lead/table.server.ts';
import { foldedTexts, readBy, readEmail, readNumbers } from '../lead/texts.server.ts';
import { notifyNewRequest } from '../notifications/announce.server.ts';
import {
  contentSignals,
  countMail,
  countRequest,
  judgeScore,
  lockRateLimit,
  networkLimitError,
  type Proof,
  type SpamSignal,
  sharedLimits,
} from './rate-limits.server.ts';
import { consentField, type DemoRequestErrors, type DemoRequestInput, demoRequestLimits } from './schema.ts';

const name = line(inBothLanguages('নাম লিখুন।', 'Write a name.'), demoRequestLimits.name);
const instituteName = line(
  inBothLanguages('প্রতিষ্ঠানের নাম লিখুন।', 'Write the name of the institute.'),
  demoRequestLimits.institute_name,
);

const number = line(inBothLanguages('মোবাইল নম্বর লিখুন।', 'Write a phone number.'), demoRequestLimits.number).transform(
  readBy(
    (typed) => {
      const read = readNumbers(typed);
      return read && { ...read, typed };
    },
    inBothLanguages(
      'নম্বরটি ঠিক নেই। ১১ অঙ্কের মোবাইল নম্বর লিখুন, যেমন ০১৭১২৩৪৫৬৭৮। দেশের বাইরের নম্বর হলে + দিয়ে দেশের কোডসহ লিখুন।',
      'This is no phone number. Write a mobile number of 11 digits, such as 01712345678, or with + and the country code.',
    ),
  ),
);

const email = line(
  inBothLanguages('ইমেইল ঠিকানা লিখুন।', 'Write an e-mail address.'),
  demoRequestLimits.email,
  cleanAddress,
).transform(
  readBy(
    readEmail,
    inBothLanguages(
      'ইমেইল ঠিকানাটি ঠিক নেই। দেখে আবার লিখুন, যেমন nam@example.com।',
      'This is no e-mail address. It looks like name@example.com.',
    ),
  ),
);

const demoRequestBody = z.object({ name, institute_name: instituteName, number, email });

type ReadResult = { ok: true; input: DemoRequestInput; note: string } | { ok: false; errors: DemoRequestErrors };

export function readDemoRequest(body: unknown): ReadResult {
  const parsed = demoRequestBody.safeParse(body);
  if (parsed.success) {
    const { number, more, typed } = parsed.data.number;
    return { ok: true, input: { ...parsed.data, number }, note: more ? typed : '' };
  }
  return { ok: false, errors: z.flattenError(parsed.error).fieldErrors };
}

function line(whenMissing: string, most: number, clean = cleanLine) {
  return z
    .string({ error: whenMissing })
    .transform(clean)
    .refine((text) => text !== '', { error: whenMissing, abort: true })
    .refine((text) => lengthOf(text) <= most, {
      error: inBothLanguages(
        `সর্বোচ্চ ${bengaliDigits(String(most))} অক্ষর লেখা যায়। ছোট করে লিখুন।`,
        `At most ${most} characters.`,
      ),
      abort: true,
    });
}

type Origin = ReturnType<typeof readOrigin>;

/**
 * The form needs these from the content: the value of a package in taka, and the current version of the privacy policy.
 */
export interface ContentLookups {
  estimateValue: (database: Database, chosen: Pick<Origin, 'students' | 'package_note'>) => Promise<number | null>;
  privacyVersion: (database: Database) => Promise<string | null>;
}

type RequestContext = Awaited<ReturnType<typeof readRequestContext>>;

export async function readRequestContext(
  database: Database,
  body: object,
  { estimateValue, privacyVersion }: ContentLookups,
) {
  const origin = readOrigin(body);
  const line = (body as Record<string, unknown>)[consentField];
  const isShown = typeof line === 'string' && /^\d{1,3}$/.test(line);
  const [value, text] = await Promise.all([estimateValue(database, origin), isShown ? privacyVersion(database) : null]);
  return { ...origin, value, consent: isShown ? `line ${line}, text ${text ?? 'not written yet'}` : null };
}

/** Invalid values are dropped; they never make a request fail. */
function readOrigin(body: object) {
  const fields = body as Record<string, unknown>;
  const read = (name: string, most: number) => {
    const value = fields[name];
    const text =
      typeof value === 'string' || typeof value === 'number' ? cleanLine(String(value).slice(0, 4 * most)) : '';
    return [...text].slice(0, most).join('') || null;
  };
  const page = read('page', 200);
  const referrer = readReferrer(read('referrer', 500));
  const students = latinDigits(read('students', 12) ?? '').replace(/[\s,]/g, '');
  return {
    page: page?.startsWith('/') ? page : null,
    referrer,
    ...readSource((name) => read(name, name.startsWith('utm_') ? 100 : 500), referrer),
    district: read('district', 60),
    institute_kind: read('institute_kind', 60),
    students: /^[1-9]\d{0,6}$/.test(students) ? students : null,
    package_note: read('package', 190) ?? read('package_note', 190),
  };
}

/** Hashed, because the client chooses the value. @throws {HttpError} 400 */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(header)) {
    throw new HttpError(400, 'Idempotency-Key must be one word of 8 to 200 characters, such as a UUID.');
  }
  return createHash('sha256').update(header).digest('base64url');
}

/** In milliseconds: the same address and number within this time count as the same request. */
const duplicateWindow = 10 * 60_000;

export interface DemoRequest {
  input: DemoRequestInput;
  /** What has no field of its own. */
  note: string;
  context: RequestContext;
  /** Narrowest network first; none of what a program brought. */
  networks: Network[];
  /** Hash of the idempotency key; null if the client sent none. */
  key: string | null;
  signals: SpamSignal[];
  proof: Proof;
}

/**
 * Stores a request with its history and mail in one transaction. A repeat (same key, or same address and number within
 * ten minutes) answers the first id and writes nothing. Mail is held for spam and over the limits.
 * @throws {HttpError} 429 over the limit of the network or the mailbox, 422 if the key belongs to another request
 * @throws {ProofRequired}
 */
export async function storeDemoRequest(
  database: Database,
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  request: DemoRequest,
): Promise<number> {
  const { input } = request;
  return database.transaction().execute(async (transaction) => {
    if (request.key) await lockRateLimit(transaction, settings, 'demo-key', request.key);
    await lockRateLimit(transaction, settings, 'demo-sender', `${input.email} ${input.number}`);
    const earlier = (await findByKey(transaction, request)) ?? (await findDuplicate(transaction, input));
    if (earlier !== null) return earlier;
    const { networkWait, signals } = await countRequest(transaction, settings, request);
    const spam = judgeSpam([...request.signals, ...contentSignals(input), ...signals], request, networkWait);
    const isPromised = input.email !== '';
    const mail = spam.isSpam || !isPromised ? 'hold' : await countMail(transaction, settings, request);
    if (mail === 'prove') throw new ProofRequired();
    return insert(transaction, settings, request, { ...spam, isHeld: isPromised && mail === 'hold' });
  });
}

/** The same answer for everybody, so that a sender can't learn that the request was marked as spam. */
export async function isMailed(
  database: Database,
  { secret, mail }: Pick<Settings, 'secret' | 'mail'>,
): Promise<boolean> {
  return mail.server !== null && (await activeAccess(database, { secret })) !== null;
}

/** Thrown to roll back the transaction, including its rate limit counts. */
export class ProofRequired extends Error {}

interface SpamResult {
  isSpam: boolean;
  score: number;
  reasons: string;
}

function judgeSpam(signals: SpamSignal[], { proof }: DemoRequest, networkWait: number): SpamResult {
  const score = signals.reduce((sum, signal) => sum + signal.score, 0);
  const verdict = judgeScore(score, proof);
  if (networkWait > 0 && proof === 'none') throw networkLimitError(networkWait);
  if (verdict === 'ask for proof' || (networkWait > 0 && proof === 'can')) throw new ProofRequired();
  return { isSpam: verdict === 'spam', score, reasons: signals.map(({ reason }) => reason).join(', ') };
}

async function insert(
  transaction: Database,
  settings: Pick<Settings, 'secret' | 'publicUrl'>,
  request: DemoRequest,
  { isSpam, score, reasons, isHeld }: SpamResult & { isHeld: boolean },
): Promise<number> {
  const { input, note, context, key } = request;
  const at = new Date().toISOString();
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({
      ...input,
      ...foldedTexts(input),
      ...context,
      request_key: key,
      spam: isSpam ? 1 : 0,
      spam_score: score,
      spam_reasons: reasons,
      access_mail: isHeld ? 'held' : 'none',
      created_at: at,
      updated_at: at,
      stage_since: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEvents(transaction, [
    eventRow(id, 'received', null, { at }),
    ...(note ? [eventRow(id, 'noted', { note }, { at })] : []),
    ...(isSpam ? [eventRow(id, 'marked_spam', { reasons, score }, { at })] : []),
    ...(isHeld ? [eventRow(id, 'mail_held', null, { at })] : []),
  ]);
  if (!isHeld && input.email !== '') await mailAccess(transaction, settings, { id, ...input });
  await notifyNewRequest(transaction, id, settings.publicUrl, isHeld ? new Map() : sharedLimits(settings, request));
  return id;
}

async function findByKey(transaction: Database, { key, input }: DemoRequest): Promise<number | null> {
  if (key === null) return null;
  const row = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'email', 'number'])
    .where('request_key', '=', key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.email === input.email && row.number === input.number) return row.id;
  throw new HttpError(422, 'এই অনুরোধটি আগেই অন্য তথ্য দিয়ে পাঠানো হয়েছে। পাতাটি নতুন করে খুলে আবার পাঠান।', {
    english: 'This idempotency key was used for another request.',
    fields: { idempotency_key: ['This key was used for another request. Send another one, or none.'] },
  });
}

async function findDuplicate(transaction: Database, { email, number }: DemoRequestInput): Promise<number | null> {
  if (email === '' || number === '') return null;
  const since = new Date(Date.now() - duplicateWindow).toISOString();
  const row = await transaction
    .selectFrom('demo_requests')
    .select('id')
    .where('email', '=', email)
    .where('number', '=', number)
    .where('created_at', '>', since)
    // Whoever was imported or added was mailed nothing, and the lead of an import in progress may never come.
    .where('origin', '=', 'requested')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}
