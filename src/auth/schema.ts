import * as z from 'zod/mini';
import { idSchema, pictureShape } from '#api/records.ts';
import { roles } from '#api/rights.ts';
import type { Language } from '#i18n/text.ts';

export const accountLimits = { name: 255, email: 255, password: { least: 10, most: 128 } } as const;

/** The specification requires this text word for word; the response has it as a list of one. */
export const wrongCredentials = 'This credential does not exist.';

export const languages = ['en', 'bn'] as const satisfies Language[];

/** The signed-in user, as the sign-in and every page load of the back office return it. */
export const signedInUser = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
  role: z.enum(roles),
  language: z.enum(languages),
  /** The password was generated: only the profile is usable until it is replaced. */
  must_change_password: z.optional(z.literal(true)),
});

export const signedInSchema = z.object({ token: z.string(), user: signedInUser });

export const notifyChoices = ['at_once', 'daily', 'never'] as const;
export type Notify = (typeof notifyChoices)[number];

export const accountSchema = z.extend(signedInUser, {
  notify: z.enum(notifyChoices),
  ...pictureShape,
  created_at: z.string(),
  updated_at: z.string(),
});

const sessionSchema = z.object({
  id: idSchema,
  device: z.string(),
  network: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});

/** `current` is the session of this request. */
export const sessionsSchema = z.object({ data: z.array(sessionSchema) });
