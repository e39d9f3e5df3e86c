import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/open.server.ts';
import { addCounts, type Counted, countKey } from './data.server.ts';
import { foldSource } from './visit.server.ts';

/** How often counts are written, in milliseconds. */
const writeEvery = 3_000;

/** Different counts that wait at most; what comes beyond is counted without its source. */
const mostWaiting = 1_000;

/** Counts in memory and writes in batches: a view costs no write of its own. Close it, or the last seconds are lost. */
export class VisitCounter {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  #waiting = new Map<string, Counted>();
  #writing: Promise<void> = Promise.resolve();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: { database: Database; log: FastifyBaseLogger }) {
    this.#database = parts.database;
    this.#log = parts.log;
    this.#timer = setInterval(() => void this.write(), writeEvery).unref();
  }

  add(counted: Counted): void {
    const known = this.#waiting.get(countKey(counted));
    // Folded ones are few: as many as there are pages and events.
    const kept = known || this.#waiting.size < mostWaiting ? counted : { ...counted, ...foldSource(counted) };
    const key = countKey(kept);
    this.#waiting.set(key, { ...kept, count: kept.count + (this.#waiting.get(key)?.count ?? 0) });
  }

  /** Writes what waits. It never throws: what could not be written waits on. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const counts = [...this.#waiting.values()];
    this.#waiting = new Map();
    try {
      await addCounts(this.#database, counts);
    } catch (error) {
      for (const each of counts) this.add(each);
      this.#log.warn({ event: 'visits_unwritten', reason: (error as Error).message });
    }
  }
}
