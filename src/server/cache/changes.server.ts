import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { isPostgres } from '../database/dialect.server.ts';
import { type Database, ownConnection } from '../database/open.server.ts';
import type { AnswerCache } from './answer-cache.server.ts';

const channel = 'prangon_content';
/** How often an instance looks whether another process wrote, in milliseconds. */
const lookEvery = 500;

type Listener = (kinds: readonly string[]) => void;

/**
 * Leaves the news of a change in the transaction that makes it: after the commit every instance hears of it, this one
 * too. For writes that `ContentChanges.write` does not run itself.
 */
export async function announceChange(transaction: Database, kinds: readonly string[]): Promise<number[]> {
  if (isPostgres(transaction)) {
    // Numbers must become visible in their order, or an instance would miss the smaller one of two.
    await sql`select pg_advisory_xact_lock(hashtext(${channel}))`.execute(transaction);
    await sql`select pg_notify(${channel}, '')`.execute(transaction);
  }
  const now = new Date().toISOString();
  const rows = kinds.map((kind) => ({ kind, created_at: now }));
  const written = await transaction.insertInto('content_changes').values(rows).returning('seq').execute();
  return written.map((row) => row.seq).sort((a, b) => a - b);
}

/**
 * Carries the news of a change from the write to every instance's cache. The write leaves a numbered row in its own
 * transaction; instances drop what shows the change and remember the number up to which they know.
 */
export class ContentChanges {
  readonly #database: Database;
  readonly #cache: AnswerCache;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Set<Listener>();
  #knownTo = 0;
  #timer: NodeJS.Timeout | null = null;
  #listener: Client | null = null;
  #closed = false;

  constructor(parts: { database: Database; cache: AnswerCache; log: FastifyBaseLogger }) {
    this.#database = parts.database;
    this.#cache = parts.cache;
    this.#log = parts.log;
  }

  /** Runs a write in one transaction, and afterwards drops what shows the kinds that it changed. */
  async write<T>(kinds: readonly string[], work: (transaction: Database) => Promise<T>): Promise<T> {
    const { result, numbers } = await this.#database.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      return { result, numbers: await announceChange(transaction, kinds) };
    });
    // Where no one else wrote in between, this instance knows all up to here.
    if (numbers[0] === this.#knownTo + 1) this.#knownTo += numbers.length;
    this.#tell(kinds);
    return result;
  }

  /** Calls back with what changed, on whichever instance. Answers how to stop. */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(kinds: readonly string[]): void {
    this.#cache.drop(kinds);
    for (const listener of this.#listeners) listener(kinds);
  }

  /** Begins to follow what other instances write. */
  async follow(): Promise<void> {
    await this.#listen();
    this.#knownTo = await lastChange(this.#database);
    this.#timer = setInterval(() => void this.#look(), lookEvery).unref();
  }

  /** Removes the news of changes that every living instance has long heard of. */
  async forgetOld(): Promise<void> {
    const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    await this.#database
      .deleteFrom('content_changes')
      .where('created_at', '<', weekAgo)
      // Its number says to whoever kept something whether that still holds.
      .where('seq', '<', (rows) => rows.selectFrom('content_changes').select(({ fn }) => fn.max('seq').as('seq')))
      .execute();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#listener?.end().catch(() => undefined);
  }

  /** PostgreSQL tells at once; the look every half second is for SQLite's other processes and for a lost connection. */
  async #look(): Promise<void> {
    try {
      // First, as it looks for the host that takes writes where that is another one now.
      await this.#catchUp();
      if (!this.#listener) await this.#listen();
    } catch (error) {
      this.#log.debug({ event: 'changes_unknown', reason: (error as Error).message });
    }
  }

  async #catchUp(): Promise<void> {
    const rows = await this.#database
      .selectFrom('content_changes')
      .select(['seq', 'kind'])
      .where('seq', '>', this.#knownTo)
      .orderBy('seq')
      .execute();
    if (rows.length === 0) return;
    this.#knownTo = rows.at(-1)?.seq ?? this.#knownTo;
    this.#tell([...new Set(rows.map((row) => row.kind))]);
  }

  async #listen(): Promise<void> {
    const client = this.#closed ? null : ownConnection(this.#database);
    if (!client) return;
    const lost = () => {
      if (this.#listener === client) this.#listener = null;
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => void this.#look());
    await client.connect();
    await client.query(`listen ${channel}`);
    if (this.#closed) await client.end();
    else this.#listener = client;
  }
}

/** The number of the last write to content, by whichever instance; 0 before the first. */
export async function lastChange(database: Database): Promise<number> {
  const row = await database
    .selectFrom('content_changes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}
