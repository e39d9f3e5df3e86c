import * as z from 'zod/mini';
import { idSchema, listedShape } from '#api/records.ts';
import { parseUrl } from '#api/text.ts';
import { t } from '#i18n/text.ts';

export const leadEvents = ['lead.created', 'lead.stage_changed', 'lead.won'] as const;
export type LeadEventName = (typeof leadEvents)[number];

/** An endpoint of `sms` is the gateway that texts to leads go through; it has no other event. */
export const endpointEvents = [...leadEvents, 'content.published', 'content.removed', 'site.trouble', 'sms'] as const;

export type EventName = Exclude<(typeof endpointEvents)[number], 'sms'>;

export const eventWords: Record<(typeof endpointEvents)[number], string> = t({
  'lead.created': 'A lead came, or was added',
  'lead.stage_changed': 'A lead moved to another stage',
  'lead.won': 'A lead was won',
  'content.published': 'A text, picture or price appeared on the site, or was changed there',
  'content.removed': 'Something was taken off the site',
  'site.trouble': 'Something is wrong with the website, or is right again',
  sms: 'Staff send a text to a lead',
});

export const endpointSchema = z.object({
  id: idSchema,
  /** Of a gateway without its key, `{number}` and `{text}`: a call of its own shows all. */
  url: z.string(),
  events: z.array(z.enum(endpointEvents)),
  ...listedShape,
  /** What calls are signed with; it is shown by a call of its own. */
  secret_set: z.boolean(),
  /** Until when calls are signed with the secret before this one too; null where they are not. */
  old_secret_until: z.nullable(z.string()),
});
export type Endpoint = z.infer<typeof endpointSchema>;

export function isGateway({ events }: Pick<Endpoint, 'events'>): boolean {
  return events.includes('sms');
}

/** Of the address the host alone: behind it there often is a key. */
export function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}

/** What is known of sending without being its owner. */
export const smsStateSchema = z.object({ data: z.object({ active: z.boolean() }) });

const callOutcome = z.enum(['answered', 'failed', 'interrupted']);
export type CallOutcome = z.infer<typeof callOutcome>;

/** `queued` waits for its moment, `sending` is on its way, `delivered` was taken, `dead` was given up. */
const deliveryState = z.enum(['queued', 'sending', 'delivered', 'dead']);
export type DeliveryState = z.infer<typeof deliveryState>;

const text = z.nullable(z.string());

export const deliverySchema = z.object({
  id: idSchema,
  event: z.enum(endpointEvents),
  /** The same at every attempt. */
  message_id: z.string(),
  /** Where it goes; null: to the SMS gateway. */
  webhook: z.nullable(z.object({ id: idSchema, url: z.string() })),
  /** Null for an event of content. */
  lead: z.nullable(z.object({ id: idSchema, institute_name: z.string() })),
  /** The content that it is about; null for leads. */
  record: z.nullable(z.object({ title: z.string(), path: z.string() })),
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
export type Delivery = z.infer<typeof deliverySchema>;

/** What came of trying an address out. */
export const tryOutSchema = z.object({
  http_status: z.nullable(z.int()),
  ms: z.int(),
  error: text,
  /** How the answer begins. */
  answer: text,
});
export type TryOutResult = z.infer<typeof tryOutSchema>;
