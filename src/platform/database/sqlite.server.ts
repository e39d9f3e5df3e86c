import { type FileHandle, open } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { DataDirectory } from '../data-directory.server.ts';

/** Milliseconds to wait for the writer before, and for another process that locks the file. */
const limits = { turn: 2_000, lock: 2_000 };

/** Kysely on `node:sqlite`. Writes are rejected while the data directory is missing. */
export function sqliteDialect(file: string, dataDirectory: DataDirectory | null): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new SqliteDriver(file, dataDirectory),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new CompilerWithoutLocks(),
  };
}

/** `for update` and the like compile to nothing: a transaction locks the whole file from its start. */
class CompilerWithoutLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode) {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node);
  }
}

class TransactionalAdapter extends SqliteAdapter {
  /** SQLite's DDL is transactional, so an interrupted migration is rolled back. */
  override get supportsTransactionalDdl() {
    return true;
  }

  /** Without this, Kysely would queue readers behind a waiting writer. */
  override get supportsMultipleConnections() {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #dataDirectory: DataDirectory | null;
  #handles: Handles | null = null;

  constructor(file: string, dataDirectory: DataDirectory | null) {
    this.#file = file;
    this.#dataDirectory = dataDirectory;
  }

  async init() {
    const writer = new Handle(this.#file);
    this.#handles = {
      writer,
      reader: new Handle(this.#file, 'read only'),
      writeLock: new WriteLock(),
      log: new WriteAheadLog(this.#file),
      dataDirectory: this.#dataDirectory,
    };
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
    await this.#handles?.log.close();
    this.#handles = null;
  }
}

/** Writers share one handle and wait for each other; readers have their own and never wait. */
interface Handles {
  writer: Handle;
  reader: Handle;
  writeLock: WriteLock;
  log: WriteAheadLog;
  dataDirectory: DataDirectory | null;
}

class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles;
  #inTransaction = false;

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, writeLock, log, dataDirectory } = this.#handles;
    if (this.#inTransaction) return writer.run(query);
    if (/^\s*select\b/i.test(query.sql)) return retryWhileBusy(() => reader.run(query));
    await writeLock.acquire();
    const result = await retryWhileBusy(() => {
      dataDirectory?.check();
      return writer.run<Row>(query);
    }).finally(() => writeLock.release());
    await log.sync();
    dataDirectory?.confirm();
    return result;
  }

  async begin() {
    const { writer, writeLock } = this.#handles;
    await writeLock.acquire();
    try {
      // 'immediate' takes the write lock at once: a transaction that read first could fail to get it later.
      await retryWhileBusy(() => writer.run(CompiledQuery.raw('begin immediate')));
      this.#inTransaction = true;
    } catch (error) {
      writeLock.release();
      throw error;
    }
  }

  async commit() {
    const { writer, log, dataDirectory } = this.#handles;
    // Kysely rolls back if `commit` throws.
    dataDirectory?.check();
    writer.run(CompiledQuery.raw('commit'));
    this.#end();
    await log.sync();
    dataDirectory?.confirm();
  }

  async rollback() {
    const { writer } = this.#handles;
    // It was committed, and then not synced: the writer may already be in somebody else's transaction.
    if (!this.#inTransaction) return;
    try {
      // SQLite rolls back by itself when the disk is full.
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
    this.#handles.writeLock.release();
  }
}

class Handle {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(file: string, use?: 'read only') {
    this.#database = new DatabaseSync(file, { timeout: limits.lock });
    // NORMAL keeps the order of commits; `WriteAheadLog` syncs them. `secure_delete` overwrites the rows of erased people.
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');
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
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, answersRows: statement.columns().length > 0 };
    if (this.#statements.size > 300) this.#statements.clear();
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

interface Prepared {
  statement: StatementSync;
  /** Cached, because `columns()` builds them anew each time. */
  answersRows: boolean;
}

/** SQLite's own busy timeout would block the event loop, so the query is retried instead. */
async function retryWhileBusy<Result>(run: () => Result): Promise<Result> {
  for (const deadline = performance.now() + limits.lock; ; ) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
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

/**
 * Syncs commits before they are acknowledged, beside the event loop: SQLite's own sync would hold up everybody while a
 * slow disk takes its time. Commits of the same moment share a sync.
 */
class WriteAheadLog {
  readonly #file: string;
  #handle: FileHandle | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(file: string) {
    this.#file = `${file}-wal`;
  }

  /** Resolves when all that was committed before the call is on the disk. */
  sync(): Promise<void> {
    this.#next ??= this.#syncAfter(this.#running);
    return this.#next;
  }

  async close() {
    await this.#handle?.close();
  }

  async #syncAfter(running: Promise<void> | null) {
    // The one that runs may have begun before the commit. Its failure reaches its own callers.
    await running?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = null;
    this.#handle ??= await open(this.#file);
    await this.#handle.datasync();
  }
}

/** A FIFO lock for writers; waiting too long throws SQLITE_BUSY. */
class WriteLock {
  #taken = false;
  readonly #waiting: { enter: () => void; timer: NodeJS.Timeout }[] = [];

  async acquire(): Promise<void> {
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

  release() {
    const next = this.#waiting.shift();
    if (!next) {
      this.#taken = false;
      return;
    }
    clearTimeout(next.timer);
    next.enter();
  }
}
