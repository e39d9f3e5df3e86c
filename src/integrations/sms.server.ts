import { z } from 'zod';
import { paragraph } from '#api/fields/texts.ts';
import type { Actor } from '#cms/audit/audit.server.ts';
import { t } from '#i18n/text.ts';
import { auditLead } from '#leads/lead/data.server.ts';
import { addEvent } from '#leads/lead/table.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { countUse, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import { queueDelivery } from './deliveries.server.ts';
import { findGateway } from './endpoints.server.ts';
import { longestSms, smsLength } from './sms-length.ts';

/** Of one lead in a day; more would be a nuisance. */
const mostADay = { most: 20, seconds: 86_400 };

/** What staff write to a lead. */
export const smsTextForm = z.object({ text: paragraph('text', longestSms) });

/** Sends a text to the phone of a lead, in the transaction of the caller. @throws {HttpError} 409, 422, 429 */
export async function sendSms(
  transaction: Database,
  keys: Keys,
  actor: Actor,
  lead: { id: number; number: string; spam: number },
  text: string,
): Promise<void> {
  if (lead.number === '') throw invalid({ text: [t('This lead has no number.')] });
  if (lead.spam === 1) throw new HttpError(409, 'This lead is marked as spam. Mark it as not spam first.');
  const gateway = await findGateway(transaction, keys);
  if (gateway === null)
    throw new HttpError(409, 'SMS is not set up. An owner does that on the screen Webhooks and SMS.');
  const wait = await countUse(transaction, limitKey(keys, 'lead-sms', String(lead.id)), mostADay);
  if (wait > 0) throw new HttpError(429, t`This lead was sent ${mostADay.most} texts today.`, { retryAfter: wait });
  const body = { number: lead.number, text };
  const { parts } = smsLength(text);
  await queueDelivery(transaction, { webhook_id: gateway, request_id: lead.id, event: 'sms', body });
  await addEvent(transaction, lead.id, 'sms_queued', actor, { to: lead.number, text, parts });
  // The audit is for ever, and holds nothing about the person.
  await auditLead(transaction, actor, 'sms', lead.id, { after: { parts } });
}
