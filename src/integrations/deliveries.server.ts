import { type Generated, type Insertable, sql } from 'kysely';
import * as z from 'zod/mini';
import type { SiteChange } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { leadSchema } from '#leads/lead/schema.ts';
import type { Stage } from '#leads/lead/strings.ts';
import { leadSource } from '#leads/lead/table.server.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { deleteInBatches, hasRow } from '#platform/database/rows.server.ts';
import { HttpError, notFound } from '#platform/errors.server.ts';
import type { SentEvents } from '#platform/http/describe-calls.server.ts';
import { queuedAgain, queuedNow } from '#platform/jobs/queue.server.ts';
import { errorForReader } from './call.server.ts';
import { findSubscribed, newMessageId } from './endpoints.server.ts';
import {
  type CallOutcome,
  type Delivery,
  type DeliveryState,
  type EventName,
  eventWords,
  hostOf,
  type LeadEventName,
} from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    deliveries: DeliveriesTable;
    outgoing_calls: OutgoingCallsTable;
  }
}

/** An event for a webhook, or a text for an SMS gateway. Timestamps are those of the database's clock. */
interface DeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  /** The lead that it is about; it goes with that. Null for an event of content. */
  request_id: number | null;
  event: Delivery['event'];
  /** The same at every attempt. */
  message_id: string;
  /** JSON, as it was when it happened. */
  body: string;
  state: DeliveryState;
  attempts: Generated<number>;
  next_attempt_at: string;
  claimed_at: string | null;
  claimed_by: string | null;
  last_error: string | null;
  created_at: string;
  updated_at: string;
}

/** Each call of a delivery; nothing of what was sent or answered is in it. */
interface OutgoingCallsTable {
  id: Generated<number>;
  delivery_id: number;
  event: string;
  started_at: string;
  ended_at: string | null;
  outcome: CallOutcome | null;
  http_status: number | null;
  ms: number | null;
  error: string | null;
}

type NewDelivery = Pick<Insertable<DeliveriesTable>, 'webhook_id' | 'request_id' | 'event'> & { body: object };

const keptDays = 90;
const shown = 50;

/** Writes down what is to be brought, in the transaction of what it tells about: both happen, or neither. */
export async function queueDelivery(transaction: Database, { body, ...delivery }: NewDelivery): Promise<void> {
  await transaction
    .insertInto('deliveries')
    .values({
      ...delivery,
      ...queuedNow(transaction),
      message_id: newMessageId(),
      body: JSON.stringify(body),
    })
    .execute();
}

/** The latest deliveries, newest first; of one webhook, of texts, or of all. */
export function latestDeliveries(database: Database, to: number | 'sms' | null): Promise<Delivery[]> {
  return readDeliveries(
    database,
    lines(database)
      .$if(to === 'sms', (query) => query.where('delivery.event', '=', 'sms'))
      .$if(typeof to === 'number', (query) => query.where('delivery.webhook_id', '=', to as number)),
  );
}

/** @throws {HttpError} 404 */
export async function findDelivery(database: Database, id: number): Promise<Delivery> {
  const [delivery] = await readDeliveries(database, lines(database).where('delivery.id', '=', id));
  if (!delivery) throw notFound(noSuchDelivery);
  return delivery;
}

/** Brings it once more, now, under its id. @throws {HttpError} 404, 409 while it is on its way */
export async function deliverAgain(transaction: Database, id: number): Promise<void> {
  const requeued = transaction
    .updateTable('deliveries')
    .set({ ...queuedAgain(transaction), attempts: 0 })
    .where('id', '=', id)
    .where('state', '<>', 'sending')
    .returning('id');
  if (await hasRow(requeued)) return;
  await findDelivery(transaction, id);
  throw new HttpError(409, 'It is on its way at this moment. Look again in a minute.');
}

/** Texts that a store still holds that was put back from a backup: they may have been sent since, and nobody wants one twice. */
export async function stopTexts(transaction: Database): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ state: 'dead', last_error: t('The data was put back from a backup: it may have been sent before.') })
    .where('event', '=', 'sms')
    .where('state', 'in', ['queued', 'sending'])
    .execute();
}

/** The hosts of active endpoints that took nothing for a day, though something was sent to them. */
export async function findFailing(database: Database): Promise<string[]> {
  const { rows } = await sql<{ url: string; events: string }>`
    select url, events from webhooks where status = 1 and deleted_at is null and exists (
      select 1 from deliveries failed where failed.webhook_id = webhooks.id and state <> 'delivered'
        and last_error is not null and created_at < ${timestampIn(database, -86_400)} and not exists (
          select 1 from deliveries later where later.webhook_id = webhooks.id and later.state = 'delivered'
            and later.updated_at > failed.created_at)) order by id`.execute(database);
  return rows.map(({ url, events }) => (events === 'sms' ? 'SMS' : hostOf(url)));
}

export async function forgetOldDeliveries(database: Database): Promise<void> {
  const old = database
    .selectFrom('deliveries')
    .where('state', 'in', ['delivered', 'dead'])
    .where('updated_at', '<', timestampIn(database, -keptDays * 86_400));
  await deleteInBatches(database, 'deliveries', old);
}

const noSuchDelivery = t('There is no such delivery. It may have been removed.');

function lines(database: Database) {
  return database
    .selectFrom('deliveries as delivery')
    .leftJoin('demo_requests as lead', 'lead.id', 'delivery.request_id')
    .innerJoin('webhooks as webhook', 'webhook.id', 'delivery.webhook_id')
    .select(['delivery.id', 'delivery.event', 'message_id', 'webhook_id', 'webhook.url', 'request_id'])
    .select(['lead.institute_name', 'delivery.state', 'attempts', 'next_attempt_at', 'last_error'])
    .select(['delivery.created_at', 'body'])
    .where('webhook.deleted_at', 'is', null);
}

async function readDeliveries(database: Database, query: ReturnType<typeof lines>): Promise<Delivery[]> {
  const rows = await query.orderBy('delivery.id', 'desc').limit(shown).execute();
  const calls = await database
    .selectFrom('outgoing_calls')
    .select(['id', 'delivery_id', 'started_at as at', 'outcome', 'http_status', 'ms', 'error'])
    .where('delivery_id', 'in', [0, ...rows.map(({ id }) => id)])
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ webhook_id, url, request_id, institute_name, next_attempt_at, body, ...row }) => ({
    ...row,
    last_error: errorForReader(row.last_error),
    webhook: row.event === 'sms' ? null : { id: webhook_id, url },
    lead: request_id === null ? null : { id: request_id, institute_name: institute_name ?? '' },
    record: request_id === null ? JSON.parse(body).data : null,
    next_attempt_at: row.state === 'queued' ? next_attempt_at : null,
    calls: calls
      .filter((call) => call.delivery_id === row.id)
      .map(({ delivery_id: _, error, ...call }) => ({ ...call, error: errorForReader(error) })),
  }));
}

const text = z.string();
const leadData = z.extend(
  z.omit(leadSchema, {
    status_since: true,
    overdue: true,
    spam: true,
    spam_reasons: true,
    access_mail: true,
    mail: true,
    last_note: true,
    import_id: true,
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
export async function queueWebhookEvent(
  transaction: Database,
  event: LeadEventName,
  leadId: number,
  more: { previous_status?: Stage } = {},
): Promise<void> {
  const lead = await readLead(transaction, leadId);
  if (lead) await queueEvent(transaction, event, leadId, { ...lead, ...more });
}

/** Tells webhooks what visitors see since a change, or no longer see, in its transaction. */
export async function queueContentEvent(transaction: Database, { isPublic, ...data }: SiteChange): Promise<void> {
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
    .select([
      'users.name as owner',
      'next_step',
      'next_step_on',
      'next_step_time',
      'students',
      'package_note as package',
      'value',
    ])
    .select(['origin', 'page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'lead.created_at', 'spam'])
    .select(['district', 'institute_kind', 'click_id', leadSource.as('source')])
    .where('lead.id', '=', id)
    .executeTakeFirst();
  if (!row || row.spam === 1) return null;
  const { spam: _, click_id, ...lead } = row;
  return { ...lead, click_id: click_id && JSON.parse(click_id) };
}
