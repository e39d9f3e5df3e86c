import type { FastifyBaseLogger } from 'fastify';
import { addEvents, eventRow } from '#leads/lead/table.server.ts';
import { leadPage } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { timestampIn } from '#platform/database/time.server.ts';
import { type Claim, JobQueue } from '#platform/jobs/queue.server.ts';
import type { WorkerLimits } from '#platform/jobs/worker.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { type Called, callOut, isFine } from './call.server.ts';
import { type Attempt, type CallJob, CallWorker } from './call-worker.server.ts';
import { signedHeaders } from './signing.server.ts';
import { activeGateway, fillTemplate, type Sms } from './sms.server.ts';
import { receiverOf } from './webhooks.server.ts';

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

type Keys = Pick<Settings, 'secret' | 'local' | 'publicUrl'>;

interface DeliveryJob extends CallJob {
  webhook_id: number | null;
  request_id: number;
  message_id: string;
  body: string;
}

/** Brings webhooks what happened with leads, and texts to the gateway. */
export class DeliverySender extends CallWorker<DeliveryJob, 'taken'> {
  constructor(parts: { database: Database; settings: Keys; log: FastifyBaseLogger }, limits: DeliveryLimits = usual) {
    const { waits } = limits;
    super(
      parts,
      {
        name: 'deliveries',
        queue: deliveries,
        begin: beginDelivery,
        call: async (job, signal) => {
          const called = await (job.webhook_id === null
            ? callGateway(parts, job, signal)
            : callWebhook(parts, job, job.webhook_id, signal));
          return { called, result: called.error === null ? 'taken' : null };
        },
        waitAfter: ({ webhook_id, attempts }) => waits[webhook_id === null ? 'sms' : 'webhook'][attempts - 1] ?? null,
        end: endDelivery,
      },
      limits,
    );
  }
}

/** While a webhook is off, or SMS is, what waits for it goes on waiting. */
const deliveries = new JobQueue({
  table: 'deliveries',
  running: 'sending',
  due: (database) =>
    database
      .selectFrom('deliveries')
      .select('deliveries.id')
      .where('state', '=', 'queued')
      .where('next_attempt_at', '<=', timestampIn(database, 0))
      .where(({ or, and, eb, exists, selectFrom }) =>
        or([
          and([
            eb('webhook_id', 'is', null),
            exists(selectFrom('sms_settings').select('sms_settings.id').where('sms_settings.status', '=', 1)),
          ]),
          exists(
            selectFrom('webhooks')
              .select('webhooks.id')
              .whereRef('webhooks.id', '=', 'deliveries.webhook_id')
              .where('webhooks.status', '=', 1),
          ),
        ]),
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
  return { ...claim, ...row };
}

async function callWebhook(
  { database, settings }: { database: Database; settings: Keys },
  { message_id, request_id, body: kept }: DeliveryJob,
  webhookId: number,
  signal: AbortSignal,
): Promise<Called> {
  const receiver = await receiverOf(database, settings, webhookId).catch(() => null);
  if (!receiver) return unreadable;
  const { type, timestamp, data } = JSON.parse(kept);
  const link = settings.publicUrl + leadPage(request_id);
  const body = JSON.stringify({ type, id: message_id, timestamp, data: { ...data, link } });
  return postEvent(receiver, message_id, body, { loopback: settings.local, signal });
}

/** Posts an event, signed. A receiver that took it may lead on to another page, as those of Google do. */
export function postEvent(
  { url, secrets }: { url: string; secrets: string[] },
  id: string,
  body: string,
  { loopback, signal }: { loopback: boolean; signal: AbortSignal },
): Promise<Called> {
  const isTaken = (status: number) => isFine(status) || status === 302 || status === 303;
  return callOut({ url, headers: signedHeaders(secrets, id, body), body, loopback, signal, isTaken });
}

async function callGateway(
  { database, settings }: { database: Database; settings: Keys },
  { message_id, body }: DeliveryJob,
  signal: AbortSignal,
): Promise<Called> {
  const template = await activeGateway(database, settings);
  if (template === null) return unreadable;
  const url = fillTemplate(template, message_id, JSON.parse(body) as Sms);
  return callOut({ url, loopback: settings.local, signal });
}

const unreadable: Called = {
  status: null,
  ms: 0,
  answer: null,
  error: 'It was switched off or removed meanwhile, or what was sealed can’t be read with the secret of this server.',
};

async function endDelivery(
  transaction: Database,
  job: DeliveryJob,
  { called, result, inSeconds }: Attempt<'taken'>,
): Promise<boolean> {
  const state = result ? 'delivered' : inSeconds === null ? 'dead' : 'queued';
  const ours = await deliveries.end(transaction, job, {
    state,
    last_error: called?.error ?? null,
    ...(inSeconds !== null && { next_attempt_at: timestampIn(transaction, inSeconds) }),
  });
  if (ours && job.webhook_id === null && state !== 'queued') await noteText(transaction, job, state, called);
  return ours;
}

/** What became of a text stands in the history of its lead. */
async function noteText(
  transaction: Database,
  { request_id, body }: DeliveryJob,
  state: 'delivered' | 'dead',
  called: Called | null,
): Promise<void> {
  const { number: to } = JSON.parse(body) as Sms;
  const at = timestampIn(transaction, 0);
  const row =
    state === 'delivered'
      ? eventRow(request_id, 'sms_sent', { to }, { at })
      : eventRow(request_id, 'sms_failed', { to, ...(called?.error && { answer: called.error }) }, { at });
  await addEvents(transaction, [row]);
}
