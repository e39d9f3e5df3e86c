import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/open.server.ts';
import { momentIn } from '#server/database/time.server.ts';
import { type Claim, JobQueue } from '#server/jobs/queue.server.ts';
import type { WorkerLimits } from '#server/jobs/worker.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { type Called, type CallLimits, usualCallLimits } from '../outgoing/call.server.ts';
import { type Attempt, type CallJob, CallWorker } from '../outgoing/call-worker.server.ts';
import { mailAfterAsking } from './give-access.server.tsx';
import { sealAccess } from './personal-accesses.server.ts';
import { activeWebhook } from './personal-settings.server.ts';
import { askDemoSystem, type MadeAccess, readLead } from './webhook.server.ts';

/** Times in milliseconds; tests shorten them. */
export interface AskerLimits extends WorkerLimits {
  call: CallLimits;
  /** Seconds before the second attempt, the third, and so on; the last one again and again until the time is over. */
  waits: readonly [number, ...number[]];
}

const usual: AskerLimits = {
  call: usualCallLimits,
  look: 500,
  lease: 30_000,
  waits: [5, 15, 45, 120, 300],
  stop: 5_000,
};

interface Question extends CallJob {
  request_id: number;
  webhook_id: string;
}

type Reply = Attempt<MadeAccess>;

/**
 * Asks the vendor's demo system for the accesses of single requests. An answer and the mail that it leads to are written
 * in one transaction, by whoever still holds the question: so there is one mail, whoever is killed when.
 */
export class AccessAsker extends CallWorker<Question, MadeAccess> {
  constructor(
    parts: { database: Database; settings: Pick<Settings, 'secret' | 'local'>; log: FastifyBaseLogger },
    limits: AskerLimits = usual,
  ) {
    const { waits } = limits;
    super(
      parts,
      {
        name: 'accesses',
        queue: questions,
        calledFor: 'access_id',
        begin: beginQuestion,
        call: (question, signal) => ask(parts, limits.call, question, signal),
        waitAfter: ({ attempts }) => waits[attempts - 1] ?? waits.at(-1) ?? waits[0],
        end: (transaction, question, reply) => endQuestion(transaction, parts.settings, question, reply),
      },
      limits,
    );
  }
}

/** Those that have waited longest first: to be asked, or to be given up. */
const questions = new JobQueue({
  table: 'personal_accesses',
  running: 'asking',
  due: (database) => {
    const now = momentIn(database, 0);
    return waiting(database)
      .where(({ or, and, eb, exists, selectFrom }) =>
        or([
          eb('fallback_at', '<=', now),
          and([
            eb('next_attempt_at', '<=', now),
            exists(selectFrom('personal_access_settings').select('id').where('status', '=', 1)),
          ]),
        ]),
      )
      .orderBy('next_attempt_at')
      .orderBy('id');
  },
});

/** Spam and what was deleted wait; and while no mail goes out, nothing is asked that would lead to one. */
function waiting(database: Database) {
  return database
    .selectFrom('personal_accesses')
    .select('personal_accesses.id')
    .where('state', '=', 'queued')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('demo_requests')
          .select('demo_requests.id')
          .whereRef('demo_requests.id', '=', 'personal_accesses.request_id')
          .where('spam', '=', 0)
          .where('deleted_at', 'is', null),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('store_facts').select('name').where('name', '=', 'mail_paused'))),
    );
}

/** Whoever waited too long is not asked for any more, and gets the common access. */
async function beginQuestion(transaction: Database, claim: Claim) {
  const { late, ...question } = await transaction
    .selectFrom('personal_accesses')
    .select(['request_id', 'webhook_id'])
    .select(({ eb, lit }) =>
      eb.case().when('fallback_at', '<=', momentIn(transaction, 0)).then(lit(1)).else(lit(0)).end().as('late'),
    )
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  return { ...claim, ...question, event: 'request.created', isOver: late === 1 };
}

async function ask(
  { database, settings }: { database: Database; settings: Pick<Settings, 'secret' | 'local'> },
  limits: CallLimits,
  { request_id, webhook_id }: Question,
  signal: AbortSignal,
): Promise<{ called: Called; result: MadeAccess | null }> {
  const request = await readLead(database, request_id);
  const webhook = await activeWebhook(database, settings);
  if (!request || !webhook) return { called: switchedOff, result: null };
  const question = { event: 'request.created', id: webhook_id, request } as const;
  const { called, made } = await askDemoSystem(webhook, question, { signal, loopback: settings.local, limits });
  return { called, result: made };
}

const switchedOff: Called = { status: null, ms: 0, answer: null, error: 'It was switched off meanwhile.' };

async function endQuestion(
  transaction: Database,
  keys: Pick<Settings, 'secret'>,
  question: Question,
  reply: Reply,
): Promise<boolean> {
  const ours = await questions.end(transaction, question, columnsOf(transaction, keys, reply));
  if (ours && reply.inSeconds === null) await mailAfterAsking(transaction, keys, question.request_id, reply.result);
  return ours;
}

function columnsOf(transaction: Database, keys: Pick<Settings, 'secret'>, { result: made, inSeconds }: Reply) {
  if (inSeconds !== null) return { state: 'queued' as const, next_attempt_at: momentIn(transaction, inSeconds) };
  if (made === null) return { state: 'fallen_back' as const };
  return {
    state: 'made' as const,
    access_sealed: sealAccess(keys, made),
    expires_at: made.expiresAt.toISOString(),
  };
}
