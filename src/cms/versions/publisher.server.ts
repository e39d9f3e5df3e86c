import type { FastifyBaseLogger } from 'fastify';
import { inLanguage, translate } from '#i18n/locale.server.ts';
import { type Language, t } from '#i18n/text.ts';
import { databaseNow, timestampIn } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { type Claim, isDue, type JobColumns, JobQueue } from '#platform/jobs/queue.server.ts';
import { Worker, type WorkerLimits } from '#platform/jobs/worker.server.ts';
import type { Actor } from '../audit/audit.server.ts';
import { lockList } from '../collections/listed-table.server.ts';
import type { RecordRef } from './history.server.ts';

const defaultLimits: WorkerLimits = { pollInterval: 500, lease: 30_000, stop: 5_000 };

interface Due extends Claim {
  kind: string;
  recordId: number;
  action: 'publish' | 'unpublish';
  /** Of who set the time, and reads the reason against it. */
  language: Language;
  actor: Actor;
}

export interface Publishing {
  table: string;
  /** Validates and sanitises the draft before the transaction. */
  ready: (id: number) => Promise<unknown>;
  /** @throws {HttpError} `DraftChanged`, or the reason against it; nothing is written then */
  act: (
    transaction: Database,
    actor: Actor,
    due: { id: number; action: 'publish' | 'unpublish' },
    ready: unknown,
  ) => Promise<void>;
}

/** 409: the draft was saved between reading and writing it. */
export class DraftChanged extends HttpError {
  constructor() {
    super(409, t('Somebody else changed the draft at this moment. Look at it, and publish it again.'));
  }
}

export interface NotPublished extends RecordRef {
  email: string;
  at: string;
  reason: string;
}

interface PublisherParts {
  database: Database;
  log: FastifyBaseLogger;
  /** Notifies the user who set the time, in the transaction that marks the schedule as failed. */
  onNotPublished: (transaction: Database, publication: NotPublished) => Promise<void>;
}

type Ready = { ready: unknown } | { refused: string };

/** Publishes and unpublishes records at their scheduled times, exactly once across instances. */
export class Publisher extends Worker<Due, Ready> {
  readonly #parts: PublisherParts;
  readonly #byTable: Map<string, Publishing>;

  constructor(parts: PublisherParts, kinds: Publishing[], limits: WorkerLimits = defaultLimits) {
    const byTable = new Map(kinds.map((kind) => [kind.table, kind]));
    super(
      parts,
      {
        name: 'publications',
        queue: schedules,
        openSlot: () => ({
          run: async ({ kind, recordId, language }) =>
            inLanguage(language, () => prepareDraft(byTable.get(kind), recordId)),
        }),
        begin: readDue,
        end: async (transaction, due, result) => {
          // Whoever changes the time locks the list first: in another order each could wait for the other.
          await lockList(transaction, due.kind);
          // Ends the claim first, so that no other instance does it too. A claim that is requeued was not done.
          if (!(await schedules.end(transaction, due, { state: 'queued' }))) return false;
          const publish = () => publishDue(transaction, byTable.get(due.kind), due, result);
          const refused = await inLanguage(due.language, publish);
          if (refused) await markFailed(transaction, parts, due.id, refused);
          return true;
        },
      },
      limits,
    );
    this.#parts = parts;
    this.#byTable = byTable;
  }

  override async start(): Promise<void> {
    await this.#checkQueued().catch(({ message }: Error) =>
      this.#parts.log.warn({ event: 'publications_unchecked', reason: message }),
    );
    await super.start();
  }

  /** An update may have made a scheduled draft invalid: report it at the start, not when it is due. */
  async #checkQueued(): Promise<void> {
    const { database } = this.#parts;
    const queued = await database
      .selectFrom('schedules')
      .select(['id', 'kind', 'record_id'])
      .where('state', '=', 'queued')
      .where('action', '=', 'publish')
      .execute();
    for (const { id, kind, record_id } of queued) {
      if (this.stopping.aborted) return;
      const ready = await prepareDraft(this.#byTable.get(kind), record_id);
      if ('refused' in ready)
        await database.transaction().execute((transaction) => markFailed(transaction, this.#parts, id, ready.refused));
    }
  }
}

async function readDue(transaction: Database, claim: Claim): Promise<Due> {
  const { kind, record_id, action, user_id, user_email, user_name, language } = await transaction
    .selectFrom('schedules')
    .leftJoin('users', 'users.id', 'user_id')
    .select(['kind', 'record_id', 'action', 'user_id', 'user_email', 'user_name', 'language'])
    .where('schedules.id', '=', claim.id)
    .executeTakeFirstOrThrow();
  const user = { id: user_id, email: user_email, name: user_name };
  return {
    ...claim,
    kind,
    recordId: record_id,
    action,
    language: language ?? 'en',
    actor: { user, network: '', requestId: `schedule-${claim.id}` },
  };
}

async function prepareDraft(kind: Publishing | undefined, id: number): Promise<Ready> {
  try {
    return { ready: await kind?.ready(id) };
  } catch (error) {
    if (error instanceof HttpError) return { refused: translate(error.message) };
    throw error;
  }
}

async function publishDue(
  transaction: Database,
  kind: Publishing | undefined,
  due: Due,
  result: Ready,
): Promise<string | null> {
  try {
    if ('refused' in result) return result.refused;
    await kind?.act(transaction, due.actor, { id: due.recordId, action: due.action }, result.ready);
    await transaction.deleteFrom('schedules').where('id', '=', due.id).execute();
    return null;
  } catch (error) {
    if (error instanceof DraftChanged) return null;
    if (error instanceof HttpError) return translate(error.message);
    throw error;
  }
}

async function markFailed(
  transaction: Database,
  { log, onNotPublished }: PublisherParts,
  id: number,
  reason: string,
): Promise<void> {
  const row = await transaction
    .updateTable('schedules')
    .set({ state: 'failed', reason, updated_at: timestampIn(transaction, 0) })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning(['kind', 'record_id', 'user_email', 'next_attempt_at'])
    .executeTakeFirst();
  if (!row) return;
  const { kind, record_id, user_email, next_attempt_at } = row;
  log.warn({ event: 'not_published', kind, record: record_id, reason });
  await onNotPublished(transaction, { kind, id: record_id, email: user_email, at: next_attempt_at, reason });
}

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    schedules: SchedulesTable;
  }
}

interface SchedulesTable extends JobColumns {
  kind: string;
  record_id: number;
  action: 'publish' | 'unpublish';
  user_id: number;
  user_email: string;
  user_name: string;
  reason: string | null;
  state: 'queued' | 'publishing' | 'failed';
}

/** ISO 8601 in UTC; null: not scheduled; undefined: unchanged. */
export interface Times {
  publish_at?: string | null | undefined;
  unpublish_at?: string | null | undefined;
}

/** Actions on one record run in order. */
const schedules = new JobQueue({
  table: 'schedules',
  running: 'publishing',
  due: (database) =>
    database
      .selectFrom('schedules')
      .select('schedules.id')
      .where(isDue(database))
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom('schedules as earlier')
              .select('earlier.id')
              .whereRef('earlier.kind', '=', 'schedules.kind')
              .whereRef('earlier.record_id', '=', 'schedules.record_id')
              .where('earlier.state', '<>', 'failed')
              .where('earlier.next_attempt_at', '<', ref('schedules.next_attempt_at')),
          ),
        ),
      )
      .orderBy('next_attempt_at')
      .orderBy('id'),
});

export async function timesOf(database: Database, { kind, id }: RecordRef): Promise<Required<Times>> {
  const rows = await database
    .selectFrom('schedules')
    .select(['action', 'next_attempt_at'])
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('state', '<>', 'failed')
    .execute();
  const at = (action: string) => rows.find((row) => row.action === action)?.next_attempt_at ?? null;
  return { publish_at: at('publish'), unpublish_at: at('unpublish') };
}

const passed = t({
  publish: 'This time has passed. Publish now, or choose another.',
  unpublish: 'This time has passed. Choose another.',
});

/** In a transaction that locks the record. @throws {HttpError} 422 for a new time that has passed */
export async function setTimes(transaction: Database, place: RecordRef, times: Times, { user }: Actor): Promise<void> {
  const before = await timesOf(transaction, place);
  const now = (await databaseNow(transaction)).toISOString();
  for (const action of ['publish', 'unpublish'] as const) {
    const at = times[`${action}_at`];
    if (at === undefined) continue;
    // It would be done at once, and a wrong month is enough.
    if (at && at <= now && at !== before[`${action}_at`]) throw invalid({ [`${action}_at`]: [passed[action]] });
    await transaction
      .deleteFrom('schedules')
      .where('kind', '=', place.kind)
      .where('record_id', '=', place.id)
      .where('action', '=', action)
      .execute();
    if (at === null) continue;
    await transaction
      .insertInto('schedules')
      .values({
        kind: place.kind,
        record_id: place.id,
        action,
        user_id: user.id,
        user_email: user.email,
        user_name: user.name ?? user.email,
        state: 'queued',
        next_attempt_at: at,
        updated_at: now,
      })
      .execute();
  }
}
