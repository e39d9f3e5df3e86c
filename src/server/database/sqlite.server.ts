import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { OpenedPlace } from '../opened-place.server.ts';

/** How long a write waits for the writer before it, and how long for another process that holds the file (milliseconds). */
const limits = { turn: 2_000, lock: 2_000 };

/** Kysely on Node's own SQLite. Nothing is written while the `ground` that it stands on is not there. */
export function sqliteDialect(file: string, ground: OpenedPlace | null): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new SqliteDriver(file, ground),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite rolls back table changes like any other; a migration that was killed half-way thus never happened. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /** Kysely would otherwise let readers wait for a writer who waits for another process. */
  override get supportsMultipleConnections() {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #ground: OpenedPlace | null;
  #handles: Handles | null = null;

  constructor(file: string, ground: OpenedPlace | null) {
    this.#file = file;
    this.#ground = ground;
  }

  async init() {
    const writer = new Handle(this.#file);
    this.#handles = { writer, reader: new Handle(this.#file, 'read only'), turns: new Turns(), ground: this.#ground };
  }

  async acquireConnection() {
    if (!this.#handles) throw new Error('The database is closed');
    return new SqliteConnection(this.#handles);
  }

  async releaseConnection() {}

  beginTransaction(connection: SqliteConnection) {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection) {
    return connection.commit();
  }

  rollbackTransaction(connection: SqliteConnection) {
    return connection.rollback();
  }

  async destroy() {
    this.#handles?.reader.close();
    this.#handles?.writer.close();
    this.#handles = null;
  }
}

/** Writers take turns at one handle; readers have another, on which nobody waits for a writer. */
interface Handles {
  writer: Handle;
  reader: Handle;
  turns: Turns;
  ground: OpenedPlace | null;
}

class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles;
  #inTransaction = false;

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, turns, ground } = this.#handles;
    if (this.#inTransaction) return writer.run(query);
    if (/^\s*select\b/i.test(query.sql)) return patiently(() => reader.run(query));
    await turns.take();
    try {
      ground?.check();
      const result = await patiently(() => writer.run<Row>(query));
      ground?.confirm();
      return result;
    } finally {
      turns.give();
    }
  }

  async begin() {
    const { writer, turns } = this.#handles;
    await turns.take();
    try {
      // 'immediate' takes the write lock at once: a transaction that read first could not get it later.
      await patiently(() => writer.run(CompiledQuery.raw('begin immediate')));
      this.#inTransaction = true;
    } catch (error) {
      turns.give();
      throw error;
    }
  }

  async commit() {
    const { writer, ground } = this.#handles;
    // Kysely rolls back what it could not commit.
    ground?.check();
    writer.run(CompiledQuery.raw('commit'));
    ground?.confirm();
    this.#end();
  }

  async rollback() {
    const { writer } = this.#handles;
    try {
      // A full disk makes SQLite roll back by itself.
      if (writer.isTransaction) writer.run(CompiledQuery.raw('rollback'));
    } finally {
      this.#end();
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported on SQLite; read in pages');
  }

  #end() {
    this.#inTransaction = false;
    this.#handles.turns.give();
  }
}

/** The open file, with the statements that were prepared on it. */
class Handle {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(file: string, use?: 'read only') {
    this.#database = new DatabaseSync(file, { timeout: limits.lock });
    // FULL makes each commit reach the disk before it is acknowledged. What is deleted is written over: people are erased.
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
    this.#database.exec('pragma secure_delete = on');
    this.#database.exec('pragma temp_store = memory; pragma cache_size = -16000; pragma busy_timeout = 0');
    if (use === 'read only') this.#database.exec('pragma query_only = on');
  }

  get isTransaction() {
    return this.#database.isTransaction;
  }

  run<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, answersRows } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (answersRows) return { rows: statement.all(...parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  close() {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, answersRows: statement.columns().length > 0 };
    if (this.#statements.size > 300) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

interface Prepared {
  statement: StatementSync;
  /** Asked once: the columns are made anew each time. */
  answersRows: boolean;
}

/** Waiting in SQLite itself would stop every visitor; here just this query waits for another process. */
async function patiently<Result>(run: () => Result): Promise<Result> {
  for (const giveUp = performance.now() + limits.lock; ; ) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUp) throw error;
      await sleep(10 + Math.random() * 20);
    }
  }
}

const busy = 5;
const locked = 6;

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && [busy, locked].includes(code & 0xff);
}

/** One writer at a time, first come first served; who waits too long is told that the database is busy. */
class Turns {
  #taken = false;
  readonly #waiting: { enter: () => void; timer: NodeJS.Timeout }[] = [];

  async take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      const place = this.#waiting.findIndex((waiting) => waiting.timer === timer);
      this.#waiting.splice(place, 1);
      reject(Object.assign(new Error('Too many writes are waiting'), { errcode: busy }));
    }, limits.turn);
    this.#waiting.push({ enter: resolve, timer });
    await promise;
  }

  give() {
    const next = this.#waiting.shift();
    if (!next) {
      this.#taken = false;
      return;
    }
    clearTimeout(next.timer);
    next.enter();
  }
}
