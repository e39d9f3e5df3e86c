import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';

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
