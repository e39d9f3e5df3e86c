import type { FastifyBaseLogger } from 'fastify';
import { addEvents, eventRow } from '#leads/lead/table.server.ts';
import { leadPage } from '#paths.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { type Claim, isDue, JobQueue } from '#platform/jobs/queue.server.ts';
import { addJitter, Worker, type WorkerLimits } from '#platform/jobs/worker.server.ts';
import type { OutboundRules } from '#platform/outbound.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { guardedFetch, type HttpResult, isFine } from './call.server.ts';
import { fillTemplate, findReceiver, type Receiver, type Sms, signedHeaders } from './endpoints.server.ts';

/** Times in milliseconds; tests shorten them. */
export interface DeliveryLimits extends WorkerLimits {
  /** Seconds before the second attempt, the third, and so on; after the last of them it is given up. */
  waits: { webhook: readonly number[]; sms: readonly number[] };
}

/** A receiver may be away for two days; a text is of no use so late. */
const usual: DeliveryLimits = {
  pollInterval: 500,
  lease: 30_000,
  waits: {
    webhook: [5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 86_400],
    sms: [5, 30, 120, 600, 1_800],
  },
  stop: 5_000,
};

interface Parts {
  database: Database;
  settings: Pick<Settings, 'secret' | 'publicUrl'> & OutboundRules;
  log: FastifyBaseLogger;
}

type DeliveryJob = Claim & Awaited<ReturnType<typeof beginDelivery>>;

/** `inSeconds`: until the next attempt; null if it was delivered or is given up. */
type Attempt = HttpResult & { inSeconds: number | null };

/**
 * Posts events to webhooks, and texts to the SMS gateway, until they are taken. A delivery is written in the transaction
 * of its event and ended by whoever still holds it, so it is sent at least once, always under the same id.
 */
export class DeliverySender extends Worker<DeliveryJob, Attempt> {
  constructor(parts: Parts, limits: DeliveryLimits = usual) {
    super(
      parts,
      {
        name: 'deliveries',
        queue: deliveries,
        openSlot: () => ({ run: (job, signal) => attempt(parts, limits.waits, job, signal) }),
        begin: beginDelivery,
        end: endDelivery,
        onRequeued: endInterruptedCalls,
      },
      limits,
    );
  }
}

/** While an endpoint is off, what waits for it goes on waiting. */
const deliveries = new JobQueue({
  table: 'deliveries',
  running: 'sending',
  due: (database) =>
    database
      .selectFrom('deliveries')
      .select('deliveries.id')
      .where(isDue(database))
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhooks')
            .select('webhooks.id')
            .whereRef('webhooks.id', '=', 'deliveries.webhook_id')
            .where('webhooks.status', '=', 1)
            .where('webhooks.deleted_at', 'is', null),
        ),
      )
      .orderBy('next_attempt_at')
      .orderBy('deliveries.id'),
});

async function beginDelivery(transaction: Database, claim: Claim) {
  const row = await transaction
    .selectFrom('deliveries')
    .select(['webhook_id', 'request_id', 'event', 'message_id', 'body'])
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  const { callId } = await transaction
    .insertInto('outgoing_calls')
    .values({ delivery_id: claim.id, event: row.event, started_at: timestampIn(transaction, 0) })
    .returning('id as callId')
    .executeTakeFirstOrThrow();
  return { ...claim, ...row, callId };
}

async function attempt(
  { database, settings, log }: Parts,
  waits: DeliveryLimits['waits'],
  { id, webhook_id, message_id, request_id, event, body, attempts }: DeliveryJob,
  signal: AbortSignal,
): Promise<Attempt> {
  const isSms = event === 'sms';
  const content: Sms | WebhookEvent = JSON.parse(body);
  if ('data' in content) {
    const page = request_id === null ? content.data.path : leadPage(request_id);
    content.data = { ...content.data, link: settings.publicUrl + page };
  }
  const receiver = await findReceiver(database, settings, webhook_id).catch(() => null);
  const called =
    receiver?.isGateway === isSms
      ? await callReceiver(receiver, { id: message_id, content }, settings, signal)
      : unreadable;
  const { status, ms, error } = called;
  const facts = { job: id, what: event, attempt: attempts, status, ms };
  if (error === null) {
    log.info({ event: 'deliveries_answered', ...facts });
    return { ...called, inSeconds: null };
  }
  log.warn({ event: 'deliveries_failed', ...facts, reason: error });
  const wait = waits[isSms ? 'sms' : 'webhook'][attempts - 1];
  return { ...called, inSeconds: signal.aborted ? 0 : wait === undefined ? null : addJitter(wait) };
}

interface WebhookEvent {
  type: string;
  timestamp: string;
  data: { path?: string; link?: string; [fact: string]: unknown };
}

/** Posts an event, signed, or sends a text. A receiver that took an event may lead on to another page, as Google's do. */
export function callReceiver(
  { url, secrets }: Receiver,
  { id, content }: { id: string; content: Sms | WebhookEvent },
  rules: OutboundRules,
  signal: AbortSignal,
): Promise<HttpResult> {
  if ('text' in content) return guardedFetch({ url: fillTemplate(url, id, content), rules, signal });
  const { type, timestamp, data } = content;
  const body = JSON.stringify({ type, id, timestamp, data });
  const isTaken = (status: number) => isFine(status) || status === 302 || status === 303;
  return guardedFetch({ url, headers: signedHeaders(secrets, id, body), body, rules, signal, isTaken });
}

const unreadable: HttpResult = {
  status: null,
  ms: 0,
  answer: null,
  error: 'It was changed or removed meanwhile, or what is encrypted can’t be read with the secret of this server.',
};

async function endDelivery(
  transaction: Database,
  job: DeliveryJob,
  { status, ms, error, inSeconds }: Attempt,
): Promise<boolean> {
  const isDelivered = error === null;
  await transaction
    .updateTable('outgoing_calls')
    .set({ ended_at: timestampIn(transaction, 0), outcome: isDelivered ? 'answered' : 'failed' })
    .set({ http_status: status, ms, error })
    .where('id', '=', job.callId)
    .execute();
  const isLast = inSeconds === null;
  const isOurs = await deliveries.end(transaction, job, {
    state: isDelivered ? 'delivered' : isLast ? 'dead' : 'queued',
    last_error: error,
    ...(!isLast && { next_attempt_at: timestampIn(transaction, inSeconds) }),
  });
  if (isOurs && isLast && job.event === 'sms' && job.request_id !== null) {
    const { number: to } = JSON.parse(job.body) as Sms;
    const at = timestampIn(transaction, 0);
    const row = isDelivered
      ? eventRow(job.request_id, 'sms_sent', { to }, { at })
      : eventRow(job.request_id, 'sms_failed', { to, answer: error }, { at });
    await addEvents(transaction, [row]);
  }
  return isOurs;
}

/** Calls whose instance was killed. */
async function endInterruptedCalls(transaction: Database, deliveryIds: number[]): Promise<void> {
  await transaction
    .updateTable('outgoing_calls')
    .set({ ended_at: timestampIn(transaction, 0), outcome: 'interrupted' })
    .where('delivery_id', 'in', deliveryIds)
    .where('ended_at', 'is', null)
    .execute();
}
