import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Folds confusable Bengali letters in search text and institute name of leads; য becomes জ, but not in য় and ্য.
 * Adds secret addresses of calendar feeds.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) await fold(db);
  else await foldBesideIndex(db);
  await sql
    .raw(`create table calendar_feeds (
      user_id integer primary key references users (id) on delete cascade,
      token_hash text not null unique, created_at text not null, read_at text)`)
    .execute(db);
}

async function fold(db: Kysely<never>): Promise<void> {
  for (const column of ['search_text', 'institute_folded']) {
    const folded = steps.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, column);
    await sql.raw(`update demo_requests set ${column} = ${folded}`).execute(db);
  }
}

/**
 * SQLite's FTS index with secure-delete loses hits where one statement changes many rows (3.53): the trigger is dropped
 * during the update, and the index refilled row by row.
 */
async function foldBesideIndex(db: Kysely<never>): Promise<void> {
  const [insert = '', update = ''] = await Promise.all(['insert', 'update'].map((event) => triggerOn(db, event)));
  await sql`drop trigger demo_requests_search_update`.execute(db);
  await fold(db);
  await sql`insert into demo_requests_search (demo_requests_search) values ('delete-all')`.execute(db);
  const [, pieces = ''] = /\bvalues \(new\.id, (.*)\); end$/s.exec(insert) ?? [];
  const ofRow = pieces.replaceAll('new.', 'demo_requests.');
  await sql.raw(`insert into demo_requests_search (rowid, pieces) select id, ${ofRow} from demo_requests`).execute(db);
  await sql.raw(update).execute(db);
}

async function triggerOn(db: Kysely<never>, event: string): Promise<string | undefined> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where name = ${`demo_requests_search_${event}`}`.execute(db);
  return rows[0]?.sql;
}

const [nukta, afterHasanta] = ['\u{E001}', '\u{E002}'];

const steps: [string, string][] = [
  ['শ', 'স'],
  ['ষ', 'স'],
  ['ণ', 'ন'],
  ['ী', 'ি'],
  ['ূ', 'ু'],
  ['ঈ', 'ই'],
  ['ঊ', 'উ'],
  ['\u09af\u09bc', nukta],
  ['\u09cd\u09af', afterHasanta],
  ['\u09af', 'জ'],
  [nukta, '\u09af\u09bc'],
  [afterHasanta, '\u09cd\u09af'],
];
