import { type Kysely, sql } from 'kysely';

interface Tables {
  mails: { id: number; kind: string; state: string; subject: string; text: string; html: string; reference_id: number };
  demo_requests: { id: number; spam: number; access_mail: string };
  personal_accesses: { request_id: number; state: string };
}

/** Next steps are no longer offered to calendar programs, and no demo system is asked for accesses of single leads. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`drop table calendar_feeds`.execute(db);
  await closeMails(db);
  for (const statement of [
    `update demo_requests set access_mail = case when spam = 1 then 'held' else 'waiting' end where access_mail = 'asked'`,
    'delete from outgoing_calls where delivery_id is null',
    'drop index outgoing_calls_by_access',
    'alter table outgoing_calls drop column access_id',
    'drop table personal_accesses',
    'drop table personal_access_settings',
  ])
    await sql.raw(statement).execute(db);
}

/**
 * Eight dots are filled in with the password of all, which opens none of these links: four are left alone. Who was not
 * sent it yet waits for the demo access.
 */
async function closeMails(db: Kysely<Tables>): Promise<void> {
  const made = db.selectFrom('personal_accesses').select('request_id').where('state', '=', 'made');
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'state', 'subject', 'text', 'html', 'reference_id'])
    .where('kind', '=', 'demo_access')
    .where('reference_id', 'in', made)
    .execute();
  for (const { id, state, reference_id, ...texts } of mails) {
    const [subject, text, html] = [texts.subject, texts.text, texts.html].map((each) =>
      each.replaceAll('••••••••', '••••'),
    );
    const isQueued = state === 'queued';
    await db
      .updateTable('mails')
      .set({ subject, text, html, state: isQueued ? 'cancelled' : state })
      .where('id', '=', id)
      .execute();
    if (isQueued)
      await db.updateTable('demo_requests').set({ access_mail: 'waiting' }).where('id', '=', reference_id).execute();
  }
}
