import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseIdentity } from '#platform/database/dialect.server.ts';
import { deleteFact, readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { databaseNow } from '#platform/database/time.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';

declare module '#platform/database/facts.server.ts' {
  interface StoreFacts {
    /** The mail server can't be used. `mail` is the only one at which that showed, if it was one. */
    mail_trouble: { since: string; reason: string; mail: number | null };
    /** Nothing is sent until staff confirm it. */
    mail_paused: { since: string; reason: string };
    /** The mail server that owners entered, encrypted. */
    mail_server: string;
    /** Oldest first; none is older than seven days. `before` is the server until then, encrypted. */
    mail_server_changes: { at: string; by: string; before: string | null }[];
    /** Until then no link for an account that exists leaves. */
    mail_links_from: string;
    /** Identity of the database from which mails are sent. */
    mail_store: string;
    mail_moment: string;
    /** Identity of the last restored database that was detected. */
    mail_found: string;
  }
}

/** The trouble of the mail server in use, not of a former one. */
export async function readMailTrouble(database: Database, mail: Settings['mail']) {
  const trouble = await readFact(database, 'mail_trouble');
  return trouble && trouble.since > mail.since ? trouble : null;
}

/** Runs in the transaction that records a restored database. */
export type OnRestore = (transaction: Database) => Promise<void>;

/**
 * Detects a database restored from a backup, whose queued mails may already have been sent. Two signs: the database has
 * another identity (file or table id), or this machine has sent mails later than the database knows.
 */
export class RestoreDetection {
  readonly #database: Database;
  readonly #dataDir: string;
  readonly #onRestore: OnRestore;
  #lastRecorded = -1_000;

  constructor(database: Database, dataDir: string, onRestore: OnRestore = async () => undefined) {
    this.#database = database;
    this.#dataDir = dataDir;
    this.#onRestore = onRestore;
  }

  /** Pauses sending where a restore is detected. Returns the reason, or null. */
  async check(): Promise<string | null> {
    const [expected, actual] = [await readFact(this.#database, 'mail_store'), await this.#identity()];
    if (expected === null) {
      await setFact(this.#database, 'mail_store', actual);
      return null;
    }
    const reason = expected !== actual ? 'another-store' : (await this.#isBehind()) ? 'older-store' : null;
    if (reason) {
      await this.#database.transaction().execute(async (transaction) => {
        await this.#recordRestore(transaction, reason, await this.#fingerprint(transaction));
      });
    }
    return reason;
  }

  async #fingerprint(transaction: Database): Promise<string> {
    return `${await this.#identity(transaction)} ${this.#localTimestamp()}`;
  }

  /** Each restored database is recorded once, however often the program starts before staff accept it. */
  async #recordRestore(transaction: Database, reason: string, fingerprint: string): Promise<void> {
    if (!(await readFact(transaction, 'mail_paused'))) {
      await setFact(transaction, 'mail_paused', { since: new Date().toISOString(), reason });
    }
    if ((await readFact(transaction, 'mail_found')) === fingerprint) return;
    await this.#onRestore(transaction);
    await setFact(transaction, 'mail_found', fingerprint);
  }

  /** Marks a database just restored from a backup, so that the next start does not detect it again. */
  async markRestored(transaction: Database): Promise<void> {
    await setFact(transaction, 'mail_store', '');
    await this.#recordRestore(transaction, 'another-store', await this.#fingerprint(transaction));
  }

  /** The same data was moved to another database: keeps the state of sending as it is. */
  async markMoved(transaction: Database): Promise<void> {
    await setFact(transaction, 'mail_store', await this.#identity(transaction));
  }

  /** Records the time of sending, at most once a second: in the database first, then on this machine. */
  async recordSending(): Promise<void> {
    if (performance.now() - this.#lastRecorded < 1_000) return;
    this.#lastRecorded = performance.now();
    const timestamp = await storeTimestamp(this.#database);
    writeFileSync(this.#file(), timestamp, { mode: 0o600 });
  }

  /** Accepts the database and resumes sending. Returns whether it was paused. */
  async accept(transaction: Database): Promise<boolean> {
    await setFact(transaction, 'mail_store', await this.#identity());
    await storeTimestamp(transaction);
    rmSync(this.#file(), { force: true });
    return deleteFact(transaction, 'mail_paused');
  }

  async #isBehind(): Promise<boolean> {
    const inDatabase = (await readFact(this.#database, 'mail_moment')) ?? '';
    return this.#localTimestamp() > inDatabase;
  }

  #localTimestamp(): string {
    try {
      return readFileSync(this.#file(), 'utf8');
    } catch {
      return '';
    }
  }

  #file(): string {
    return path.join(this.#dataDir, 'mail-mark');
  }

  #identity(database = this.#database): Promise<string> {
    return databaseIdentity(database, this.#dataDir);
  }
}

/** Stores the database's time unless another instance stored a later one. Returns the stored time. */
async function storeTimestamp(database: Database): Promise<string> {
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
