import type { Database } from '../database/open.server.ts';
import { momentIn } from '../database/time.server.ts';

/** What all instances and the back office must know of the sending; kept with the facts of the store. */
interface SendingFacts {
  /** The mail server can't be used: since when, and why. */
  mail_trouble: { since: string; reason: string };
  /** Nothing is sent until somebody confirms it. */
  mail_paused: { since: string; reason: string };
  /** Which store the mails of this one were sent from; see `store-mark.server.ts`. */
  mail_store: string;
  mail_moment: string;
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
export async function passFact(database: Database, name: 'mail_moment'): Promise<string> {
  const { now } = await database.selectNoFrom(momentIn(database, 0).as('now')).executeTakeFirstOrThrow();
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
