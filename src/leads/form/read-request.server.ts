import parsePhoneNumber from 'libphonenumber-js/max';
import { z } from 'zod';
import { bengaliDigits, cleanLine, latinDigits, lengthOf } from '#server/text.server.ts';
import { type DemoRequestErrors, type DemoRequestInput, demoRequestLimits } from './schema.ts';

const name = line('নাম লিখুন।', demoRequestLimits.name);
const instituteName = line('প্রতিষ্ঠানের নাম লিখুন।', demoRequestLimits.institute_name);

const number = line('মোবাইল নম্বর লিখুন।', 100).transform((text, context) => {
  const phone = readNumber(text);
  if (phone !== null) return phone;
  context.addIssue('নম্বরটি ঠিক নেই। ১১ সংখ্যার মোবাইল নম্বর লিখুন, যেমন ০১৭১২৩৪৫৬৭৮; দেশের বাইরের হলে + ও দেশের কোডসহ।');
  return z.NEVER;
});

const email = line('ইমেইল ঠিকানা লিখুন।', demoRequestLimits.email).transform((text, context) => {
  const address = readEmail(text);
  if (address !== null) return address;
  context.addIssue('ইমেইল ঠিকানাটি ঠিক নেই। দেখে আবার লিখুন, যেমন nam@example.com।');
  return z.NEVER;
});

/** A demo request as it comes over the wire; after parsing the number is E.164. Unknown fields are left behind. */
const demoRequestBody = z.object({ name, institute_name: instituteName, number, email });

export type ReadResult = { ok: true; input: DemoRequestInput } | { ok: false; errors: DemoRequestErrors };

/** Checks a request; the messages are for visitors. */
export function readDemoRequest(body: unknown): ReadResult {
  const parsed = demoRequestBody.safeParse(body);
  if (parsed.success) return { ok: true, input: parsed.data };
  return { ok: false, errors: z.flattenError(parsed.error).fieldErrors };
}

/** A phone number as E.164, or null; without the code of a country it is one of Bangladesh. */
export function readNumber(text: string): string | null {
  const phone = text.length > demoRequestLimits.number ? undefined : parsePhoneNumber(latinDigits(text), 'BD');
  return phone?.isValid() ? phone.number : null;
}

/** One address that can receive mail by its form, or null. */
export function readEmail(text: string): string | null {
  const address = cleanLine(text);
  const isOne = lengthOf(address) <= demoRequestLimits.email && z.email().safeParse(address).success;
  return isOne && !/^.{65,}@/.test(address) ? lowerHost(address) : null;
}

function line(whenMissing: string, most: number) {
  return z
    .string({ error: whenMissing })
    .transform(cleanLine)
    .refine((text) => text !== '', { error: whenMissing, abort: true })
    .refine((text) => lengthOf(text) <= most, {
      error: `সর্বোচ্চ ${bengaliDigits(String(most))} অক্ষর লেখা যায়। ছোট করে লিখুন।`,
      abort: true,
    });
}

/** Host names are the same in either case; what stands before the @ may not be. */
function lowerHost(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}
