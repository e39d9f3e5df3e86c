import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { deleteInBatches } from '../database/batches.server.ts';
import { lockName, notifyChannel } from '../database/dialect.server.ts';
import { type Database, ownConnection } from '../database/open.server.ts';
import type { AnswerCache } from './answer-cache.server.ts';

const channel = 'prangon_content';
/** Milliseconds between polls where nothing notifies: on SQLite, and while the connection for LISTEN is lost. */
const pollInterval = 100;
/** One poll in so many is enough while PostgreSQL notifies. */
const pollsNotified = 5;

type Listener = (kinds: readonly string[]) => void;

/** For writes outside of `ContentChanges.write`; every instance, this one too, sees the change after the commit. */
export async function announceChange(transaction: Database, kinds: readonly string[]): Promise<number[]> {
  await notifyChannel(transaction, channel);
  // The lock makes numbers visible in order, or an instance could skip the smaller of two.
  await lockName(transaction, channel);
  const now = new Date().toISOString();
  const rows = kinds.map((kind) => ({ kind, created_at: now }));
  const inserted = await transaction.insertInto('content_changes').values(rows).returning('seq').execute();
  return inserted.map((row) => row.seq).sort((a, b) => a - b);
}

/** Writes insert a numbered row; instances poll for rows after the last number they know, and invalidate. */
export class ContentChanges {
  readonly #database: Database;
  readonly #cache: AnswerCache;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Set<Listener>();
  #lastSeen = 0;
  #listener: Client | null = null;
  #isNotified = false;
  #closed = false;

  constructor(parts: { database: Database; cache: AnswerCache; log: FastifyBaseLogger }) {
    this.#database = parts.database;
    this.#cache = parts.cache;
    this.#log = parts.log;
  }

  async write<T>(kinds: readonly string[], work: (transaction: Database) => Promise<T>): Promise<T> {
    const { result, numbers } = await this.#database.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      return { result, numbers: await announceChange(transaction, kinds) };
    });
    // Nobody else wrote in between, so the poll can skip these.
    if (numbers[0] === this.#lastSeen + 1) this.#lastSeen += numbers.length;
    this.#notify(kinds);
    return result;
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(kinds: readonly string[]) {
    this.#cache.invalidate(kinds);
    for (const listener of this.#listeners) listener(kinds);
  }

  async follow(): Promise<void> {
    this.#lastSeen = await lastChange(this.#database);
    await this.#listen();
    void this.#keepPolling();
  }

  async forgetOld(): Promise<void> {
    const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const old = this.#database
      .selectFrom('content_changes')
      .where('created_at', '<', weekAgo)
      // Keep the last number: cached ids are compared with it.
      .where('seq', '<', (rows) => rows.selectFrom('content_changes').select(({ fn }) => fn.max('seq').as('seq')));
    await deleteInBatches(this.#database, 'content_changes', old);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#listener?.end().catch(() => undefined);
  }

  /** LISTEN reports PostgreSQL's changes at once; polling covers SQLite's other processes and lost connections. */
  async #keepPolling() {
    for (let turn = 0; ; turn++) {
      await sleep(pollInterval, undefined, { ref: false });
      if (this.#closed) return;
      if (!this.#isNotified || turn % pollsNotified === 0) await this.#poll();
    }
  }

  async #poll() {
    const onError = (error: Error) => this.#log.debug({ event: 'changes_unknown', reason: error.message });
    try {
      await this.#catchUp();
    } catch (error) {
      return onError(error as Error);
    }
    // Not waited for: a new connection may take longer than the next poll.
    if (!this.#listener) this.#listen().catch(onError);
  }

  async #catchUp() {
    const rows = await this.#database
      .selectFrom('content_changes')
      .select(['seq', 'kind'])
      .where('seq', '>', this.#lastSeen)
      .orderBy('seq')
      .execute();
    if (rows.length === 0) return;
    this.#lastSeen = rows.at(-1)?.seq ?? this.#lastSeen;
    this.#notify([...new Set(rows.map((row) => row.kind))]);
  }

  async #listen() {
    const client = this.#closed ? null : ownConnection(this.#database);
    if (!client) return;
    // Set before it is connected, so that a poll meanwhile doesn't open another one.
    this.#listener = client;
    const onDisconnect = () => {
      if (this.#listener !== client) return;
      this.#listener = null;
      this.#isNotified = false;
    };
    client.on('error', onDisconnect);
    client.on('end', onDisconnect);
    client.on('notification', () => void this.#poll());
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      onDisconnect();
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#isNotified = true;
    // Nobody was notified of what came before.
    await this.#catchUp();
  }
}

export async function lastChange(database: Database): Promise<number> {
  const row = await database
    .selectFrom('content_changes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}
