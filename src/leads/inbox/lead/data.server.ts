import { sql, type Updateable } from 'kysely';
import type {} from '#mail/queue.server.ts';
import { type Actor, recordChange } from '#server/audit.server.ts';
import { isPostgres } from '#server/database/dialect.server.ts';
import type { Database } from '#server/database/open.server.ts';
import type { Tables } from '#server/database/tables.server.ts';
import { invalid, notFound } from '#server/errors.server.ts';
import { momentAfter } from '#server/lists/records.server.ts';
import { oldestInTrash } from '#server/lists/trash.server.ts';
import type { DemoRequestEvent } from '../../form/data.server.ts';
import { leadsOf } from '../list/data.server.ts';
import type { Lead, LeadEvent, Owner, WholeLead } from '../schema.ts';

export const noSuchLead = 'There is no such lead. It may have been deleted.';

export type LeadColumns = Omit<Updateable<Tables['demo_requests']>, 'id' | 'created_at' | 'updated_at'>;

/** The row of a lead, held until the transaction ends. */
export type HeldLead = Awaited<ReturnType<typeof holdLeads>>[number];

/** The lines of a history that an answer carries at most, the newest ones. */
const mostEvents = 500;

/** These leads, held in the order of their ids so that two writers can't wait for each other. */
export async function holdLeads(transaction: Database, ids: number[]) {
  const rows = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email', 'stage', 'lost_reason', 'owner_id', 'next_step'])
    .select(['next_step_on', 'spam', 'merged_into_id', 'deleted_at', 'updated_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .execute();
  return rows.filter((row) => row.deleted_at === null || row.deleted_at > oldestInTrash());
}

/** @throws {Refusal} 404, also for one that was deleted (or, with 'deleted', was not) */
export async function holdLead(
  transaction: Database,
  id: number,
  state: 'live' | 'deleted' = 'live',
): Promise<HeldLead> {
  const [row] = await holdLeads(transaction, [id]);
  if (!row || (row.deleted_at === null) !== (state === 'live')) throw notFound(noSuchLead);
  return row;
}

export async function writeLead(transaction: Database, row: HeldLead, columns: LeadColumns): Promise<void> {
  await transaction
    .updateTable('demo_requests')
    .set({ ...columns, updated_at: momentAfter(row.updated_at) })
    .where('id', '=', row.id)
    .execute();
}

/** A line of the history; `details` may hold personal data, since it goes with the lead. */
export async function addEvent(
  transaction: Database,
  requestId: number,
  event: DemoRequestEvent,
  actor: Actor | null,
  details: object | null = null,
): Promise<void> {
  await transaction
    .insertInto('demo_request_events')
    .values({
      request_id: requestId,
      event,
      created_at: new Date().toISOString(),
      user_id: actor?.user.id ?? null,
      details: details && JSON.stringify(details),
    })
    .execute();
}

/**
 * A line of the audit. The audit is for ever and a person may ask to be erased, so it holds facts about the work only,
 * nothing about the person and nothing that staff wrote freely.
 */
export async function auditLead(
  transaction: Database,
  actor: Actor,
  action: string,
  id: number,
  change: { before?: object; after?: object } = {},
): Promise<void> {
  const { before = null, after = null } = change;
  await recordChange(transaction, actor, { action, kind: 'demo_requests', recordId: id, before, after });
}

/** @throws {Refusal} 404 for what is not there or is in the trash */
export async function findLead(database: Database, id: number): Promise<Lead> {
  const [lead] = await leadsOf(database, [id]);
  if (!lead || lead.deleted_at !== null) throw notFound(noSuchLead);
  return lead;
}

/** A lead with its history, and with those that were merged into it. @throws {Refusal} 404 */
export async function findWholeLead(database: Database, id: number): Promise<WholeLead> {
  const lead = await findLead(database, id);
  const family = await familyOf(database, [id]);
  const [merged, history] = [
    await leadsOf(
      database,
      family.filter((each) => each !== id),
    ),
    await historyOf(database, family),
  ];
  return { ...lead, history, merged };
}

/** These leads and all that were merged into them, however often. */
export async function familyOf(database: Database, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      with recursive family(id) as (
        select id from demo_requests where id in (${sql.join(ids)})
        union select child.id from demo_requests as child join family on child.merged_into_id = family.id
      ) select id from family
    ) as family order by id`.execute(database);
  return rows.map((row) => row.id);
}

/** Who may care for leads. */
export function ownersOfLeads(database: Database): Promise<Owner[]> {
  return database
    .selectFrom('users')
    .select(['id', 'name'])
    .where('status', '=', 1)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** @throws {Refusal} 422 for a person who is not there or whose account is closed */
export async function checkOwner(transaction: Database, ownerId: number): Promise<Owner> {
  const owner = await transaction
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', ownerId)
    .where('status', '=', 1)
    .executeTakeFirst();
  if (!owner) throw invalid({ owner_id: ['This person has no account here. Choose somebody else.'] });
  return owner;
}

/** What is written down of these requests, and what became of the mails about them. */
async function historyOf(database: Database, requestIds: number[]): Promise<LeadEvent[]> {
  const events = await database
    .selectFrom('demo_request_events as event')
    .leftJoin('users', 'users.id', 'event.user_id')
    .select(['event.id', 'request_id', 'event', 'event.created_at', 'details', 'users.id as user_id', 'users.name'])
    .where('request_id', 'in', requestIds)
    // The mails tell that themselves, and what came of it.
    .where('event', '<>', 'mail_queued')
    .orderBy('event.id', 'desc')
    .limit(mostEvents)
    .execute();
  const lines = events.reverse().map((row) => ({
    key: `event ${row.id}`,
    note_id: row.event === 'noted' || row.event === 'note_deleted' ? row.id : null,
    event: row.event,
    at: row.created_at,
    user: row.user_id === null ? null : { id: row.user_id, name: row.name ?? '' },
    request_id: row.request_id,
    details: row.details === null ? null : JSON.parse(row.details),
  }));
  // Sorting keeps the order of what happened in the same millisecond.
  return [...lines, ...(await mailsAbout(database, requestIds))].sort((a, b) => a.at.localeCompare(b.at));
}

async function mailsAbout(database: Database, requestIds: number[]): Promise<LeadEvent[]> {
  const mails = await database
    .selectFrom('mails')
    .select([
      'id',
      'reference_id',
      'recipient',
      'subject',
      'state',
      'created_at',
      'sent_at',
      'updated_at',
      'last_error',
    ])
    .where('reference_kind', '=', 'demo_request')
    .where('reference_id', 'in', requestIds)
    .orderBy('id', 'desc')
    .limit(mostEvents)
    .execute();
  return mails.reverse().flatMap((mail) => {
    const line = { note_id: null, user: null, request_id: mail.reference_id ?? 0 };
    const details = { mail_id: mail.id, to: mail.recipient, subject: mail.subject };
    const queued = { ...line, key: `mail ${mail.id}`, event: 'mail_queued', at: mail.created_at, details };
    if (mail.state === 'queued' || mail.state === 'sending') return [queued];
    const at = mail.sent_at ?? mail.updated_at;
    const answer = mail.last_error === null ? {} : { answer: mail.last_error };
    return [
      queued,
      { ...line, key: `mail ${mail.id} ended`, event: `mail_${mail.state}`, at, details: { ...details, ...answer } },
    ];
  });
}
