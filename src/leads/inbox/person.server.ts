import { sql } from 'kysely';
import type { Database } from '#platform/database/open.server.ts';
import { familyOf } from '../lead/data.server.ts';

/** All requests with the same number or email address, including merged, deleted and spam ones. */
export async function leadsOfPerson(database: Database, id: number): Promise<number[]> {
  const family = await familyOf(database, [id]);
  if (family.length === 0) return [];
  const people = await peopleOf(database, family);
  const numbers = people.map(({ number }) => number).filter(Boolean);
  const emails = addressesOf(people);
  const rows = await database
    .selectFrom('demo_requests')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('id', 'in', family),
        ...(numbers.length > 0 ? [eb('number', 'in', numbers)] : []),
        ...(emails.length > 0 ? [sql<boolean>`lower(email) in (${sql.join(emails)})`] : []),
      ]),
    )
    .execute();
  return familyOf(
    database,
    rows.map((row) => row.id),
  );
}

/** All personal data of a person by column name, for a subject access request. */
export async function personalDataOf(database: Database, ids: number[]) {
  const requests = await database
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email', 'created_at', 'updated_at', 'origin', 'stage'])
    .select(['stage_since', 'lost_reason', 'next_step', 'next_step_on', 'value', 'called_after', 'students'])
    .select(['package_note', 'page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'access_mail'])
    .select(['consent', 'spam', 'spam_score', 'spam_reasons', 'merged_into_id', 'deleted_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const events = await database
    .selectFrom('demo_request_events as event')
    .leftJoin('users', 'users.id', 'event.user_id')
    .select(['request_id', 'event', 'event.created_at', 'details', 'users.name as by'])
    .where('request_id', 'in', ids)
    .orderBy('event.id')
    .execute();
  return {
    requests,
    history: events.map(({ details, ...event }) => ({ ...event, details: details && JSON.parse(details) })),
    mails: await mailsTo(database, ids, addressesOf(requests)),
    visits: await database.selectFrom('funnel_requests').selectAll().where('request_id', 'in', ids).execute(),
  };
}

/** Mails to staff about the person are left out; they repeat the request. */
async function mailsTo(database: Database, ids: number[], addresses: string[]) {
  if (addresses.length === 0) return [];
  return database
    .selectFrom('mails')
    .select(['recipient', 'subject', 'text', 'state', 'created_at', 'sent_at'])
    .where('reference_kind', '=', 'demo_request')
    .where('reference_id', 'in', ids)
    .where(sql<boolean>`lower(recipient) in (${sql.join(addresses)})`)
    .where('is_secret', '=', 0)
    .orderBy('id')
    .execute();
}

function peopleOf(database: Database, ids: number[]) {
  return database.selectFrom('demo_requests').select(['number', 'email']).where('id', 'in', ids).execute();
}

function addressesOf(people: { email: string }[]): string[] {
  return [...new Set(people.map(({ email }) => email.toLowerCase()).filter(Boolean))];
}
