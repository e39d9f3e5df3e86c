import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { isPostgres } from '../database/dialect.server.ts';
import type { Database } from '../database/open.server.ts';
import { dropFact, passFact, readFact, setFact } from './sending-facts.server.ts';

/**
 * Tells a store that was put back from a backup, whose mails may have gone out already. Two marks say so: the database
 * is not the one that was there (another file, another table), or this machine remembers to have sent mails later than
 * the database knows of.
 */
export class StoreMark {
  readonly #database: Database;
  readonly #dataDir: string;
  #marked = 0;

  constructor(database: Database, dataDir: string) {
    this.#database = database;
    this.#dataDir = dataDir;
  }

  /** Pauses the sending where the store was put back. Answers why, or null. */
  async check(): Promise<string | null> {
    const [known, now] = [await readFact(this.#database, 'mail_store'), await this.#identity()];
    if (known === null) {
      await setFact(this.#database, 'mail_store', now);
      return null;
    }
    const reason = known !== now ? 'another-store' : (await this.#isBehind()) ? 'older-store' : null;
    if (reason && !(await readFact(this.#database, 'mail_paused'))) {
      await setFact(this.#database, 'mail_paused', { since: new Date().toISOString(), reason });
    }
    return reason;
  }

  /** Remembers, at most once a second, that mails are being sent: in the database first, then on this machine. */
  async remember(): Promise<void> {
    if (Date.now() - this.#marked < 1_000) return;
    this.#marked = Date.now();
    const moment = await passFact(this.#database, 'mail_moment');
    writeFileSync(this.#file(), moment, { mode: 0o600 });
  }

  /** Takes the store as it is; sending may go on. Answers whether it was paused. */
  async accept(transaction: Database): Promise<boolean> {
    await setFact(transaction, 'mail_store', await this.#identity());
    await passFact(transaction, 'mail_moment');
    this.#forget();
    return dropFact(transaction, 'mail_paused');
  }

  #forget(): void {
    rmSync(this.#file(), { force: true });
  }

  async #isBehind(): Promise<boolean> {
    const inDatabase = (await readFact(this.#database, 'mail_moment')) ?? '';
    return this.#onThisMachine() > inDatabase;
  }

  #onThisMachine(): string {
    try {
      return readFileSync(this.#file(), 'utf8');
    } catch {
      return '';
    }
  }

  #file(): string {
    return path.join(this.#dataDir, 'mail-mark');
  }

  async #identity(): Promise<string> {
    if (!isPostgres(this.#database)) {
      const { ino, birthtimeNs } = statSync(path.join(this.#dataDir, 'prangon.sqlite'), { bigint: true });
      return `${ino} ${birthtimeNs}`;
    }
    const { rows } = await sql<{ identity: string }>`
      select d.oid || ' ' || 'mails'::regclass::oid || ' ' || (select system_identifier from pg_control_system())
        as identity
      from pg_database d where d.datname = current_database()`.execute(this.#database);
    return rows[0]?.identity ?? '';
  }
}
