import { randomUUID } from 'node:crypto';
import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** The outbox is worked off: when a mail is due, who sends it, how it went; and the history of every attempt. */
export async function up(db: Kysely<never>): Promise<void> {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const column of columns) await run(`alter table mails add column ${column}`);
  const { rows } = await sql<{ id: number; recipient: string; subject: string }>`select * from mails`.execute(db);
  for (const { id, recipient, subject } of rows) {
    await sql`
      update mails set message_id = ${randomUUID()}, search_text = ${searchText(`${recipient} ${subject}`)},
        kind = 'password_reset', is_secret = 1, next_attempt_at = created_at, updated_at = created_at
      where id = ${id}`.execute(db);
  }
  await run('create unique index mails_by_message_id on mails (message_id)');
  await run('create index mails_by_reference on mails (reference_kind, reference_id)');
  await run(`create index mails_due on mails (next_attempt_at) where state = 'queued'`);

  await db.schema
    .createTable('mail_attempts')
    .addColumn('id', postgres ? 'serial' : 'integer', (column) =>
      postgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('mail_id', 'integer', (column) => column.notNull().references('mails.id').onDelete('cascade'))
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('sender', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .addColumn('outcome', 'text')
    .addColumn('answer', 'text')
    .execute();
  await run('create index mail_attempts_by_mail on mail_attempts (mail_id, id)');

  async function run(statement: string): Promise<void> {
    await sql.raw(statement).execute(db);
  }
}

const columns = [
  `message_id text not null default ''`,
  `kind text not null default ''`,
  'reference_kind text',
  'reference_id integer',
  'reply_to text',
  'is_secret integer not null default 0',
  'attempts integer not null default 0',
  `next_attempt_at text not null default ''`,
  'expires_at text',
  'copy_of integer',
  'claimed_at text',
  'claimed_by text',
  'sent_at text',
  'last_error text',
  `search_text text not null default ''`,
  `updated_at text not null default ''`,
];

/** As src/server/lists/search.server.ts had it when this migration was written. */
function searchText(text: string): string {
  const folded = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
  return folded
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `  ${word}`)
    .join('');
}
