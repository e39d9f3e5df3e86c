import type { Actor } from '#cms/audit/audit.server.ts';
import { tellWebhooks } from '#integrations/events.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { countUse, limitKey } from '#platform/http/limits.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import {
  type AccessMail,
  releaseHeldMail as mailAsNotSpam,
  resendDemoMail,
} from '../demo-access/give-access.server.tsx';
import { auditLead, checkOwner, type LockedLead, writeLead } from '../lead/data.server.ts';
import { recordFirstCall } from '../lead/first-call.server.ts';
import { countStages } from '../lead/funnel.server.ts';
import { resendsADay } from '../lead/schema.ts';
import type { Stage } from '../lead/strings.ts';
import { addEvent } from '../lead/table.server.ts';
import type { LeadForm } from './forms.server.ts';
import { updateSearchText } from './merging.server.ts';
import { addNote } from './notes.server.ts';

/** Writes only the fields that differ, each with an entry in the history. */
export async function changeLead(
  transaction: Database,
  actor: Actor,
  row: LockedLead,
  form: Omit<LeadForm, 'updated_at'>,
): Promise<void> {
  const { status, lost_reason, owner_id, next_step, next_step_on, value, note, ...details } = form;
  if (status !== undefined) await moveToStage(transaction, actor, row, status, lost_reason);
  if (owner_id !== undefined) await assignOwner(transaction, actor, row, owner_id);
  await planNextStep(transaction, actor, row, { next_step, next_step_on });
  if (value !== undefined) await setValue(transaction, actor, row, value);
  await correctDetails(transaction, actor, row, details);
  if (note) await addNote(transaction, actor, row.id, note);
}

/** @throws {HttpError} 422 if it is lost without a reason */
export async function moveToStage(
  transaction: Database,
  actor: Actor,
  row: LockedLead,
  stage: Stage,
  reason?: string,
): Promise<void> {
  const lostReason = stage === 'lost' ? reason || row.lost_reason : null;
  if (stage === 'lost' && !lostReason) throw invalid({ lost_reason: ['Say why it was lost.'] });
  if (stage === row.stage && lostReason === row.lost_reason) return;
  const since = stage === row.stage ? {} : { stage_since: new Date().toISOString() };
  await writeLead(transaction, row, { stage, lost_reason: lostReason, ...since });
  await countStages(transaction, [row.id]);
  if (stage !== 'lost') await recordFirstCall(transaction, row, stage);
  const why = lostReason === null ? {} : { reason: lostReason };
  await addEvent(transaction, row.id, 'stage_changed', actor, { from: row.stage, to: stage, ...why });
  if (stage !== row.stage) {
    await tellWebhooks(transaction, 'lead.stage_changed', row.id, { previous_status: row.stage });
    if (stage === 'won') await tellWebhooks(transaction, 'lead.won', row.id, { previous_status: row.stage });
  }
  await auditLead(transaction, actor, 'stage', row.id, { before: { stage: row.stage }, after: { stage } });
}

/** A null owner unassigns the lead. @throws {HttpError} 422 if there is no such person */
export async function assignOwner(
  transaction: Database,
  actor: Actor,
  row: LockedLead,
  ownerId: number | null,
): Promise<void> {
  if (ownerId === row.owner_id) return;
  const owner = ownerId === null ? null : await checkOwner(transaction, ownerId);
  await writeLead(transaction, row, { owner_id: ownerId });
  await addEvent(transaction, row.id, 'owner_changed', actor, { to: owner?.name ?? null });
  const change = { before: { owner_id: row.owner_id }, after: { owner_id: ownerId } };
  await auditLead(transaction, actor, 'owner', row.id, change);
}

type NextStep = Pick<LeadForm, 'next_step' | 'next_step_on'>;

async function planNextStep(transaction: Database, actor: Actor, row: LockedLead, changes: NextStep): Promise<void> {
  const { next_step = row.next_step, next_step_on = row.next_step_on } = changes;
  if (next_step === row.next_step && next_step_on === row.next_step_on) return;
  await writeLead(transaction, row, { next_step, next_step_on });
  await addEvent(transaction, row.id, 'next_step_changed', actor, { next_step, next_step_on });
  const change = { before: { next_step_on: row.next_step_on }, after: { next_step_on } };
  await auditLead(transaction, actor, 'next_step', row.id, change);
}

async function setValue(transaction: Database, actor: Actor, row: LockedLead, value: number | null): Promise<void> {
  if (value === row.value) return;
  await writeLead(transaction, row, { value });
  await addEvent(transaction, row.id, 'value_changed', actor, { from: row.value, to: value });
  await auditLead(transaction, actor, 'value', row.id, { before: { value: row.value }, after: { value } });
}

type Details = Partial<Pick<LeadForm, 'name' | 'institute_name' | 'number' | 'email'>>;

/** The history keeps the old values, the audit log only the names of the fields. */
async function correctDetails(transaction: Database, actor: Actor, row: LockedLead, changes: Details): Promise<void> {
  const names = ['name', 'institute_name', 'number', 'email'] as const;
  const changed = names.filter((name) => changes[name] !== undefined && changes[name] !== row[name]);
  if (changed.length === 0) return;
  await writeLead(transaction, row, Object.fromEntries(changed.map((name) => [name, changes[name]])));
  await updateSearchText(transaction, row.id);
  const before = Object.fromEntries(changed.map((name) => [name, row[name]]));
  await addEvent(transaction, row.id, 'details_changed', actor, { before });
  await auditLead(transaction, actor, 'details', row.id, { after: { changed } });
}

type Keys = Pick<Settings, 'secret'>;

export async function deleteLead(transaction: Database, actor: Actor, row: LockedLead): Promise<void> {
  await writeLead(transaction, row, { deleted_at: new Date().toISOString() });
  await addEvent(transaction, row.id, 'deleted', actor);
  await auditLead(transaction, actor, 'delete', row.id);
}

export async function restoreLead(transaction: Database, actor: Actor, row: LockedLead): Promise<void> {
  await writeLead(transaction, row, { deleted_at: null });
  await addEvent(transaction, row.id, 'restored', actor);
  await auditLead(transaction, actor, 'restore', row.id);
}

export async function markSpam(transaction: Database, actor: Actor, row: LockedLead): Promise<void> {
  if (row.spam === 1) return;
  await writeLead(transaction, row, { spam: 1 });
  await addEvent(transaction, row.id, 'marked_spam', actor);
  await auditLead(transaction, actor, 'spam', row.id);
}

/** Sends the mail that was held, and notifies staff as of a new request. */
export async function markNotSpam(
  transaction: Database,
  actor: Actor,
  row: LockedLead,
  settings: Keys & Pick<Settings, 'publicUrl'>,
): Promise<void> {
  if (row.spam === 0) return;
  await mailAsNotSpam(transaction, settings, row.id);
  await addEvent(transaction, row.id, 'marked_not_spam', actor);
  await auditLead(transaction, actor, 'not_spam', row.id);
}

/**
 * Mails link and password again; a given address is saved to the lead first.
 * @throws {HttpError} 422 without an address, 409 for spam, 429 over the daily limit
 */
export async function resendMail(
  transaction: Database,
  actor: Actor,
  row: LockedLead,
  { keys, email = row.email }: { keys: Keys; email?: string | undefined },
): Promise<AccessMail> {
  if (email === '') throw invalid({ email: ['This lead has no e-mail address.'] });
  if (row.spam === 1) throw new HttpError(409, 'This lead is marked as spam. Mark it as not spam first.');
  const limit = { most: resendsADay, seconds: 86_400 };
  const wait = await countUse(transaction, limitKey(keys, 'lead-resend', String(row.id)), limit);
  if (wait > 0) throw new HttpError(429, `This lead was mailed ${resendsADay} times today.`, { retryAfter: wait });
  await correctDetails(transaction, actor, row, { email });
  const mail = await resendDemoMail(transaction, keys, row.id);
  await addEvent(transaction, row.id, 'mail_resent', actor);
  await auditLead(transaction, actor, 'resend', row.id);
  return mail;
}
