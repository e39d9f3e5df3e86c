import { type Generated, type Kysely, type SelectQueryBuilder, sql, type UpdateObject } from 'kysely';
import { timestampIn } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { hasRow } from '../database/rows.server.ts';
import type { Tables } from '../database/tables.server.ts';

export interface JobColumns {
  id: Generated<number>;
  /** `queued` waits for `next_attempt_at`; the queue's `running` state is claimed; all others are final. */
  state: string;
  attempts: Generated<number>;
  next_attempt_at: string;
  claimed_at: string | null;
  claimed_by: string | null;
  updated_at: string;
}

export type JobTable = { [T in keyof Tables]: Tables[T] extends JobColumns ? T : never }[keyof Tables];

/** Age of the oldest due job in seconds; 0 if there is none. */
export async function oldestWait(database: Database, table: JobTable): Promise<number> {
  const row = await selectJobs(database, table)
    .select(({ fn }) => [fn.min('next_attempt_at').as('since'), timestampIn(database, 0).as('now')])
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return row?.since ? Math.max(0, (Date.parse(row.now) - Date.parse(row.since)) / 1_000) : 0;
}

/** Those that wait for their turn, in the order in which they came due. */
export function selectDue(database: Database, table: JobTable) {
  return selectJobs(database, table)
    .select('id')
    .where(isDue(database))
    .orderBy('next_attempt_at') as unknown as SelectQueryBuilder<Tables, JobTable, { id: number }>;
}

/** Kysely can't type a table that is a variable, so it is called `jobs`. */
function selectJobs(database: Database, table: JobTable) {
  return (database as unknown as Kysely<{ jobs: JobColumns }>).selectFrom(
    sql<JobColumns>`${sql.table(table)}`.as('jobs'),
  );
}

export interface Claim {
  id: number;
  attempts: number;
  worker: string;
}

interface QueueParts<Table extends JobTable> {
  table: Table;
  running: Tables[Table]['state'];
  due: (database: Database) => SelectQueryBuilder<Tables, Table, { id: number }>;
}

/** The columns of a new job, to be done at once. */
export function queuedNow(database: Database) {
  const now = timestampIn(database, 0);
  return { state: 'queued' as const, next_attempt_at: now, created_at: now, updated_at: now };
}

/** The columns of a job that is to be done once more, at once. */
export function queuedAgain(database: Database) {
  const now = timestampIn(database, 0);
  return { state: 'queued' as const, next_attempt_at: now, updated_at: now };
}

/** Whether the row is a job to be done now. */
export function isDue(database: Database) {
  return sql<boolean>`state = 'queued' and next_attempt_at <= ${timestampIn(database, 0)}`;
}

/** A claim is one conditional update: no two instances hold the same job. Only its holder writes the result. */
export class JobQueue<Table extends JobTable = JobTable> {
  readonly #parts: QueueParts<Table>;

  constructor(parts: QueueParts<Table>) {
    this.#parts = parts;
  }

  isAnyDue(database: Database): Promise<boolean> {
    return hasRow(this.#parts.due(database).limit(1));
  }

  async claim(transaction: Database, worker: string): Promise<Claim | null> {
    const now = timestampIn(transaction, 0);
    const first = this.#parts
      .due(transaction)
      .limit(1)
      // `skip locked` leaves rows to the instance that is claiming them.
      .forNoKeyUpdate()
      .skipLocked();
    const row = await this.#jobs(transaction)
      .set({
        state: this.#parts.running,
        claimed_by: worker,
        claimed_at: now,
        updated_at: now,
        attempts: sql<number>`attempts + 1`,
      })
      .where('id', '=', first)
      .returning(['id', 'attempts'])
      .executeTakeFirst();
    return row ? { ...row, worker } : null;
  }

  /** Releases a claim and writes its result. False if another instance has claimed the job meanwhile. */
  end(
    transaction: Database,
    claim: Claim,
    columns: UpdateObject<Tables, Table> & { state: Tables[Table]['state'] },
  ): Promise<boolean> {
    return this.#release(transaction, claim, columns);
  }

  /** Callers check the type of `columns`; the table is a variable here. */
  #release(transaction: Database, { id, worker, attempts }: Claim, columns: object): Promise<boolean> {
    const released = this.#jobs(transaction)
      .set({ updated_at: timestampIn(transaction, 0), claimed_by: null, claimed_at: null, ...columns })
      .where('id', '=', id)
      .where('state', '=', this.#parts.running)
      .where('claimed_by', '=', worker)
      .where('attempts', '=', attempts);
    return hasRow(released.returning('id'));
  }

  async keep(database: Database, worker: string, ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#jobs(database)
      .set({ claimed_at: timestampIn(database, 0) })
      .where('state', '=', this.#parts.running)
      .where('claimed_by', '=', worker)
      .where('id', 'in', ids)
      .execute();
  }

  claimsOf(database: Database, worker: string): Promise<Claim[]> {
    return selectJobs(database, this.#parts.table)
      .select(['id', 'attempts', sql.lit(worker).as('worker')])
      .where('state', '=', this.#parts.running)
      .where('claimed_by', '=', worker)
      .execute();
  }

  takeBack(transaction: Database, claim: Claim): Promise<boolean> {
    return this.#release(transaction, claim, queuedAgain(transaction));
  }

  async requeueExpired(transaction: Database, leaseSeconds: number): Promise<number[]> {
    const expired = await this.#jobs(transaction)
      .set({ ...queuedAgain(transaction), claimed_by: null, claimed_at: null })
      .where('state', '=', this.#parts.running)
      .where('claimed_at', '<', timestampIn(transaction, -leaseSeconds))
      .returning('id')
      .execute();
    return expired.map(({ id }) => id);
  }

  /** Kysely can't type a table that is a variable, so it is called `jobs`. */
  #jobs(database: Database) {
    return (database as unknown as Kysely<{ jobs: JobColumns }>).updateTable(this.#parts.table as string as 'jobs');
  }
}
