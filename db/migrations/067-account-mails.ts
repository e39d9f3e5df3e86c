import { type Kysely, sql } from 'kysely';

/** The office leaves these out of each list and count, which read no row for it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index mails_of_accounts on mails (id) where kind in ('account_notice', 'password_reset', 'invitation')`.execute(
    db,
  );
}
