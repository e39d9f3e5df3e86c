import { z } from 'zod';
import { cleanLine, lengthOf } from '#server/text.server.ts';
import { accountLimits } from './schema.ts';

const { name, email, password } = accountLimits;

export const nameField = z
  .string({ error: 'Enter your name.' })
  .transform(cleanLine)
  .refine((text) => text !== '', { error: 'Enter your name.', abort: true })
  .refine((text) => lengthOf(text) <= name, { error: `Use at most ${name} characters.` });

/** Comes out as it is kept and compared: however it was written, it is one account and counts for one limit. */
export const emailField = z
  .string({ error: 'Enter your e-mail address.' })
  .transform((text) => text.normalize('NFKC').trim().toLowerCase())
  .refine((text) => text !== '', { error: 'Enter your e-mail address.', abort: true })
  .refine((text) => lengthOf(text) <= email, {
    error: `An e-mail address has at most ${email} characters.`,
    abort: true,
  })
  .refine((text) => z.email().safeParse(text).success, { error: 'Enter an e-mail address like name@example.com.' });

/** A password that somebody has: it is compared, so only what can't be one is refused. */
export const knownPassword = z
  .string({ error: 'Enter your password.' })
  .refine((text) => text !== '', { error: 'Enter your password.', abort: true })
  .refine(isShortEnough, { error: `A password has at most ${password.most} characters.` });

export const newPassword = z
  .string({ error: 'Enter a new password.' })
  .refine((text) => lengthOf(text) >= password.least, {
    error: `Use at least ${password.least} characters.`,
    abort: true,
  })
  .refine(isShortEnough, { error: `Use at most ${password.most} characters.` });

function isShortEnough(text: string): boolean {
  return lengthOf(text) <= password.most;
}
