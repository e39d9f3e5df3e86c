import { type Kysely, sql } from 'kysely';

interface Tables {
  users: { email: string; notify: string | null };
  notification_settings: { sales_addresses: string; mail_requests: number; mail_digest: number };
}

/**
 * Each user chooses a notification frequency. Addresses of the old list that belong to a user become that user's
 * choice; the others stay. Quiet hours are gone.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  // Null means the default of the role.
  await sql`alter table users add column notify text`.execute(db);
  const settings = await db.selectFrom('notification_settings').selectAll().executeTakeFirst();
  if (settings) {
    const addresses = settings.sales_addresses.split('\n').filter(Boolean);
    const users = await db.selectFrom('users').select('email').execute();
    const emails = new Set(users.map(({ email }) => email));
    const isOfStaff = (address: string) => emails.has(address.toLowerCase());
    const staff = addresses.filter(isOfStaff).map((address) => address.toLowerCase());
    const notify = settings.mail_requests === 1 ? 'at_once' : settings.mail_digest === 1 ? 'daily' : 'never';
    if (staff.length > 0) await db.updateTable('users').set({ notify }).where('email', 'in', staff).execute();
    const outside = addresses.filter((address) => !isOfStaff(address));
    await db
      .updateTable('notification_settings')
      .set({ sales_addresses: outside.join('\n') })
      .execute();
  }
  for (const column of ['quiet_from', 'quiet_until'])
    await sql.raw(`alter table notification_settings drop column ${column}`).execute(db);
}
