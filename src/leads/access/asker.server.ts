import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/open.server.ts';
import { momentIn } from '#server/database/time.server.ts';
import { type Claim, JobQueue } from '#server/jobs/queue.server.ts';
import { spread, Worker, type WorkerLimits } from '#server/jobs/worker.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { mailAfterAsking } from './give-access.server.tsx';
import { sealAccess } from './personal-accesses.server.ts';
import { activeWebhook } from './personal-settings.server.ts';
import { askDemoSystem, type MadeAccess, readLead, usualCallLimits } from './webhook.server.ts';
import { beginCall, endCall, noteInterrupted } from './webhook-calls.server.ts';
import type { Called, CallLimits } from './webhook-post.server.ts';

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

/** What one instance asks now; without a call it has waited too long, and is given up instead. */
interface Question extends Claim {
  request_id: number;
  webhook_id: string;
  callId: number | null;
}

/** What came of it: an access, or (`inSeconds`) that it is asked again, or neither because it was too late to ask. */
interface Reply {
  called: Called | null;
  made: MadeAccess | null;
  inSeconds: number | null;
}

/**
 * Asks the vendor's demo system for the accesses of single requests, as long as the program runs. An answer and the mail
 * that it leads to are written in one transaction, by whoever still holds the question: so there is one mail, whoever is
 * killed when. Until that is written the demo system may be asked again, under the same id.
 */
export class AccessAsker extends Worker<Question, Reply> {
  constructor(
    parts: { database: Database; settings: Pick<Settings, 'secret' | 'local'>; log: FastifyBaseLogger },
    limits: AskerLimits = usual,
  ) {
    const run = (question: Question, signal: AbortSignal) => ask(parts, limits, question, signal);
    super(
      parts,
      {
        name: 'accesses',
        queue: questions,
        openLane: () => ({ run }),
        begin: beginQuestion,
        end: (transaction, question, reply) => endQuestion(transaction, parts.settings, question, reply),
        noteLost: noteInterrupted,
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

async function beginQuestion(transaction: Database, claim: Claim): Promise<Question> {
  const { late, ...question } = await transaction
    .selectFrom('personal_accesses')
    .select(['request_id', 'webhook_id'])
    .select(({ eb, lit }) =>
      eb.case().when('fallback_at', '<=', momentIn(transaction, 0)).then(lit(1)).else(lit(0)).end().as('late'),
    )
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  return { ...claim, ...question, callId: late === 1 ? null : await beginCall(transaction, claim.id) };
}

async function ask(
  {
    database,
    settings,
    log,
  }: { database: Database; settings: Pick<Settings, 'secret' | 'local'>; log: FastifyBaseLogger },
  { call: limits, waits }: AskerLimits,
  { id, request_id, webhook_id, callId, attempts }: Question,
  signal: AbortSignal,
): Promise<Reply> {
  if (callId === null) {
    log.warn({ event: 'access_fell_back', request: request_id });
    return { called: null, made: null, inSeconds: null };
  }
  const wait = spread(waits[attempts - 1] ?? waits.at(-1) ?? waits[0]);
  const request = await readLead(database, request_id);
  const webhook = await activeWebhook(database, settings);
  if (!request || !webhook) return { called: switchedOff, made: null, inSeconds: wait };
  const { called, made } = await askDemoSystem(
    webhook,
    { event: 'request.created', id: webhook_id, request },
    { signal, loopback: settings.local, limits },
  );
  const facts = { access: id, attempt: attempts, status: called.status, ms: called.ms };
  if (made) log.info({ event: 'access_made', ...facts });
  else log.warn({ event: 'access_not_made', ...facts, reason: called.error });
  if (made) return { called, made, inSeconds: null };
  return { called, made, inSeconds: signal.aborted ? 0 : wait };
}

const switchedOff: Called = { status: null, ms: 0, answer: null, error: 'It was switched off meanwhile.' };

async function endQuestion(
  transaction: Database,
  keys: Pick<Settings, 'secret'>,
  question: Question,
  reply: Reply,
): Promise<boolean> {
  if (question.callId !== null && reply.called) await endCall(transaction, question.callId, reply.called);
  const ours = await questions.end(transaction, question, columnsOf(transaction, keys, reply));
  if (ours && reply.inSeconds === null) await mailAfterAsking(transaction, keys, question.request_id, reply.made);
  return ours;
}

function columnsOf(transaction: Database, keys: Pick<Settings, 'secret'>, { made, inSeconds }: Reply) {
  if (inSeconds !== null) return { state: 'queued' as const, next_attempt_at: momentIn(transaction, inSeconds) };
  if (made === null) return { state: 'fallen_back' as const };
  return {
    state: 'made' as const,
    access_sealed: sealAccess(keys, made),
    expires_at: made.expiresAt.toISOString(),
  };
}
