import { sql, type Updateable } from 'kysely';
import { may, roles } from '#api/rights.ts';
import { todayInDhaka } from '#api/shapes.ts';
import { type Actor, type AuditChange, recordChange } from '#cms/audit/audit.server.ts';
import type { AuditAction } from '#cms/audit/strings.ts';
import { nextTimestamp } from '#cms/collections/listed-table.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import { t } from '#i18n/text.ts';
import type {} from '#mail/queue.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Tables } from '#platform/database/tables.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import {
  accessMails,
  type DetailsOf,
  type Lead,
  type LeadEvent,
  type LeadMail,
  type Owner,
  openStages,
  type StoredEvent,
  type WholeLead,
} from './schema.ts';
import { leadOrigins, stages } from './strings.ts';
import { addEvent, leadSource, selectLiveLeads, shownColumns } from './table.server.ts';

export const noSuchLead = t('There is no such lead. It may have been deleted.');

type LeadColumns = Omit<Updateable<Tables['demo_requests']>, 'id' | 'created_at' | 'updated_at'>;

/** A row of a lead, locked on PostgreSQL until the transaction ends. */
export type LockedLead = Awaited<ReturnType<typeof lockLeads>>[number];

/** What somebody does with a locked lead. */
export interface LeadChange {
  transaction: Database;
  actor: Actor;
  lead: LockedLead;
}

const maxEvents = 500;

/** Locks the rows in the order of their ids, so that two writers can't deadlock. */
export async function lockLeads(transaction: Database, ids: number[]) {
  const rows = await transaction
    .selectFrom('demo_requests')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.filter((row) => row.deleted_at === null || row.deleted_at > oldestInTrash());
}

/** @throws {HttpError} 404, also for a deleted lead (or with 'deleted', for one that is not) */
export async function lockLead(
  transaction: Database,
  id: number,
  state: 'live' | 'deleted' = 'live',
): Promise<LockedLead> {
  const [row] = await lockLeads(transaction, [id]);
  if (!row || (row.deleted_at === null) !== (state === 'live')) throw notFound(noSuchLead);
  return row;
}

/** The action in the audit log, by the event in the history. */
const auditActions = {
  added: 'create',
  stage_changed: 'stage',
  owner_changed: 'owner',
  next_step_changed: 'next_step',
  value_changed: 'value',
  details_changed: 'details',
  noted: 'note',
  called: 'call',
  messaged: 'message',
  mail_resent: 'resend',
  marked_spam: 'spam',
  marked_not_spam: 'not_spam',
  merged: 'merge',
  unmerged: 'unmerge',
  deleted: 'delete',
  restored: 'restore',
} as const satisfies Partial<Record<StoredEvent, AuditAction>>;

/** Others may hold personal data or free text. */
const auditedColumns = ['stage', 'owner_id', 'next_step_on', 'value'] as const;

type Changed = keyof typeof auditActions;
/** `audit`: facts for the audit log that no column says. */
type ChangeEvent = { [Name in Changed]: { name: Name; details?: DetailsOf<Name>; audit?: object | null } }[Changed];

/** Writes columns of a locked lead, the event in its history and the change in the audit log. */
export async function changeLead(
  { transaction, actor, lead }: LeadChange,
  columns: LeadColumns,
  { name, details = null, audit: after = null }: ChangeEvent,
): Promise<void> {
  if (Object.keys(columns).length > 0)
    await transaction
      .updateTable('demo_requests')
      .set({ ...columns, updated_at: nextTimestamp(lead.updated_at) })
      .where('id', '=', lead.id)
      .execute();
  await addEvent(transaction, lead.id, name, actor, details);
  const audited = auditedColumns.filter((column) => column in columns);
  const factsOf = (values: LeadColumns) => Object.fromEntries(audited.map((column) => [column, values[column]]));
  const facts = audited.length > 0 ? { before: factsOf(lead), after: factsOf(columns) } : { after };
  await auditLead(transaction, actor, auditActions[name], lead.id, facts);
}

/**
 * Writes to the audit log; id 0 stands for many leads. The audit log is kept after a person is erased, so it must not
 * contain personal data or free text.
 */
export async function auditLead(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  id: number,
  facts: Pick<AuditChange, 'before' | 'after'> = {},
): Promise<void> {
  await recordChange(transaction, actor, { action, kind: 'demo_requests', recordId: id, ...facts });
}

/** In the order of the ids, including deleted, merged and spam leads. */
export async function leadsOf(database: Database, ids: number[]): Promise<Lead[]> {
  // SQL has no empty IN list.
  if (ids.length === 0) return [];
  const rows = await database
    .selectFrom('demo_requests as lead')
    .leftJoin('users', 'users.id', 'lead.owner_id')
    .select(shownColumns.map((column) => `lead.${column}` as const))
    .select(['lead.id', 'stage', 'stage_since', 'owner_id', 'users.name as owner_name', 'spam', 'spam_reasons'])
    .select(['origin', 'access_mail', 'import_id', 'click_id', leadSource.as('source')])
    .select([hasDuplicates.as('has_duplicates'), ofLastNote('created_at').as('noted_at')])
    .select(ofLastNote('details').as('note_details'))
    .where('lead.id', 'in', ids)
    .execute();
  const mails = await lastMailsOf(database, ids);
  const today = todayInDhaka();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { stage, stage_since, owner_id, owner_name, spam, spam_reasons, has_duplicates, ...rest } = row;
    const { noted_at, note_details } = row;
    const isOpen = openStages.some((open) => open === stage);
    return {
      ...rest,
      access_mail: oneOfOrFirst(accessMails, row.access_mail),
      origin: oneOfOrFirst(leadOrigins, row.origin),
      click_id: row.click_id === null ? null : JSON.parse(row.click_id),
      status: oneOfOrFirst(stages, stage),
      status_since: stage_since,
      owner: owner_id === null ? null : { id: owner_id, name: owner_name ?? '' },
      overdue: isOpen && row.next_step_on !== null && row.next_step_on < today,
      spam: spam === 1,
      spam_reasons: spam_reasons.split(',').filter(Boolean),
      has_duplicates: Boolean(has_duplicates),
      mail: mails.get(id) ?? null,
      last_note: noted_at ? { at: noted_at, note: JSON.parse(note_details ?? '{}').note } : null,
    };
  });
}

/** An unknown value, written by a newer version or by hand, must not break the whole list. */
function oneOfOrFirst<Word extends string>(words: readonly [Word, ...Word[]], word: Word): Word {
  return words.includes(word) ? word : words[0];
}

function ofLastNote(column: string) {
  return sql<string | null>`(select ${sql.ref(column)} from demo_request_events as event
    where event.request_id = lead.id and event.event = 'noted' order by event.id desc limit 1)`;
}

/** One EXISTS per way to be a duplicate, because each has its own index. */
const other = sql`other.id <> lead.id and other.merged_into_id is null and other.deleted_at is null and other.spam = 0`;
const hasDuplicates = sql<number | boolean>`(lead.merged_into_id is null and (
  exists (select 1 from demo_requests as other where lead.number <> '' and other.number = lead.number and ${other})
  or exists (select 1 from demo_requests as other
    where lead.email <> '' and lower(other.email) = lower(lead.email) and ${other})
  or exists (select 1 from demo_requests as other
    where lead.institute_folded <> '' and other.institute_folded = lead.institute_folded and ${other})))`;

/** @throws {HttpError} 404 if it does not exist or is in the trash */
export async function findLead(database: Database, id: number): Promise<Lead> {
  const [lead] = await leadsOf(database, [id]);
  if (!lead || lead.deleted_at !== null) throw notFound(noSuchLead);
  return lead;
}

/** @throws {HttpError} 404 */
export async function findWholeLead(database: Database, id: number): Promise<WholeLead> {
  const lead = await findLead(database, id);
  const family = await familyOf(database, [id]);
  const others = family.filter((each) => each !== id);
  const merged = await leadsOf(database, others);
  return { ...lead, history: await historyOf(database, family), merged };
}

/** Includes all leads merged into these, recursively. */
export async function familyOf(database: Database, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from (
      with recursive family(id) as (
        select id from demo_requests where id in (${sql.join(ids)})
        union select child.id from demo_requests as child join family on child.merged_into_id = family.id
      ) select id from family
    ) as family order by id`.execute(database);
  return rows.map((row) => row.id);
}

export function findLeadOwners(database: Database) {
  return database
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('status', '=', 1)
    .where('role', 'in', rolesOfOwners)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

const rolesOfOwners = roles.filter((role) => may(role, 'write', 'leads'));

/** @throws {HttpError} 422 for an unknown or inactive user */
export async function checkOwner(transaction: Database, ownerId: number): Promise<Owner> {
  const owner = (await findLeadOwners(transaction)).find(({ id }) => id === ownerId);
  if (!owner) throw invalid({ owner_id: ['This person has no account here. Choose somebody else.'] });
  return owner;
}

async function historyOf(database: Database, requestIds: number[]): Promise<LeadEvent[]> {
  const events = await database
    .selectFrom('demo_request_events as event')
    .leftJoin('users', 'users.id', 'event.user_id')
    .select(['event.id', 'request_id', 'event', 'event.created_at', 'details', 'users.id as user_id'])
    // Prefer the name from the time of the event.
    .select(({ fn }) => fn.coalesce('user_name', 'users.name').as('name'))
    .where('request_id', 'in', requestIds)
    // The mails themselves are the source of these events.
    .where('event', '<>', 'mail_queued')
    .orderBy('event.id', 'desc')
    .limit(maxEvents)
    .execute();
  const lines = events.reverse().map((row) => {
    const line = {
      key: `event ${row.id}`,
      note_id: row.event === 'noted' || row.event === 'note_deleted' ? row.id : null,
      call_id: row.event === 'called' ? row.id : null,
      event: row.event,
      at: row.created_at,
      user: row.name === null ? null : { id: row.user_id, name: row.name },
      request_id: row.request_id,
      details: row.details === null ? null : JSON.parse(row.details),
    };
    // TypeScript can't narrow a union of this size from one object literal.
    return line as LeadEvent;
  });
  // The sort is stable, so events of the same millisecond keep their order.
  return [...lines, ...(await mailEventsOf(database, requestIds, maxEvents))].sort((a, b) => a.at.localeCompare(b.at));
}

/** Open leads with a next step up to this day, the longest overdue first. */
export function dueUpTo(database: Database, day: string, most: number) {
  return selectLiveLeads(database)
    .leftJoin('users', 'users.id', 'demo_requests.owner_id')
    .select(['demo_requests.id', 'demo_requests.name', 'institute_name', 'number', 'next_step', 'next_step_on'])
    .select('users.name as owner')
    .where('stage', 'in', openStages)
    .where('next_step_on', '<=', day)
    .orderBy('next_step_on')
    .orderBy('demo_requests.id')
    .limit(most)
    .execute();
}

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

async function mailEventsOf(database: Database, requestIds: number[], most: number): Promise<LeadEvent[]> {
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
