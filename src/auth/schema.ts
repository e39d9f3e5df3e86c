import * as z from 'zod/mini';
import { idSchema, pictureShape } from '#api/records.ts';
import { type Role, roles } from '#api/rights.ts';
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

/** Whoever looks at the sales of others is mailed the week. */
export const weekRoles: readonly Role[] = ['owner', 'viewer'];

export const notifyChoices = ['at_once', 'daily', 'never'] as const;
export type Notify = (typeof notifyChoices)[number];

export const accountSchema = z.extend(signedInUser, {
  notify: z.enum(notifyChoices),
  /** The week on Thursday, for owners and viewers. */
  weekly_mail: z.boolean(),
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

export const secondFactorLimits = { passkeys: 10, passkeyName: 60, recoveryCodes: 10 } as const;

const proofs = z.enum(['app', 'passkey', 'recovery_code']);

/** Options for the browser's WebAuthn API, in its JSON format. */
const credentialNamed = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const passkeyToUse = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.enum(['required', 'preferred']),
  allowCredentials: z.optional(z.array(credentialNamed)),
});

/** The password was right, but a second step is needed: a request to `/api/v1/login/second-step` within `seconds`. */
export const secondStepSchema = z.object({
  message: z.string(),
  data: z.object({
    ticket: z.string(),
    seconds: z.number(),
    proofs: z.array(proofs),
    passkey: z.nullable(passkeyToUse),
  }),
});

/** To sign in with a passkey alone. */
export const passkeySignInSchema = z.object({ data: z.object({ ticket: z.string(), passkey: passkeyToUse }) });

const passkeySchema = z.object({
  id: idSchema,
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});

export const secondFactorSchema = z.object({
  app_since: z.nullable(z.string()),
  passkeys: z.array(passkeySchema),
  recovery_codes_left: z.int(),
  /** False if the site's address does not allow passkeys. */
  passkeys_possible: z.boolean(),
  /** Until a second factor is set up, only the profile is usable. */
  is_missing: z.boolean(),
});

/** A new app: `setup` has to be sent back with its first code. */
export const newAppSchema = z.object({ secret: z.string(), uri: z.string(), setup: z.string() });

export const newPasskeySchema = z.object({
  ticket: z.string(),
  passkey: z.object({
    rp: z.object({ name: z.string(), id: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
    timeout: z.number(),
    excludeCredentials: z.array(credentialNamed),
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('preferred'),
      requireResidentKey: z.boolean(),
    }),
    attestation: z.literal('none'),
  }),
});

/** Returned only once; null if there are codes already. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.nullable(z.array(z.string())) });

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

export const tokenSchema = z.object({
  id: idSchema,
  name: z.string(),
  role: z.enum(roles),
  /** Its first characters. */
  start: z.string(),
  made_by: z.string(),
  created_at: z.string(),
  /** Null: it works until it is withdrawn. */
  expires_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  /** 1: it works. 0: it has ended, or its maker is no active owner. */
  status: z.int(),
});

export type ProgramToken = z.infer<typeof tokenSchema>;
