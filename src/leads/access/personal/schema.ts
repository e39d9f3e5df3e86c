import * as z from 'zod/mini';
import { idOnWire } from '#wire/records.ts';

export const personalAccessLimits = { url: 2_000, expiresDays: 365, fallbackMinutes: 1_440 } as const;

/** Whether and how the vendor's demo system is asked for an access of each requester's own. */
export const personalAccessOnWire = z.object({
  /** 1: it is asked. */
  status: z.int(),
  /** Where its webhook listens. */
  url: z.string(),
  /** What calls are signed with; it is shown by a call of its own. */
  secret_set: z.boolean(),
  /** Until when calls are signed with the secret before this one too; null where they are not. */
  old_secret_until: z.nullable(z.string()),
  expires_days: z.int(),
  /** Without an answer for so long, the common link and password are mailed. */
  fallback_minutes: z.int(),
  updated_at: z.nullable(z.string()),
});
export type PersonalAccess = z.infer<typeof personalAccessOnWire>;

/** One call of the demo system. */
export const webhookCallOnWire = z.object({
  id: idOnWire,
  event: z.enum(['request.created', 'test']),
  at: z.string(),
  /** Null while it runs. */
  outcome: z.nullable(z.enum(['answered', 'failed', 'interrupted'])),
  http_status: z.nullable(z.int()),
  ms: z.nullable(z.int()),
  /** In words; null where all was well. */
  error: z.nullable(z.string()),
  /** The lead that it was for. */
  lead: z.nullable(z.object({ id: idOnWire, institute_name: z.string() })),
});
export type WebhookCall = z.infer<typeof webhookCallOnWire>;

export const webhookLogOnWire = z.object({
  data: z.array(webhookCallOnWire),
  /** How many requests wait for an answer at this moment. */
  waiting: z.int(),
});
export type WebhookLog = z.infer<typeof webhookLogOnWire>;
