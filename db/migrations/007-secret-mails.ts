import { type Kysely, sql } from 'kysely';

/**
 * A link to set a new password lies sealed in the mail that carries it, and knows that mail. Those of before lie in clear:
 * they are emptied, and who still waits for one asks again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table password_resets add column mail_id integer references mails (id) on delete set null',
  `update mails set state = 'cancelled', claimed_by = null, claimed_at = null
   where is_secret = 1 and state in ('queued', 'sending')`,
  `update mails set text = '', html = '' where is_secret = 1 and (text <> '' or html <> '')`,
];
