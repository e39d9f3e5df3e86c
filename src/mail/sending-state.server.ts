import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { databaseNow } from '#server/database/time.server.ts';

/** What all instances and the back office must know of the sending; kept with the facts of the store. */
interface SendingFacts {
  /** The mail server can't be used: since when, and why. */
  mail_trouble: { since: string; reason: string };
  /** Nothing is sent until somebody confirms it. */
  mail_paused: { since: string; reason: string };
  /** Which store the mails of this one were sent from. */
  mail_store: string;
  mail_moment: string;
  /** The store that was found to be another one, last. */
  mail_found: string;
}

/** What else is done where another store is found, in the same transaction. */
export type OnOtherStore = (transaction: Database) => Promise<void>;

/**
 * Tells a store that was put back from a backup, whose mails may have gone out already. Two marks say so: the database
 * is not the one that was there (another file, another table), or this machine remembers to have sent mails later than
 * the database knows of.
 */
export class StoreMark {
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #onFound: OnOtherStore;
  #marked = -1_000;

  constructor(database: Database, dataDir: string, onFound: OnOtherStore = async () => undefined) {
    this.#database = database;
    this.#dataDir = dataDir;
    this.#onFound = onFound;
  }

  /** Pauses the sending where the store was put back. Answers why, or null. */
  async check(): Promise<string | null> {
    const [known, now] = [await readFact(this.#database, 'mail_store'), await this.#identity()];
    if (known === null) {
      await setFact(this.#database, 'mail_store', now);
      return null;
    }
    const reason = known !== now ? 'another-store' : (await this.#isBehind()) ? 'older-store' : null;
    if (reason) {
      await this.#database.transaction().execute(async (transaction) => {
        await this.#noteFound(transaction, reason, await this.#finding(transaction));
      });
    }
    return reason;
  }

  async #finding(transaction: Database): Promise<string> {
    return `${await this.#identity(transaction)} ${this.#onThisMachine()}`;
  }

  /** The same store is found once, however often the program starts before somebody takes it as it is. */
  async #noteFound(transaction: Database, reason: string, found: string): Promise<void> {
    if (!(await readFact(transaction, 'mail_paused'))) {
      await setFact(transaction, 'mail_paused', { since: new Date().toISOString(), reason });
    }
    if ((await readFact(transaction, 'mail_found')) === found) return;
    await this.#onFound(transaction);
    await setFact(transaction, 'mail_found', found);
  }

  /** The store was made of a backup just now: it is found at once, so that the next start has nothing left to find. */
  async markRestored(transaction: Database): Promise<void> {
    await setFact(transaction, 'mail_store', '');
    await this.#noteFound(transaction, 'another-store', await this.#finding(transaction));
  }

  /** The same store in another place: nothing is paused, and nothing that was goes on. */
  async markMoved(transaction: Database): Promise<void> {
    await setFact(transaction, 'mail_store', await this.#identity(transaction));
  }

  /** Remembers, at most once a second, that mails are being sent: in the database first, then on this machine. */
  async remember(): Promise<void> {
    if (performance.now() - this.#marked < 1_000) return;
    this.#marked = performance.now();
    const moment = await passMoment(this.#database);
    writeFileSync(this.#file(), moment, { mode: 0o600 });
  }

  /** Takes the store as it is; sending may go on. Answers whether it was paused. */
  async accept(transaction: Database): Promise<boolean> {
    await setFact(transaction, 'mail_store', await this.#identity());
    await passMoment(transaction);
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

  async #identity(database = this.#database): Promise<string> {
    if (!isPostgres(database)) {
      const { ino, birthtimeNs } = statSync(path.join(this.#dataDir, 'prangon.sqlite'), { bigint: true });
      return `${ino} ${birthtimeNs}`;
    }
    const { rows } = await sql<{ identity: string }>`
      select d.oid || ' ' || 'mails'::regclass::oid || ' ' || (select system_identifier from pg_control_system())
        as identity
      from pg_database d where d.datname = current_database()`.execute(database);
    return rows[0]?.identity ?? '';
  }
}

export async function readFact<Name extends keyof SendingFacts>(
  database: Database,
  name: Name,
): Promise<SendingFacts[Name] | null> {
  const row = await database.selectFrom('store_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

export async function setFact<Name extends keyof SendingFacts>(
  database: Database,
  name: Name,
  value: SendingFacts[Name],
): Promise<void> {
  const text = JSON.stringify(value);
  await database
    .insertInto('store_facts')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}

/** Keeps the moment of the database's clock; a later one that another instance kept stays. Answers it. */
async function passMoment(database: Database): Promise<string> {
  const name = 'mail_moment';
  const now = (await databaseNow(database)).toISOString();
  const value = JSON.stringify(now);
  await database
    .insertInto('store_facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }).where('store_facts.value', '<', value))
    .execute();
  return now;
}

/** Answers whether it was there. */
export async function dropFact(database: Database, name: keyof SendingFacts): Promise<boolean> {
  const row = await database.deleteFrom('store_facts').where('name', '=', name).returning('name').executeTakeFirst();
  return row !== undefined;
}
