import { type Generated, type Kysely, type SelectQueryBuilder, sql, type UpdateObject } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import type { Tables } from '../database/tables.server.ts';
import { momentIn } from '../database/time.server.ts';

/** What every table has whose rows are jobs. Moments are those of the database's clock. */
export interface JobColumns {
  id: Generated<number>;
  /** `queued` waits for its moment; another word, which its queue knows, is claimed by an instance; all others are ends. */
  state: string;
  /** How often it was claimed since it was queued. */
  attempts: Generated<number>;
  next_attempt_at: string;
  claimed_at: string | null;
  claimed_by: string | null;
  updated_at: string;
}

type JobTable = { [T in keyof Tables]: Tables[T] extends JobColumns ? T : never }[keyof Tables];

/** How long the oldest job waits that could be begun, in seconds; 0 where none does. */
export async function oldestWait(database: Database, table: JobTable): Promise<number> {
  const row = await (database as unknown as Kysely<{ jobs: JobColumns }>)
    .selectFrom(sql<JobColumns>`${sql.table(table)}`.as('jobs'))
    .select(({ fn }) => [fn.min('next_attempt_at').as('since'), momentIn(database, 0).as('now')])
    .where('state', '=', 'queued')
    .executeTakeFirst();
  return row?.since ? Math.max(0, (Date.parse(row.now) - Date.parse(row.since)) / 1_000) : 0;
}

/** A job that one instance works on now. */
export interface Claim {
  id: number;
  attempts: number;
  worker: string;
}

interface QueueParts<Table extends JobTable> {
  table: Table;
  /** The state of what is claimed, such as `sending`. */
  running: Tables[Table]['state'];
  /** The ids of what can be begun now, in the order in which it should be. */
  due: (database: Database) => SelectQueryBuilder<Tables, Table, { id: number }>;
}

/**
 * The jobs of one table. A claim is one conditional update, so that no two instances hold the same job; what a claim
 * writes at its end is written only while it is still held.
 */
export class JobQueue<Table extends JobTable = JobTable> {
  readonly #parts: QueueParts<Table>;

  constructor(parts: QueueParts<Table>) {
    this.#parts = parts;
  }

  async isAnyDue(database: Database): Promise<boolean> {
    return (await this.#parts.due(database).limit(1).executeTakeFirst()) !== undefined;
  }

  /** Takes the first job that is due, for this worker alone. */
  async claim(transaction: Database, worker: string): Promise<Claim | null> {
    const now = momentIn(transaction, 0);
    const first = this.#parts
      .due(transaction)
      .limit(1)
      // Others pass by a row that somebody is taking; SQLite has one writer anyway.
      .$if(isPostgres(transaction), (rows) => rows.forUpdate().skipLocked());
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

  /** Ends a claim, with what its table keeps of that. False where another instance took the job over meanwhile. */
  async end(
    transaction: Database,
    claim: Claim,
    columns: UpdateObject<Tables, Table> & { state: Tables[Table]['state'] },
  ): Promise<boolean> {
    const row = await this.#jobs(transaction)
      // `columns` is checked where it is called: here the table is a variable.
      .set({ updated_at: momentIn(transaction, 0), claimed_by: null, claimed_at: null, ...(columns as object) })
      .where('id', '=', claim.id)
      .where('state', '=', this.#parts.running)
      .where('claimed_by', '=', claim.worker)
      .where('attempts', '=', claim.attempts)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Says that a worker lives and still holds these jobs. */
  async keep(database: Database, worker: string, ids: number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#jobs(database)
      .set({ claimed_at: momentIn(database, 0) })
      .where('state', '=', this.#parts.running)
      .where('claimed_by', '=', worker)
      .where('id', 'in', ids)
      .execute();
  }

  /** What the table says that a worker holds. */
  claimsOf(database: Database, worker: string): Promise<Claim[]> {
    return (database as unknown as Kysely<{ jobs: JobColumns }>)
      .selectFrom(sql<JobColumns>`${sql.table(this.#parts.table)}`.as('jobs'))
      .select(['id', 'attempts', sql.lit(worker).as('worker')])
      .where('state', '=', this.#parts.running)
      .where('claimed_by', '=', worker)
      .execute();
  }

  /** Takes back one claim, to be begun again at once. False where it has ended meanwhile. */
  async takeBack(transaction: Database, { id, attempts, worker }: Claim): Promise<boolean> {
    const row = await this.#jobs(transaction)
      .set(this.#queuedAgain(transaction))
      .where('id', '=', id)
      .where('state', '=', this.#parts.running)
      .where('claimed_by', '=', worker)
      .where('attempts', '=', attempts)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Takes back what workers left behind that were killed, to be begun again at once. Answers the ids. */
  async takeBackLost(transaction: Database, leaseSeconds: number): Promise<number[]> {
    const lost = await this.#jobs(transaction)
      .set(this.#queuedAgain(transaction))
      .where('state', '=', this.#parts.running)
      .where('claimed_at', '<', momentIn(transaction, -leaseSeconds))
      .returning('id')
      .execute();
    return lost.map(({ id }) => id);
  }

  #queuedAgain(transaction: Database) {
    const now = momentIn(transaction, 0);
    return { state: 'queued', next_attempt_at: now, updated_at: now, claimed_by: null, claimed_at: null };
  }

  /** Kysely's types can't follow a table that is a variable, so the name `jobs` stands for it. */
  #jobs(database: Database) {
    return (database as unknown as Kysely<{ jobs: JobColumns }>).updateTable(this.#parts.table as string as 'jobs');
  }
}
