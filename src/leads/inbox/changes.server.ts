import { t } from '#i18n/text.ts';
import { tellWebhooks } from '#integrations/events.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { HttpError, invalid, notFound } from '#platform/errors.server.ts';
import { countUse, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { maskTokens } from '#platform/metrics/log.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import { type AccessMail, mailAccess } from '../demo-access/give-access.server.tsx';
import { auditLead, changeLead, checkOwner, type LeadChange } from '../lead/data.server.ts';
import { countStage } from '../lead/funnel.server.ts';
import { type DetailsOf, resendsADay } from '../lead/schema.ts';
import type { Outcome, Stage } from '../lead/strings.ts';
import { notifyNewRequest } from '../notifications/announce.server.ts';
import type { LeadForm } from './forms.server.ts';
import { updateSearchText } from './merging.server.ts';

/** Writes only the fields that differ, each with an entry in the history. */
export async function updateLead(change: LeadChange, form: Omit<LeadForm, 'updated_at'>): Promise<void> {
  const { lead } = change;
  const { status, lost_reason, owner_id, value, note } = form;
  if (status !== undefined) await moveToStage(change, status, lost_reason);
  if (owner_id !== undefined) await assignOwner(change, owner_id);
  const { next_step = lead.next_step, next_step_on = lead.next_step_on } = form;
  if (next_step !== lead.next_step || next_step_on !== lead.next_step_on) {
    const step = { next_step, next_step_on };
    await changeLead(change, step, { name: 'next_step_changed', details: step });
  }
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
  await tellWebhooks(transaction, 'lead.stage_changed', lead.id, previous);
  if (stage === 'won') await tellWebhooks(transaction, 'lead.won', lead.id, previous);
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
  // Who was added or imported was promised nothing.
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
  const isCalled = lead.origin !== 'imported' && (stage !== 'new' || (await hasCall(transaction, lead.id)));
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(lead.created_at)) / 60_000));
  const called_after = isCalled ? (lead.called_after ?? minutes) : null;
  if (called_after === lead.called_after) return;
  await transaction.updateTable('demo_requests').set({ called_after }).where('id', '=', lead.id).execute();
}

function hasCall(transaction: Database, id: number): Promise<boolean> {
  return hasRow(
    transaction
      .selectFrom('demo_request_events')
      .select('id')
      .where('request_id', '=', id)
      .where('event', '=', 'called')
      .limit(1),
  );
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
