import * as z from 'zod/mini';
import { idSchema } from '#api/records.ts';

/** What webhooks are told of. */
export const leadEvents = ['lead.created', 'lead.stage_changed', 'lead.won'] as const;
export type LeadEventName = (typeof leadEvents)[number];

export const eventWords: Record<LeadEventName, string> = {
  'lead.created': 'A lead came, or was added',
  'lead.stage_changed': 'A lead moved to another stage',
  'lead.won': 'A lead was won',
};

export const outgoingLimits = { url: 2_000, webhooks: 20 } as const;

export const webhookOnWire = z.object({
  id: idSchema,
  url: z.string(),
  events: z.array(z.enum(leadEvents)),
  /** 1: it is told. */
  status: z.int(),
  /** What calls are signed with; it is shown by a call of its own. */
  secret_set: z.boolean(),
  /** Until when calls are signed with the secret before this one too; null where they are not. */
  old_secret_until: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type WebhookOnWire = z.infer<typeof webhookOnWire>;

export const smsOnWire = z.object({
  /** 1: staff can send. */
  status: z.int(),
  /** The address of the gateway, with {number} and {text} in it. */
  url: z.string(),
  updated_at: z.nullable(z.string()),
});
export type SmsSettings = z.infer<typeof smsOnWire>;

/** What is known of sending without being its owner. */
export const smsStateOnWire = z.object({ data: z.object({ active: z.boolean() }) });

const callOutcome = z.enum(['answered', 'failed', 'interrupted']);
export type CallOutcome = z.infer<typeof callOutcome>;

/** `queued` waits for its moment, `sending` is on its way, `delivered` was taken, `dead` was given up. */
const deliveryState = z.enum(['queued', 'sending', 'delivered', 'dead']);
export type DeliveryState = z.infer<typeof deliveryState>;

const text = z.nullable(z.string());

export const deliveryOnWire = z.object({
  id: idSchema,
  event: z.enum([...leadEvents, 'sms']),
  /** The same at every attempt. */
  message_id: z.string(),
  /** Where it goes; null: to the SMS gateway. */
  webhook: z.nullable(z.object({ id: idSchema, url: z.string() })),
  lead: z.object({ id: idSchema, institute_name: z.string() }),
  state: deliveryState,
  attempts: z.int(),
  next_attempt_at: text,
  /** What went wrong last; null where all is well. */
  last_error: text,
  created_at: z.string(),
  /** Newest first. */
  calls: z.array(
    z.object({
      id: idSchema,
      at: z.string(),
      /** Null while it runs. */
      outcome: z.nullable(callOutcome),
      http_status: z.nullable(z.int()),
      ms: z.nullable(z.int()),
      /** In words; null where all was well. */
      error: text,
    }),
  ),
});
export type Delivery = z.infer<typeof deliveryOnWire>;

/** What came of trying an address out. */
export const triedOnWire = z.object({
  http_status: z.nullable(z.int()),
  ms: z.int(),
  error: text,
  /** How the answer begins. */
  answer: text,
});
export type Tried = z.infer<typeof triedOnWire>;
