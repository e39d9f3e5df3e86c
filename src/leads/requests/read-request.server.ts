import { createHash } from 'node:crypto';
import { z } from 'zod';
import { bengaliDigits, cleanAddress, cleanLine, latinDigits, lengthOf } from '#api/text.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, inBothLanguages } from '#platform/errors.server.ts';
import { readBy, readEmail, readNumber } from '../lead/texts.server.ts';
import { consentField, type DemoRequestErrors, type DemoRequestInput, demoRequestLimits } from './schema.ts';

const name = line(inBothLanguages('নাম লিখুন।', 'Write a name.'), demoRequestLimits.name);
const instituteName = line(
  inBothLanguages('প্রতিষ্ঠানের নাম লিখুন।', 'Write the name of the institute.'),
  demoRequestLimits.institute_name,
);

const number = line(inBothLanguages('মোবাইল নম্বর লিখুন।', 'Write a phone number.'), 100).transform(
  readBy(
    readNumber,
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

type ReadResult = { ok: true; input: DemoRequestInput } | { ok: false; errors: DemoRequestErrors };

export function readDemoRequest(body: unknown): ReadResult {
  const parsed = demoRequestBody.safeParse(body);
  if (parsed.success) return { ok: true, input: parsed.data };
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

export type RequestContext = Awaited<ReturnType<typeof readRequestContext>>;

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
  const students = latinDigits(read('students', 12) ?? '').replace(/[\s,]/g, '');
  return {
    page: page?.startsWith('/') ? page : null,
    // The full URL may identify the visitor.
    referrer: hostOf(read('referrer', 500)),
    utm_source: read('utm_source', 100),
    utm_medium: read('utm_medium', 100),
    utm_campaign: read('utm_campaign', 100),
    students: /^[1-9]\d{0,6}$/.test(students) ? students : null,
    package_note: read('package', 190) ?? read('package_note', 190),
  };
}

function hostOf(address: string | null): string | null {
  const url = address && URL.canParse(address) ? new URL(address) : null;
  return url && /^https?:$/.test(url.protocol) ? url.hostname.slice(0, 190) : null;
}

/** Hashed, because the client chooses the value. @throws {HttpError} 400 */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(header)) {
    throw new HttpError(400, 'Idempotency-Key must be one word of 8 to 200 characters, such as a UUID.');
  }
  return createHash('sha256').update(header).digest('base64url');
}
