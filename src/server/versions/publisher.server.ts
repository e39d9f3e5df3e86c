import type { FastifyBaseLogger } from 'fastify';
import type { Actor } from '../audit.server.ts';
import type { Database } from '../database/open.server.ts';
import { momentIn } from '../database/time.server.ts';
import { Refusal } from '../errors.server.ts';
import type { Claim } from '../jobs/queue.server.ts';
import { Worker, type WorkerLimits } from '../jobs/worker.server.ts';
import { schedules } from './schedules.server.ts';
import { DraftChanged, type Publishing } from './versioned-writes.server.ts';

const usual: WorkerLimits = { look: 500, lease: 30_000, stop: 5_000 };

/** What is due, and who wanted it so. */
interface Due extends Claim {
  kind: string;
  recordId: number;
  action: 'publish' | 'unpublish';
  actor: Actor;
}

/** What was made ready before the transaction, or why it can't be done. */
type Ready = { ready: unknown } | { refused: string };

/** Puts records on the site and takes them off it at the times that staff set, once, however many instances there are. */
export class Publisher extends Worker<Due, Ready> {
  constructor(
    parts: { database: Database; log: FastifyBaseLogger },
    kinds: Publishing[],
    limits: WorkerLimits = usual,
  ) {
    const byTable = new Map(kinds.map((kind) => [kind.table, kind]));
    super(
      parts,
      {
        name: 'publications',
        queue: schedules,
        openLane: () => ({ run: async ({ kind, recordId }) => makeReady(byTable.get(kind), recordId) }),
        begin: readDue,
        end: async (transaction, due, result) => {
          const ended = await endDue(transaction, byTable.get(due.kind), due, result);
          if (ended.refused)
            parts.log.warn({ event: 'not_published', kind: due.kind, record: due.recordId, reason: ended.refused });
          return ended.ours;
        },
        // It is done in the transaction that ends it, so what was taken back was not done.
        noteLost: async () => undefined,
      },
      limits,
    );
  }
}

async function readDue(transaction: Database, claim: Claim): Promise<Due> {
  const { kind, record_id, action, user_id, user_email, user_name } = await transaction
    .selectFrom('schedules')
    .select(['kind', 'record_id', 'action', 'user_id', 'user_email', 'user_name'])
    .where('id', '=', claim.id)
    .executeTakeFirstOrThrow();
  const user = { id: user_id, email: user_email, name: user_name };
  return {
    ...claim,
    kind,
    recordId: record_id,
    action,
    actor: { user, network: '', requestId: `schedule-${claim.id}` },
  };
}

async function makeReady(kind: Publishing | undefined, id: number): Promise<Ready> {
  try {
    return { ready: await kind?.ready(id) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    throw error;
  }
}

async function endDue(
  transaction: Database,
  kind: Publishing | undefined,
  due: Due,
  result: Ready,
): Promise<{ ours: boolean; refused?: string }> {
  // First, so that nobody else does it meanwhile.
  if (!(await schedules.end(transaction, due, { state: 'queued' }))) return { ours: false };
  try {
    if ('refused' in result) throw new Refusal(422, result.refused);
    await kind?.act(transaction, due.actor, { id: due.recordId, action: due.action }, result.ready);
    await transaction.deleteFrom('schedules').where('id', '=', due.id).execute();
    return { ours: true };
  } catch (error) {
    // It stays queued, and is made ready anew.
    if (error instanceof DraftChanged) return { ours: true };
    if (!(error instanceof Refusal)) throw error;
    await transaction
      .updateTable('schedules')
      .set({ state: 'failed', reason: error.message, updated_at: momentIn(transaction, 0) })
      .where('id', '=', due.id)
      .execute();
    return { ours: true, refused: error.message };
  }
}
