import { type Kysely, sql } from 'kysely';

/** Webhooks have a trash, and the SMS gateway becomes one of them: its event is `sms`, its address stays encrypted. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of [
    'alter table webhooks add column deleted_at text',
    `alter table webhooks add column search_text text not null default ''`,
    `update webhooks set search_text = '  ' || lower(url)`,
    `insert into webhooks (url, events, status, secret_sealed, created_at, updated_at)
      select url_sealed, 'sms', status, '', updated_at, updated_at from sms_settings
      where url_sealed <> '' or exists (select 1 from deliveries where webhook_id is null)`,
    `update deliveries set webhook_id = (select id from webhooks where events = 'sms') where webhook_id is null`,
    'drop table sms_settings',
  ])
    await sql.raw(statement).execute(db);
}
