import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';
import { roles } from '#api/rights.ts';

const text = z.nullable(z.string());

export const userSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  image: text,
  /** 1: active, 0: deactivated. */
  status: z.int(),
  /** Invited and without a password so far. */
  invited: z.boolean(),
  /** The expiry of the invitation link; null if there is none. */
  invited_until: text,
  last_seen_at: text,
  second_factor_since: text,
  sessions: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type UserRow = z.infer<typeof userSchema>;

/** Returned only once, as the link sets the password. Null if it is only mailed. */
export const invitedUserSchema = z.object({
  data: userSchema,
  message: z.string(),
  invitation_link: text,
  /** Whether the link was mailed too. */
  mailed: z.boolean(),
});

export type Invited = z.infer<typeof invitedUserSchema>;
