import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client } from 'pg';
import { lockName, notifyChannel } from '../database/dialect.server.ts';
import { type Database, ownConnection } from '../database/open.server.ts';
import { deleteInBatches } from '../database/rows.server.ts';
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

export type ContentChanges = ReturnType<typeof createContentChanges>;

/** Writes insert a numbered row; instances poll for rows after the last number they know, and invalidate. */
export function createContentChanges({
  database,
  cache,
  log,
}: {
  database: Database;
  cache: AnswerCache;
  log: FastifyBaseLogger;
}) {
  const listeners = new Set<Listener>();
  let lastSeen = 0;
  let listening: Client | null = null;
  let isNotified = false;
  let isClosed = false;
  return { write, onChange, follow, forgetOld, close };

  async function write<T>(kinds: readonly string[], work: (transaction: Database) => Promise<T>): Promise<T> {
    const { result, numbers } = await database.transaction().execute(async (transaction) => {
      const result = await work(transaction);
      return { result, numbers: await announceChange(transaction, kinds) };
    });
    // Nobody else wrote in between, so the poll can skip these.
    if (numbers[0] === lastSeen + 1) lastSeen += numbers.length;
    notify(kinds);
    return result;
  }

  function onChange(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function notify(kinds: readonly string[]) {
    cache.invalidate(kinds);
    for (const listener of listeners) listener(kinds);
  }

  async function follow(): Promise<void> {
    lastSeen = await lastChange(database);
    await listen();
    void keepPolling();
  }

  async function forgetOld(): Promise<void> {
    const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const old = database
      .selectFrom('content_changes')
      .where('created_at', '<', weekAgo)
      // Keep the last number: cached ids are compared with it.
      .where('seq', '<', (rows) => rows.selectFrom('content_changes').select(({ fn }) => fn.max('seq').as('seq')));
    await deleteInBatches(database, 'content_changes', old);
  }

  async function close(): Promise<void> {
    isClosed = true;
    await listening?.end().catch(() => undefined);
  }

  /** LISTEN reports PostgreSQL's changes at once; polling covers SQLite's other processes and lost connections. */
  async function keepPolling() {
    for (let turn = 0; ; turn++) {
      await sleep(pollInterval, undefined, { ref: false });
      if (isClosed) return;
      if (!isNotified || turn % pollsNotified === 0) await poll();
    }
  }

  async function poll() {
    const onError = (error: Error) => log.debug({ event: 'changes_unknown', reason: error.message });
    try {
      await catchUp();
    } catch (error) {
      return onError(error as Error);
    }
    // Not waited for: a new connection may take longer than the next poll.
    if (!listening) listen().catch(onError);
  }

  async function catchUp() {
    const rows = await database
      .selectFrom('content_changes')
      .select(['seq', 'kind'])
      .where('seq', '>', lastSeen)
      .orderBy('seq')
      .execute();
    if (rows.length === 0) return;
    lastSeen = rows.at(-1)?.seq ?? lastSeen;
    notify([...new Set(rows.map((row) => row.kind))]);
  }

  async function listen() {
    const client = isClosed ? null : ownConnection(database);
    if (!client) return;
    // Set before it is connected, so that a poll meanwhile doesn't open another one.
    listening = client;
    const onDisconnect = () => {
      if (listening !== client) return;
      listening = null;
      isNotified = false;
    };
    client.on('error', onDisconnect);
    client.on('end', onDisconnect);
    client.on('notification', () => void poll());
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      onDisconnect();
      void client.end().catch(() => undefined);
      throw error;
    }
    isNotified = true;
    // Nobody was notified of what came before.
    await catchUp();
  }
}

export async function lastChange(database: Database): Promise<number> {
  const row = await database
    .selectFrom('content_changes')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Milliseconds. `gather` merges several writes into one call; `waits` is the backoff. */
const limits = { gather: 1_000, call: 10_000, waits: [1_000, 5_000, 30_000, 120_000] };

/**
 * Purges the CDN after each instance invalidated its own cache, or the slowest could refill it with a stale page. A password
 * in the address is sent as a bearer token. Returns what ends it.
 */
export function purgeOnChange(purgeUrl: string, changes: ContentChanges, log: FastifyBaseLogger): () => void {
  const url = new URL(purgeUrl);
  const token = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  const stop = changes.onChange(() => {
    // A new change cancels the backoff of an earlier purge.
    if (failures > 0) cancel();
    failures = 0;
    purgeIn(limits.gather);
  });
  return () => {
    stop();
    cancel();
  };

  function cancel() {
    clearTimeout(timer);
    timer = undefined;
  }

  function purgeIn(milliseconds: number) {
    timer ??= setTimeout(() => {
      timer = undefined;
      void purge();
    }, milliseconds).unref();
  }

  async function purge() {
    try {
      const { ok, status, body } = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ purge_everything: true }),
        signal: AbortSignal.timeout(limits.call),
      });
      await body?.cancel();
      if (!ok) throw new Error(`It answered ${status}`);
      failures = 0;
    } catch (error) {
      log.warn({ event: 'purge_failed', reason: (error as Error).message });
      const wait = limits.waits[failures++];
      if (wait === undefined) failures = 0;
      else purgeIn(wait);
    }
  }
}
