import type { Database } from '#platform/database/open.server.ts';
import type { LeadEvent, LeadMail } from './schema.ts';

export async function lastMailsOf(database: Database, ids: number[]): Promise<Map<number, LeadMail>> {
  const rows = await database
    .selectFrom('mails')
    .select(['id', 'reference_id', 'recipient', 'state', 'attempts', 'next_attempt_at', 'last_error', 'updated_at'])
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('mails as one')
        .select(({ fn }) => fn.max('one.id').as('id'))
        .where('reference_kind', '=', 'demo_request')
        .where('reference_id', 'in', ids)
        .where('kind', '=', 'demo_access')
        .groupBy('reference_id'),
    )
    .execute();
  return new Map(
    rows.map(({ reference_id, recipient: to, next_attempt_at, last_error: reason, updated_at: at, ...mail }) => [
      reference_id ?? 0,
      { ...mail, to, at, reason, next_attempt_at: mail.state === 'queued' ? next_attempt_at : null },
    ]),
  );
}

export async function mailEventsOf(database: Database, requestIds: number[], most: number): Promise<LeadEvent[]> {
  const mails = await database
    .selectFrom('mails')
    .select(['id', 'reference_id', 'recipient', 'subject', 'state', 'created_at', 'sent_at', 'updated_at'])
    .select(['last_error', 'kind'])
    .where('reference_kind', '=', 'demo_request')
    .where('reference_id', 'in', requestIds)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return mails.reverse().flatMap((mail): LeadEvent[] => {
    const line = { note_id: null, call_id: null, user: null, request_id: mail.reference_id ?? 0 };
    const toStaff = mail.kind === 'new_request' && { to_staff: true };
    const details = { mail_id: mail.id, to: mail.recipient, subject: mail.subject, ...toStaff };
    const queued = { ...line, key: `mail ${mail.id}`, event: 'mail_queued' as const, at: mail.created_at, details };
    if (mail.state === 'queued' || mail.state === 'sending') return [queued];
    const at = mail.sent_at ?? mail.updated_at;
    const answer = mail.last_error === null ? {} : { answer: mail.last_error };
    const event = `mail_${mail.state}` as const;
    return [queued, { ...line, key: `mail ${mail.id} ended`, event, at, details: { ...details, ...answer } }];
  });
}
