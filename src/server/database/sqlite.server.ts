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

/** How long a write waits for another process that holds the file, in milliseconds. */
const lockWait = 2_000;

/** Kysely on Node's own SQLite. */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new SqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite rolls back table changes like any other; a migration that was killed half-way thus never happened. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #queue = new Queue();
  #connection: SqliteConnection | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  async init() {
    this.#connection = new SqliteConnection(openFile(this.#file));
  }

  async acquireConnection() {
    await this.#queue.enter();
    if (!this.#connection) throw new Error('The database is closed');
    return this.#connection;
  }

  async releaseConnection() {
    this.#queue.leave();
  }

  async beginTransaction(connection: SqliteConnection) {
    // 'immediate' takes the write lock at once: a transaction that read first could not get it later.
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    connection.inTransaction = true;
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    connection.inTransaction = false;
  }

  async rollbackTransaction(connection: SqliteConnection) {
    connection.inTransaction = false;
    // A full disk makes SQLite roll back by itself.
    if (connection.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy() {
    this.#connection?.close();
    this.#connection = null;
  }
}

function openFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: lockWait });
  // FULL makes each commit reach the disk before it is acknowledged.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  database.exec('pragma temp_store = memory; pragma cache_size = -16000; pragma busy_timeout = 0');
  return database;
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  inTransaction = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get isTransaction() {
    return this.#database.isTransaction;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.inTransaction) return this.#run(query);
    // Waiting in SQLite itself would stop every visitor; here just this query waits.
    for (const giveUp = Date.now() + lockWait; ; ) {
      try {
        return this.#run(query);
      } catch (error) {
        if (!isBusy(error) || Date.now() > giveUp) throw error;
        await sleep(10 + Math.random() * 20);
      }
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported on SQLite; read in pages');
  }

  close() {
    this.#statements.clear();
    this.#database.close();
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] };
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    if (this.#statements.size > 300) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && [5, 6].includes(code & 0xff);
}

/** One connection, one user at a time, first come first served. */
class Queue {
  #busy = false;
  readonly #waiting: (() => void)[] = [];

  async enter(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
  }

  leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }
}
