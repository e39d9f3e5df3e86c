import * as z from 'zod/mini';
import { idOnWire } from '#wire/records.ts';
import { roles } from '#wire/rights.ts';

/** Somebody who works here, as an owner sees them. */
export const userOnWire = z.object({
  id: idOnWire,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  image: z.nullable(z.string()),
  /** 1: may sign in; 0: deactivated. */
  status: z.int(),
  /** Invited, and without a password so far. */
  invited: z.boolean(),
  /** Until when the link of the invitation works; null where there is none. */
  invited_until: z.nullable(z.string()),
  last_seen_at: z.nullable(z.string()),
  /** Since when the password alone is not enough; null where it is. */
  second_factor_since: z.nullable(z.string()),
  sessions: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type UserRow = z.infer<typeof userOnWire>;

/** The link is told this once: whoever has it sets the password. Null where it only goes out by mail. */
export const invitedOnWire = z.object({
  data: userOnWire,
  message: z.string(),
  invitation_link: z.nullable(z.string()),
  /** Whether it also goes out by mail. */
  mailed: z.boolean(),
});

export type Invited = z.infer<typeof invitedOnWire>;
