import { type Kysely, sql } from 'kysely';

interface Tables {
  users: { email: string; notify: string | null };
  notification_settings: { sales_addresses: string; mail_requests: number; mail_digest: number };
}

/**
 * Each of the staff chooses how often they are mailed of demo requests. Addresses of the old list that are a member of
 * staff's become that person's choice; only the others stay in the list. Quiet hours are gone.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  // Null until somebody chooses: then the role decides.
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
