import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
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
import { retry } from '../retry.server.ts';
import { Semaphore } from '../semaphore.server.ts';

/** Milliseconds to wait for the writer before, and for another process that locks the file. */
const patience = 2_000;
/** Pages of the write-ahead log after which it is copied into the file. */
const pagesPerCheckpoint = 1_000;

/** Kysely on `node:sqlite`. Writes are rejected while the data directory is missing, and after a failed sync. */
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
  #writer: Handle | null = null;
  #handles: Handles | null = null;

  constructor(file: string, dataDirectory: DataDirectory | null) {
    this.#file = file;
    this.#dataDirectory = dataDirectory;
  }

  async init() {
    // Commands are brief, and may run beside a server: they leave its log alone.
    if (this.#dataDirectory) dropCache(this.#file);
    // Kept for the next try, as closing it would copy the log into the file.
    this.#writer ??= new Handle(this.#file);
    if (this.#dataDirectory) await rewriteLog(this.#file, this.#writer);
    const reader = new Handle(this.#file, 'read only');
    const writeLock = new Semaphore({ permits: 1, waiting: Number.POSITIVE_INFINITY, wait: patience });
    this.#handles = { writer: this.#writer, reader, writeLock, dataDirectory: this.#dataDirectory };
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
    this.#writer?.close();
    this.#handles = null;
  }
}

/** Writers share one handle and wait for each other; readers have their own and never wait. */
interface Handles {
  writer: Handle;
  reader: Handle;
  writeLock: Semaphore;
  dataDirectory: DataDirectory | null;
}

class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles;
  /** Set during a transaction. */
  #release: (() => void) | null = null;

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, writeLock } = this.#handles;
    if (this.#release) return writer.run(query);
    if (/^\s*select\b/i.test(query.sql)) return retryWhileBusy(() => reader.run(query));
    const release = await writeLock.acquire(1);
    return retryWhileBusy(() => this.#save(() => writer.run<Row>(query))).finally(release);
  }

  async begin() {
    const { writer, writeLock } = this.#handles;
    const release = await writeLock.acquire(1);
    try {
      // 'immediate' takes the write lock at once: a transaction that read first could fail to get it later.
      await retryWhileBusy(() => writer.execute('begin immediate'));
      this.#release = release;
    } catch (error) {
      release();
      throw error;
    }
  }

  async commit() {
    // Kysely rolls back if `commit` throws.
    this.#save(() => this.#handles.writer.execute('commit'));
    this.#end();
  }

  async rollback() {
    try {
      this.#handles.writer.rollback();
    } finally {
      this.#end();
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for a generator; nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported on SQLite; read in pages');
  }

  /** Returns once the commit is on the disk. */
  #save<Result>(commit: () => Result): Result {
    const { dataDirectory } = this.#handles;
    dataDirectory?.check();
    const result = this.#watchSyncs(commit);
    dataDirectory?.confirm();
    this.#checkpoint();
    return result;
  }

  /** SQLite's own checkpoints would tell nobody of a failed sync. The commit before it is on the disk all the same. */
  #checkpoint() {
    try {
      if (this.#handles.writer.pagesInLog < pagesPerCheckpoint) return;
      this.#watchSyncs(() => this.#handles.writer.execute('pragma wal_checkpoint(passive)'));
    } catch {
      // The next one copies the same pages.
    }
  }

  #watchSyncs<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      if ((error as { errcode?: number }).errcode === syncFailed) this.#handles.dataDirectory?.fail(error as Error);
      throw error;
    }
  }

  #end() {
    this.#release?.();
    this.#release = null;
  }
}

class Handle {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  constructor(file: string, use?: 'read only') {
    this.#database = new DatabaseSync(file, { timeout: patience });
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0');
    // `secure_delete` overwrites the rows of erased people.
    this.#database.exec('pragma foreign_keys = on; pragma secure_delete = on');
    this.#database.exec('pragma temp_store = memory; pragma cache_size = -16000; pragma busy_timeout = 0');
    if (use === 'read only') this.#database.exec('pragma query_only = on');
  }

  execute(statements: string) {
    this.#database.exec(statements);
  }

  /** Those that are in the log alone. */
  get pagesInLog(): number {
    const { log, checkpointed } = this.#prepare('pragma wal_checkpoint(noop)').statement.get() ?? {};
    return Number(log) - Number(checkpointed);
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

/**
 * After a failed sync Linux takes its cached pages for written, and ext4 may not write them later either. So what a process
 * left behind is read from the disk. Without GNU's `dd` it is read from the cache.
 */
function dropCache(file: string): void {
  const log = `${file}-wal`;
  if (!existsSync(log)) return;
  for (const each of [file, log]) spawnSync('dd', [`if=${each}`, 'iflag=nocache', 'count=0']);
}

/** Writes the log to the disk once more, before SQLite appends to what may be in the cache alone. */
async function rewriteLog(file: string, writer: Handle): Promise<void> {
  try {
    writer.execute('begin immediate');
  } catch {
    // Another process writes, and did this before; or nothing can be written here.
    return;
  }
  try {
    const log = `${file}-wal`;
    // In pieces, as a log may be larger than the memory.
    await writeFile(log, createReadStream(log), { flag: 'r+', flush: true });
  } finally {
    writer.rollback();
  }
}

/** SQLite's own busy timeout would block the event loop, so the query is retried instead. */
function retryWhileBusy<Result>(run: () => Result): Promise<Result> {
  return retry(run, untilPatienceEnds(), isBusy);
}

function* untilPatienceEnds() {
  for (const deadline = performance.now() + patience; performance.now() <= deadline; ) yield 10 + Math.random() * 20;
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
const busyCodes = [5, 6];
/** SQLITE_IOERR_FSYNC. A write that fails is rolled back without harm. */
const syncFailed = 1034;

function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && busyCodes.includes(code & 0xff);
}
