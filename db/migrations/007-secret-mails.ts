import { type Kysely, sql } from 'kysely';

/**
 * Mails with a password link are encrypted and linked to their reset. Existing plain-text links are emptied; users
 * request a new one.
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
