import type { Stage } from '#leads/lead/strings.ts';
import type { Database } from '#platform/database/open.server.ts';
import { queueDelivery } from './deliveries.server.ts';
import { findSubscribed } from './endpoints.server.ts';
import type { LeadEventName } from './schema.ts';

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
  const webhooks = await findSubscribed(transaction, event);
  if (webhooks.length === 0) return;
  const lead = await readLead(transaction, leadId);
  if (!lead) return;
  const body = { type: event, timestamp: new Date().toISOString(), data: { ...lead, ...more } };
  for (const webhook_id of webhooks) {
    await queueDelivery(transaction, { webhook_id, request_id: leadId, event, body });
  }
}

/** A lead as webhooks are told of it; null for spam. */
async function readLead(database: Database, id: number) {
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
