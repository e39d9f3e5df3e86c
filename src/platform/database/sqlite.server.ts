import { type FileHandle, open } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
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
/** Commits after which the write-ahead log is copied into the file: about a thousand pages. */
const commitsPerCopy = 200;

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
  #handles: Opened | null = null;

  constructor(file: string, dataDirectory: DataDirectory | null) {
    this.#file = file;
    this.#dataDirectory = dataDirectory;
  }

  async init() {
    const writer = new Handle(this.#file);
    const reader = new Handle(this.#file, 'read only');
    const writeLock = new WriteLock();
    const log = new WriteAheadLog(this.#file, { writer, reader, writeLock });
    this.#handles = { writer, reader, writeLock, log, dataDirectory: this.#dataDirectory };
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
    await this.#handles?.log.close();
    this.#handles = null;
  }
}

/** Writers share one handle and wait for each other; readers have their own and never wait. */
interface Handles {
  writer: Handle;
  reader: Handle;
  writeLock: WriteLock;
}

interface Opened extends Handles {
  log: WriteAheadLog;
  dataDirectory: DataDirectory | null;
}

class SqliteConnection implements DatabaseConnection {
  readonly #handles: Opened;
  #inTransaction = false;

  constructor(handles: Opened) {
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
      await retryWhileBusy(() => writer.execute('begin immediate'));
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
    writer.execute('commit');
    this.#end();
    await log.sync();
    dataDirectory?.confirm();
  }

  async rollback() {
    const { writer } = this.#handles;
    // It was committed, and then not synced: the writer may already be in somebody else's transaction.
    if (!this.#inTransaction) return;
    try {
      writer.rollback();
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
    // NORMAL keeps the order of commits; `WriteAheadLog` syncs and copies them, and SQLite itself if that was not possible.
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = 16000');
    // `secure_delete` overwrites the rows of erased people.
    this.#database.exec('pragma foreign_keys = on; pragma secure_delete = on');
    this.#database.exec('pragma temp_store = memory; pragma cache_size = -16000; pragma busy_timeout = 0');
    if (use === 'read only') this.#database.exec('pragma query_only = on');
  }

  execute(statements: string) {
    this.#database.exec(statements);
  }

  rollback() {
    // SQLite rolls back by itself when the disk is full.
    if (this.#database.isTransaction) this.#database.exec('rollback');
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
 * Syncs commits before they are acknowledged, and copies them into the file, beside the event loop: SQLite's own syncs
 * would hold up everybody while a slow disk takes its time. Commits of the same moment share a sync.
 */
class WriteAheadLog {
  readonly #file: string;
  readonly #handles: Handles;
  #files: { log: FileHandle; file: FileHandle } | undefined;
  #latest = Promise.resolve();
  #next: Promise<void> | undefined;
  #copying: Promise<void> | undefined;
  #commits = 0;

  constructor(file: string, handles: Handles) {
    this.#file = file;
    this.#handles = handles;
  }

  /** Resolves when all that was committed before the call is on the disk. */
  sync(): Promise<void> {
    this.#commits += 1;
    // The one that runs may have begun before the commit. Its failure reaches its own callers.
    this.#next ??= this.#latest.catch(() => {}).then(() => this.#syncNow());
    this.#latest = this.#next;
    return this.#next;
  }

  /** Closes the database first, as closing its file takes away SQLite's locks. */
  async close() {
    await this.#copying;
    this.#handles.reader.close();
    this.#handles.writer.close();
    await this.#files?.log.close();
    await this.#files?.file.close();
  }

  async #syncNow() {
    this.#next = undefined;
    this.#files ??= { log: await open(`${this.#file}-wal`), file: await open(this.#file) };
    const { log, file } = this.#files;
    await log.datasync();
    if (this.#commits < commitsPerCopy) return;
    this.#commits = 0;
    // A failure loses nothing: SQLite copies a long log by itself.
    this.#copying = this.#copy(log, file).catch(() => {});
  }

  /** The power may fail after each step: the log is synced before it is copied, and the copy before the log begins anew. */
  async #copy(log: FileHandle, file: FileHandle) {
    const { writer, reader, writeLock } = this.#handles;
    await writeLock.acquire();
    try {
      // Other processes may not write either.
      writer.execute('begin immediate');
      await log.datasync();
      reader.execute('pragma synchronous = off; pragma wal_checkpoint(passive)');
      await file.datasync();
      writer.rollback();
      // With this page the log begins anew. SQLite would sync its new header on the event loop, before the next commit.
      writer.execute('pragma synchronous = off; pragma user_version = 0');
      await log.datasync();
    } finally {
      writer.rollback();
      writer.execute('pragma synchronous = normal');
      writeLock.release();
    }
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
