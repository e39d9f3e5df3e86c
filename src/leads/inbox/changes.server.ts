import { sql } from 'kysely';
import { z } from 'zod';
import {
  chosen,
  dateField,
  line,
  oneOf,
  optionalLine,
  optionalParagraph,
  paragraph,
  versionField,
} from '#api/shapes.ts';
import type { Actor } from '#cms/audit/audit.server.ts';
import { t } from '#i18n/text.ts';
import { queueWebhookEvent } from '#integrations/deliveries.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import { countUse, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { maskTokens } from '#platform/metrics/log.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import { type AccessMail, mailAccess } from '../demo-access/give-access.server.tsx';
import {
  auditLead,
  changeLead,
  checkOwner,
  familyOf,
  findLead,
  type LeadChange,
  type LockedLead,
  leadsOf,
  lockLead,
  lockLeads,
} from '../lead/data.server.ts';
import { countStage } from '../lead/funnel.server.ts';
import { type DetailsOf, type Duplicates, type Lead, resendsADay } from '../lead/schema.ts';
import { leadLimits, type Outcome, type Stage, stages } from '../lead/strings.ts';
import { selectLiveLeads } from '../lead/table.server.ts';
import { foldedTexts, foldInstitute, noNumber, phoneField, readBy, readEmail, readTaka } from '../lead/texts.server.ts';
import { notifyNewRequest } from '../notifications/announce.server.ts';

export const stageField = oneOf(stages);

/** Undefined leaves the field unchanged, null or an empty text clears it. */
function clearable<T>(field: z.ZodType<T>, error?: string | (() => string)) {
  const nothing = z.union([z.null(), z.literal('')]).transform(() => null);
  return z.union([nothing, field], error ? { error } : undefined).optional();
}

const noEmail = t('This is no e-mail address. Write it like name@example.com.');
const email = z.string({ error: 'Write the e-mail address.' }).transform(readBy(readEmail, noEmail));

const noTaka = () => t`Write a whole number of taka, up to ${leadLimits.value}.`;
const taka = z
  .union([z.number(), z.string()])
  .transform((value, context) => readBy(readTaka, noTaka())(String(value), context));

const noTime = t('Write the hour as 15:30.');
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, noTime);

export const leadForm = z.object({
  status: stageField.optional(),
  lost_reason: optionalLine('reason', leadLimits.lostReason),
  owner_id: clearable(chosen('person'), t('Choose a person.')),
  next_step: clearable(line('next step', leadLimits.nextStep)),
  next_step_on: clearable(dateField, t('Choose a date, or write it as 2026-12-05.')),
  next_step_time: clearable(timeOfDay, noTime),
  value: clearable(taka, noTaka),
  note: optionalParagraph('note', leadLimits.note),
  name: line('name', leadLimits.name).optional(),
  institute_name: line('name of the institute', leadLimits.name).optional(),
  number: phoneField.optional(),
  email: email.optional(),
  updated_at: versionField,
});
export type LeadForm = z.output<typeof leadForm>;

/** A given address also replaces the lead's. */
export const resendForm = z.object({ email: email.optional() }).nullish();

export const noteForm = z.object({ note: paragraph('note', leadLimits.note) });
export const changedNoteForm = noteForm.extend({ updated_at: versionField });

/**
 * A lead added by hand needs only a name and a way to reach somebody. Likely duplicates answer 409, unless
 * `add_duplicate` is set.
 */
export const newLeadForm = leadForm
  .pick({ status: true, lost_reason: true, owner_id: true, next_step: true, next_step_on: true, note: true })
  .extend({
    name: optionalLine('name', leadLimits.name),
    institute_name: optionalLine('name of the institute', leadLimits.name),
    number: clearable(phoneField, noNumber),
    email: clearable(email, noEmail),
    send_mail: z.boolean({ error: 'Say with send_mail whether to mail the demo link and password.' }).optional(),
    add_duplicate: z.boolean({ error: 'Say with add_duplicate whether to add it all the same.' }).optional(),
  })
  .superRefine((form, context) => {
    const miss = (field: keyof typeof form, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (!form.name && !form.institute_name) miss('institute_name', t('Write a name or an institute.'));
    if (!form.number && !form.email) miss('number', t('Write a phone number or an e-mail address.'));
    if (form.send_mail && !form.email) miss('email', t('Write the address that the demo link and password go to.'));
  });
export type NewLeadForm = z.output<typeof newLeadForm>;

/** Writes only the fields that differ, each with an entry in the history. */
export async function updateLead(change: LeadChange, form: Omit<LeadForm, 'updated_at'>): Promise<void> {
  const { lead } = change;
  const { status, lost_reason, owner_id, value, note } = form;
  if (status !== undefined) await moveToStage(change, status, lost_reason);
  if (owner_id !== undefined) await assignOwner(change, owner_id);
  const { next_step = lead.next_step, next_step_on = lead.next_step_on } = form;
  // Another day has another hour, also for clients that know of none.
  const { next_step_time: time = next_step_on === lead.next_step_on ? lead.next_step_time : null } = form;
  const step = { next_step, next_step_on, next_step_time: next_step_on && time };
  if (Object.entries(step).some(([name, value]) => value !== lead[name as keyof typeof step]))
    await changeLead(change, step, { name: 'next_step_changed', details: step });
  if (value !== undefined && value !== lead.value) {
    const details = { from: lead.value, to: value };
    await changeLead(change, { value }, { name: 'value_changed', details });
  }
  await correctDetails(change, form);
  if (note) await addNote(change, note);
}

/** @throws {HttpError} 422 if it is lost without a reason */
export async function moveToStage(change: LeadChange, stage: Stage, reason?: string): Promise<void> {
  const { transaction, lead } = change;
  const lost_reason = stage === 'lost' ? reason || lead.lost_reason : null;
  if (stage === 'lost' && !lost_reason) throw invalid({ lost_reason: ['Say why it was lost.'] });
  if (stage === lead.stage && lost_reason === lead.lost_reason) return;
  const since = stage !== lead.stage && { stage_since: new Date().toISOString() };
  const details = { from: lead.stage, to: stage, ...(lost_reason !== null && { reason: lost_reason }) };
  await changeLead(change, { stage, lost_reason, ...since }, { name: 'stage_changed', details });
  await countStage(transaction, lead.id);
  if (stage !== 'lost') await recordFirstCall(change, stage);
  if (stage === lead.stage) return;
  const previous = { previous_status: lead.stage };
  await queueWebhookEvent(transaction, 'lead.stage_changed', lead.id, previous);
  if (stage === 'won') await queueWebhookEvent(transaction, 'lead.won', lead.id, previous);
}

/** A null owner unassigns the lead. @throws {HttpError} 422 if there is no such person */
export async function assignOwner(change: LeadChange, owner_id: number | null): Promise<void> {
  if (owner_id === change.lead.owner_id) return;
  const owner = owner_id === null ? null : await checkOwner(change.transaction, owner_id);
  const details = { to: owner?.name ?? null };
  await changeLead(change, { owner_id }, { name: 'owner_changed', details });
}

type Details = Partial<Pick<LeadForm, 'name' | 'institute_name' | 'number' | 'email'>>;

/** The history keeps the old values, the audit log only the names of the fields. */
async function correctDetails(change: LeadChange, form: Details): Promise<void> {
  const { lead } = change;
  const names = ['name', 'institute_name', 'number', 'email'] as const;
  const changed = names.filter((name) => form[name] !== undefined && form[name] !== lead[name]);
  if (changed.length === 0) return;
  await changeLead(change, Object.fromEntries(changed.map((name) => [name, form[name]])), {
    name: 'details_changed',
    details: { before: Object.fromEntries(changed.map((name) => [name, lead[name]])) },
    audit: { changed },
  });
  await updateSearchText(change.transaction, lead.id);
}

export async function deleteLead(change: LeadChange): Promise<void> {
  await changeLead(change, { deleted_at: new Date().toISOString() }, { name: 'deleted' });
}

/** Mails the access that somebody waited for when they were deleted. */
export async function restoreLead(change: LeadChange, keys: Keys): Promise<void> {
  const { transaction, lead } = change;
  await changeLead(change, { deleted_at: null }, { name: 'restored' });
  if (lead.access_mail === 'waiting' && lead.spam === 0) await mailAccess(transaction, keys, lead);
}

export async function markSpam(change: LeadChange): Promise<void> {
  if (change.lead.spam === 0) await changeLead(change, { spam: 1 }, { name: 'marked_spam' });
}

/** Sends the mail that was held, and notifies staff as of a new request. */
export async function markNotSpam(change: LeadChange, settings: Keys & Pick<Settings, 'publicUrl'>): Promise<void> {
  const { transaction, lead } = change;
  if (lead.spam === 0) return;
  await transaction.updateTable('demo_requests').set({ spam: 0 }).where('id', '=', lead.id).execute();
  await notifyNewRequest(transaction, lead.id, settings.publicUrl);
  // Leads added by staff or imported get no access mail.
  if (lead.access_mail === 'waiting' || lead.access_mail === 'held') await mailAccess(transaction, settings, lead);
  await changeLead(change, {}, { name: 'marked_not_spam' });
}

/**
 * Mails link and password again; a given address is saved to the lead first.
 * @throws {HttpError} 422 without an address, 409 for spam, 429 over the daily limit
 */
export async function resendLeadMail(change: LeadChange, keys: Keys, email = change.lead.email): Promise<AccessMail> {
  const { transaction, lead } = change;
  if (email === '') throw invalid({ email: ['This lead has no e-mail address.'] });
  if (lead.spam === 1) throw new HttpError(409, 'This lead is marked as spam. Mark it as not spam first.');
  const limit = { most: resendsADay, seconds: 86_400 };
  const wait = await countUse(transaction, limitKey(keys, 'lead-resend', String(lead.id)), limit);
  if (wait > 0) throw new HttpError(429, t`This lead was mailed ${resendsADay} times today.`, { retryAfter: wait });
  await correctDetails(change, { email });
  const mail = await mailAccess(transaction, keys, { ...lead, email });
  await changeLead(change, {}, { name: 'mail_resent' });
  return mail;
}

export async function addCall(change: LeadChange, outcome: Outcome): Promise<void> {
  await changeLead(change, {}, { name: 'called', details: { outcome }, audit: { outcome } });
  await recordFirstCall(change);
}

/** For calls that were logged by mistake; the audit log keeps a record. @throws {HttpError} 404 */
export async function deleteCall(change: LeadChange, callId: number): Promise<void> {
  const { transaction, actor, lead } = change;
  const deletion = transaction
    .deleteFrom('demo_request_events')
    .where('id', '=', callId)
    .where('request_id', '=', lead.id)
    .where('event', '=', 'called')
    .returning('id');
  if (!(await hasRow(deletion))) throw notFound(t('There is no such call.'));
  await recordFirstCall(change);
  await auditLead(transaction, actor, 'delete_call', lead.id);
}

/**
 * Stores the minutes until the first call: the first stage after `new`, or a logged call. Cleared if both are undone.
 * Imported leads have no such time.
 */
async function recordFirstCall({ transaction, lead }: LeadChange, stage = lead.stage): Promise<void> {
  const calls = transaction
    .selectFrom('demo_request_events')
    .select('id')
    .where('request_id', '=', lead.id)
    .where('event', '=', 'called')
    .limit(1);
  const isCalled = lead.origin !== 'imported' && (stage !== 'new' || (await hasRow(calls)));
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(lead.created_at)) / 60_000));
  const called_after = isCalled ? (lead.called_after ?? minutes) : null;
  if (called_after === lead.called_after) return;
  await transaction.updateTable('demo_requests').set({ called_after }).where('id', '=', lead.id).execute();
}

export async function addNote(change: LeadChange, note: string): Promise<void> {
  await changeLead(change, {}, { name: 'noted', details: { note } });
}

/**
 * Also restores a deleted note. `updated_at` is the `changed_at` (or else `created_at`) that the client read.
 * @throws {HttpError} 404, or 409 if the note was changed since
 */
export async function changeNote(
  change: LeadChange,
  noteId: number,
  { note, updated_at: version }: { note: string; updated_at?: string | undefined },
): Promise<void> {
  const row = await lockNote(change, noteId);
  const { note: before, changed_at = row.created_at } = row.details;
  if (version !== undefined && version !== changed_at)
    throw new HttpError(409, 'Somebody else changed this note after you opened it. Nothing was saved.');
  if (note === before) return;
  await writeNote(change, noteId, before === undefined ? 'restore_note' : 'change_note', { note });
}

/** The text is removed for good; the entry stays in the history. @throws {HttpError} 404 */
export async function deleteNote(change: LeadChange, noteId: number): Promise<void> {
  const { event } = await lockNote(change, noteId);
  if (event === 'note_deleted') throw notFound(noSuchNote);
  await writeNote(change, noteId, 'delete_note', {});
}

const noSuchNote = t('There is no such note.');

async function lockNote({ transaction, lead }: LeadChange, noteId: number) {
  const row = await transaction
    .selectFrom('demo_request_events')
    .select(['event', 'created_at', 'details'])
    .where('id', '=', noteId)
    .where('request_id', '=', lead.id)
    .where('event', 'in', ['noted', 'note_deleted'])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound(noSuchNote);
  const details: DetailsOf<'noted'> = JSON.parse(row.details ?? '{}');
  return { ...row, details };
}

async function writeNote(
  { transaction, actor, lead }: LeadChange,
  noteId: number,
  action: 'change_note' | 'restore_note' | 'delete_note',
  text: { note?: string },
): Promise<void> {
  const details = { ...text, changed_at: new Date().toISOString(), changed_by: actor.user.name };
  await transaction
    .updateTable('demo_request_events')
    .set({ event: action === 'delete_note' ? 'note_deleted' : 'noted', details: maskTokens(JSON.stringify(details)) })
    .where('id', '=', noteId)
    .execute();
  await auditLead(transaction, actor, action, lead.id, { after: { note_id: noteId } });
}

/** Per way to be a duplicate, without the lead itself. */
const maxDuplicates = 20;

/**
 * Likely duplicates by number, then email address, then institute; each lead once, by the strongest match.
 * @throws {HttpError} 404
 */
export async function duplicatesOf(database: Database, id: number): Promise<Duplicates> {
  const found = await findDuplicates(database, await findLead(database, id));
  return found.filter(({ lead }) => lead.id !== id);
}

export async function findDuplicates(
  database: Database,
  lead: Pick<Lead, 'number' | 'email' | 'institute_name'>,
): Promise<Duplicates> {
  const institute_folded = foldInstitute(lead.institute_name);
  const others = () =>
    selectLiveLeads(database)
      .select('id')
      .orderBy('id', 'desc')
      .limit(maxDuplicates + 1);
  const ways = {
    number: lead.number && others().where('number', '=', lead.number),
    email: lead.email && others().where(sql<boolean>`lower(email) = ${lead.email.toLowerCase()}`),
    institute: institute_folded && others().where('institute_folded', '=', institute_folded),
  };
  const by = new Map<number, keyof typeof ways>();
  for (const way of ['number', 'email', 'institute'] as const) {
    const query = ways[way];
    for (const row of query ? await query.execute() : []) if (!by.has(row.id)) by.set(row.id, way);
  }
  const leads = await leadsOf(database, [...by.keys()]);
  return leads.map((each) => ({ by: by.get(each.id) ?? 'institute', lead: each }));
}

/**
 * Merged leads leave the lists; their history is shown with the target's, and a search for their texts finds the
 * target.
 * @throws {HttpError} 404, or 422 for leads that can't be merged
 */
export async function mergeLeads(transaction: Database, actor: Actor, id: number, ids: number[]): Promise<void> {
  const rows = await lockLeads(transaction, [id, ...ids]);
  const target = await lockLead(transaction, id);
  if (target.merged_into_id !== null) throw invalid({ ids: ['This lead was itself merged into another one.'] });
  if (ids.includes(id)) throw invalid({ ids: ['A lead can’t be merged into itself.'] });
  const isFree = (row: LockedLead) => row.id !== id && row.deleted_at === null && row.merged_into_id === null;
  if (rows.filter(isFree).length < ids.length)
    throw invalid({ ids: ['One of these leads is not there any more. Load the list again.'] });
  await setMergedInto({ transaction, actor, lead: target }, ids, id);
}

/** Each keeps what was merged into it before. @throws {HttpError} 404, 422 */
export async function unmergeLeads(transaction: Database, actor: Actor, id: number, ids: number[]): Promise<void> {
  const rows = await lockLeads(transaction, [id, ...ids]);
  const target = await lockLead(transaction, id);
  if (rows.filter((row) => row.merged_into_id === id).length < ids.length)
    throw invalid({ ids: ['One of these leads is not merged into this one any more.'] });
  await setMergedInto({ transaction, actor, lead: target }, ids, null);
}

async function updateSearchText(transaction: Database, id: number): Promise<void> {
  const family = await transaction
    .selectFrom('demo_requests')
    .select(['id', 'name', 'institute_name', 'number', 'email'])
    .where('id', 'in', await familyOf(transaction, [id]))
    .orderBy('id')
    .execute();
  const own = family.find((row) => row.id === id);
  if (!own) return;
  const others = family.filter((row) => row !== own);
  const search_text = [own, ...others].map((row) => foldedTexts(row).search_text).join('');
  const { institute_folded } = foldedTexts(own);
  await transaction.updateTable('demo_requests').set({ search_text, institute_folded }).where('id', '=', id).execute();
}

async function setMergedInto(change: LeadChange, ids: number[], into: number | null): Promise<void> {
  await change.transaction
    .updateTable('demo_requests')
    .set({ merged_into_id: into, updated_at: new Date().toISOString() })
    .where('id', 'in', ids)
    .execute();
  await updateSearchText(change.transaction, change.lead.id);
  await changeLead(change, {}, { name: into === null ? 'unmerged' : 'merged', details: { ids }, audit: { ids } });
}
