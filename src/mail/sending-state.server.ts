import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { databaseIdentity, databaseNow } from '#platform/database/dialect.server.ts';
import { deleteFact, readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
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
export function createRestoreDetection(
  database: Database,
  dataDir: string,
  onRestore: OnRestore = async () => undefined,
) {
  const file = path.join(dataDir, 'mail-mark');
  let lastRecorded = -1_000;
  return { check, markRestored, markMoved, recordSending, accept };

  /** Pauses sending where a restore is detected. Returns the reason, or null. */
  async function check(): Promise<string | null> {
    const [expected, actual] = [await readFact(database, 'mail_store'), await identity()];
    if (expected === null) {
      await setFact(database, 'mail_store', actual);
      return null;
    }
    const reason = expected !== actual ? 'another-store' : (await isBehind()) ? 'older-store' : null;
    if (reason) {
      await database.transaction().execute(async (transaction) => {
        await recordRestore(transaction, reason);
      });
    }
    return reason;
  }

  /** Each restored database is recorded once, however often the program starts before staff accept it. */
  async function recordRestore(transaction: Database, reason: string): Promise<void> {
    if (!(await readFact(transaction, 'mail_paused'))) {
      await setFact(transaction, 'mail_paused', { since: new Date().toISOString(), reason });
    }
    const fingerprint = `${await identity(transaction)} ${localTimestamp()}`;
    if ((await readFact(transaction, 'mail_found')) === fingerprint) return;
    await onRestore(transaction);
    await setFact(transaction, 'mail_found', fingerprint);
  }

  /** Marks a database just restored from a backup, so that the next start does not detect it again. */
  async function markRestored(transaction: Database): Promise<void> {
    await setFact(transaction, 'mail_store', '');
    await recordRestore(transaction, 'another-store');
  }

  /** The same data was moved to another database: keeps the state of sending as it is. */
  async function markMoved(transaction: Database): Promise<void> {
    await setFact(transaction, 'mail_store', await identity(transaction));
  }

  /** Records the time of sending, at most once a second: in the database first, then on this machine. */
  async function recordSending(): Promise<void> {
    if (performance.now() - lastRecorded < 1_000) return;
    lastRecorded = performance.now();
    const timestamp = await storeTimestamp(database);
    writeFileSync(file, timestamp, { mode: 0o600 });
  }

  /** Accepts the database and resumes sending. Returns whether it was paused. */
  async function accept(transaction: Database): Promise<boolean> {
    await setFact(transaction, 'mail_store', await identity());
    await storeTimestamp(transaction);
    rmSync(file, { force: true });
    return deleteFact(transaction, 'mail_paused');
  }

  async function isBehind(): Promise<boolean> {
    const inDatabase = (await readFact(database, 'mail_moment')) ?? '';
    return localTimestamp() > inDatabase;
  }

  function localTimestamp(): string {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  }

  function identity(inDatabase = database): Promise<string> {
    return databaseIdentity(inDatabase, dataDir);
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
