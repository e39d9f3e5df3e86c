import * as z from 'zod/mini';
import { idOnWire, pictureOnWire } from '#wire/records.ts';
import { roles } from '#wire/rights.ts';

export const accountLimits = { name: 255, email: 255, password: { least: 10, most: 128 } } as const;

/** Said where e-mail or password is wrong, word for word; on the wire it is a list of one. */
export const wrongCredentials = 'This credential does not exist.';

/** The signed-in person, as the sign-in and every start of the back office learn it. */
export const signedInUser = z.object({
  id: idOnWire,
  name: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
  role: z.enum(roles),
  /** The password was made by the program: nothing but the own account can be used until there is another one. */
  must_change_password: z.optional(z.literal(true)),
});

export const signedInOnWire = z.object({ token: z.string(), user: signedInUser });

/** How often somebody of the staff is mailed of demo requests. */
export const notifyChoices = ['at_once', 'daily', 'never'] as const;
export type Notify = (typeof notifyChoices)[number];

/** The own account, as the profile screen edits it. */
export const accountOnWire = z.extend(signedInUser, {
  notify: z.enum(notifyChoices),
  ...pictureOnWire,
  created_at: z.string(),
  updated_at: z.string(),
});

/** A device on which the account is signed in. */
const sessionOnWire = z.object({
  id: idOnWire,
  device: z.string(),
  network: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});

/** Where somebody is signed in; `current` is the session that asks. */
export const sessionsOnWire = z.object({ data: z.array(sessionOnWire) });

/** What a write answers when it succeeded. */
export const writtenOnWire = <T extends z.ZodMiniType>(data: T) => z.object({ data, message: z.string() });

export const messageOnWire = z.object({ message: z.string() });
