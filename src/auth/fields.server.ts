import { z } from 'zod';
import { roles } from '#api/rights.ts';
import { oneOf } from '#api/shapes.ts';
import { bengaliDigits, cleanAddress, cleanLine, lengthOf } from '#api/text.ts';
import { t } from '#i18n/text.ts';
import { inBothLanguages } from '#platform/errors.server.ts';
import { accountLimits } from './schema.ts';

const { name, email, password } = accountLimits;

/** A function asks for the language of each reader. */
type Text = string | (() => string);

export function nameSchema(missing: string, max: number) {
  return z
    .string({ error: missing })
    .transform(cleanLine)
    .refine((text) => text !== '', { error: missing, abort: true })
    .refine((text) => lengthOf(text) <= max, { error: () => t`Use at most ${max} characters.` });
}

export const nameField = nameSchema(t('Enter a name.'), name);

export const roleField = oneOf(roles);

/** Normalises the address, so that each spelling counts for the same account and the same rate limit. */
function emailSchema(messages: { missing: string; long: Text; wrong: string }) {
  return z
    .string({ error: messages.missing })
    .transform((text) => cleanAddress(text.normalize('NFKC')).toLowerCase())
    .refine((text) => text !== '', { error: messages.missing, abort: true })
    .refine((text) => lengthOf(text) <= email, { error: messages.long, abort: true })
    .refine((text) => z.email().safeParse(text).success, { error: messages.wrong });
}

export const emailField = emailSchema({
  missing: t('Enter an e-mail address.'),
  long: () => t`An e-mail address has at most ${email} characters.`,
  wrong: t('Enter an e-mail address like name@example.com.'),
});

/** An existing password is only compared, so just its length is limited. */
function currentPasswordSchema(messages: { missing: string; long: Text }) {
  return z
    .string({ error: messages.missing })
    .refine((text) => text !== '', { error: messages.missing, abort: true })
    .refine(isShortEnough, { error: messages.long });
}

export const currentPassword = currentPasswordSchema({
  missing: t('Enter your password.'),
  long: () => t`A password has at most ${password.most} characters.`,
});

/** The current password, for forms where only some changes need it. An empty one is null. */
export const confirmation = z
  .nullish(
    z
      .string({ error: 'Enter your password.' })
      .refine(isShortEnough, { error: () => t`A password has at most ${password.most} characters.` }),
  )
  .transform((text) => text || null);

function newPasswordSchema(messages: { missing: string; short: Text; long: Text }) {
  return z
    .string({ error: messages.missing })
    .refine((text) => lengthOf(text) >= password.least, { error: messages.short, abort: true })
    .refine(isShortEnough, { error: messages.long });
}

export const newPassword = newPasswordSchema({
  missing: t('Enter a new password.'),
  short: () => t`Use at least ${password.least} characters.`,
  long: () => t`Use at most ${password.most} characters.`,
});

/** For the Bengali pages before the sign-in. */
export const signInFields = {
  email: emailSchema({
    missing: inBothLanguages('ইমেইল ঠিকানা লিখুন।', 'Enter the e-mail address.'),
    long: inBothLanguages(
      `ইমেইল ঠিকানা সর্বোচ্চ ${bengaliDigits(String(email))} অক্ষরের হয়।`,
      `An e-mail address has at most ${email} characters.`,
    ),
    wrong: inBothLanguages(
      'ইমেইল ঠিকানাটি ঠিক নেই। দেখে আবার লিখুন, যেমন nam@example.com।',
      'This is no e-mail address. It looks like name@example.com.',
    ),
  }),
  currentPassword: currentPasswordSchema({
    missing: inBothLanguages('পাসওয়ার্ড লিখুন।', 'Enter the password.'),
    long: inBothLanguages(
      `পাসওয়ার্ড সর্বোচ্চ ${bengaliDigits(String(password.most))} অক্ষরের হয়।`,
      `A password has at most ${password.most} characters.`,
    ),
  }),
  newPassword: newPasswordSchema({
    missing: inBothLanguages('নতুন পাসওয়ার্ড লিখুন।', 'Enter a new password.'),
    short: inBothLanguages(
      `অন্তত ${bengaliDigits(String(password.least))} অক্ষর লিখুন।`,
      `Use at least ${password.least} characters.`,
    ),
    long: inBothLanguages(
      `সর্বোচ্চ ${bengaliDigits(String(password.most))} অক্ষর লেখা যায়।`,
      `Use at most ${password.most} characters.`,
    ),
  }),
};

function isShortEnough(text: string): boolean {
  return lengthOf(text) <= password.most;
}
