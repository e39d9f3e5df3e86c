import * as z from 'zod/mini';
import type { SiteChange } from '#cms/context.server.ts';
import { leadSchema } from '#leads/lead/schema.ts';
import type { Stage } from '#leads/lead/strings.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { SentEvents } from '#platform/http/describe-calls.server.ts';
import { queueDelivery } from './deliveries.server.ts';
import { findSubscribed } from './endpoints.server.ts';
import { type EventName, eventWords, type LeadEventName } from './schema.ts';

const text = z.string();
const leadData = z.extend(
  z.omit(leadSchema, {
    status_since: true,
    overdue: true,
    spam: true,
    spam_reasons: true,
    access_mail: true,
    mail: true,
    has_duplicates: true,
    merged_into_id: true,
    package_note: true,
    consent: true,
    called_after: true,
    updated_at: true,
    deleted_at: true,
  }),
  { owner: z.nullable(text), package: z.nullable(text), link: text },
);
const movedLead = z.extend(leadData, { previous_status: z.optional(leadSchema.shape.status) });
const content = z.object({ kind: text, id: z.int(), title: text, path: text, was_public: z.boolean(), link: text });
const trouble = z.object({ title: text, path: text, trouble: text, detail: z.nullable(text), link: text });

const eventData: Record<EventName, z.ZodMiniObject> = {
  'lead.created': leadData,
  'lead.stage_changed': movedLead,
  'lead.won': movedLead,
  'content.published': content,
  'content.removed': content,
  'site.trouble': trouble,
};

/** For the description of the calls. */
export const sentEvents: SentEvents = Object.entries(eventData).map(([event, data]) => ({
  event,
  summary: eventWords[event as EventName],
  body: z.object({ type: z.literal(event), id: text, timestamp: text, data }),
}));

/**
 * Tells webhooks what happened with a lead, in the transaction in which it happens. Spam is not told of; who reads an
 * imported file has it already, so it is for the caller to leave those out.
 */
export async function tellWebhooks(
  transaction: Database,
  event: LeadEventName,
  leadId: number,
  more: { previous_status?: Stage } = {},
): Promise<void> {
  const lead = await readLead(transaction, leadId);
  if (lead) await queueEvent(transaction, event, leadId, { ...lead, ...more });
}

/** Tells webhooks what visitors see since a change, or no longer see, in its transaction. */
export async function tellOfContent(transaction: Database, { isPublic, ...data }: SiteChange): Promise<void> {
  await queueEvent(transaction, isPublic ? 'content.published' : 'content.removed', null, data);
}

/** `data` has `title` and `path` where it is not about a lead. */
export async function queueEvent(
  transaction: Database,
  event: EventName,
  request_id: number | null,
  data: object,
): Promise<void> {
  const body = { type: event, timestamp: new Date().toISOString(), data };
  for (const webhook_id of await findSubscribed(transaction, event))
    await queueDelivery(transaction, { webhook_id, request_id, event, body });
}

/** A lead as webhooks are told of it; null for spam. */
async function readLead(database: Database, id: number): Promise<Omit<z.infer<typeof leadData>, 'link'> | null> {
  const row = await database
    .selectFrom('demo_requests as lead')
    .leftJoin('users', 'users.id', 'lead.owner_id')
    .select(['lead.id', 'lead.name', 'institute_name', 'number', 'lead.email', 'stage as status', 'lost_reason'])
    .select(['users.name as owner', 'next_step', 'next_step_on', 'students', 'package_note as package', 'value'])
    .select(['origin', 'page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'lead.created_at', 'spam'])
    .where('lead.id', '=', id)
    .executeTakeFirst();
  if (!row || row.spam === 1) return null;
  const { spam: _, ...lead } = row;
  return lead;
}
