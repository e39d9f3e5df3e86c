import type { Actor } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid } from '#server/errors.server.ts';
import { countStages } from '../../funnel/steps/data.server.ts';
import type { Stage } from '../../lead-words.ts';
import { refreshFoundTexts } from '../merging/data.server.ts';
import { addEvent, auditLead, checkOwner, type HeldLead, type LeadColumns, writeLead } from './data.server.ts';
import type { LeadForm } from './form.server.ts';
import { addNote } from './notes/data.server.ts';

/** Applies an edit to a lead that is held: what differs is written, each change with its line in the history. */
export async function changeLead(
  transaction: Database,
  actor: Actor,
  row: HeldLead,
  form: Omit<LeadForm, 'updated_at'>,
): Promise<void> {
  const { status, lost_reason, owner_id, next_step, next_step_on, note, ...details } = form;
  if (status !== undefined) await moveToStage(transaction, actor, row, status, lost_reason);
  if (owner_id !== undefined) await giveTo(transaction, actor, row, owner_id);
  await planNextStep(transaction, actor, row, { next_step, next_step_on });
  await correctDetails(transaction, actor, row, details);
  if (note) await addNote(transaction, actor, row.id, note);
}

/** @throws {Refusal} 422 where it is lost and nobody says why */
export async function moveToStage(
  transaction: Database,
  actor: Actor,
  row: HeldLead,
  stage: Stage,
  reason?: string,
): Promise<void> {
  const lostReason = stage === 'lost' ? reason || row.lost_reason : null;
  if (stage === 'lost' && !lostReason) throw invalid({ lost_reason: ['Say why it was lost.'] });
  if (stage === row.stage && lostReason === row.lost_reason) return;
  const since = stage === row.stage ? {} : { stage_since: new Date().toISOString() };
  await writeLead(transaction, row, { stage, lost_reason: lostReason, ...since });
  const reasonOfEvent = lostReason === null ? {} : { reason: lostReason };
  await countStages(transaction, [row.id]);
  await addEvent(transaction, row.id, 'stage_changed', actor, { from: row.stage, to: stage, ...reasonOfEvent });
  await auditLead(transaction, actor, 'stage', row.id, { before: { stage: row.stage }, after: { stage } });
}

/** Null: nobody's. @throws {Refusal} 422 for a person who is not there */
export async function giveTo(
  transaction: Database,
  actor: Actor,
  row: HeldLead,
  ownerId: number | null,
): Promise<void> {
  if (ownerId === row.owner_id) return;
  const owner = ownerId === null ? null : await checkOwner(transaction, ownerId);
  await writeLead(transaction, row, { owner_id: ownerId });
  await addEvent(transaction, row.id, 'owner_changed', actor, { to: owner?.name ?? null });
  await auditLead(transaction, actor, 'owner', row.id, {
    before: { owner_id: row.owner_id },
    after: { owner_id: ownerId },
  });
}

type NextStep = Pick<LeadForm, 'next_step' | 'next_step_on'>;

async function planNextStep(transaction: Database, actor: Actor, row: HeldLead, asked: NextStep): Promise<void> {
  const { next_step = row.next_step, next_step_on = row.next_step_on } = asked;
  if (next_step === row.next_step && next_step_on === row.next_step_on) return;
  await writeLead(transaction, row, { next_step, next_step_on });
  await addEvent(transaction, row.id, 'next_step_changed', actor, { next_step, next_step_on });
  await auditLead(transaction, actor, 'next_step', row.id, {
    before: { next_step_on: row.next_step_on },
    after: { next_step_on },
  });
}

type Details = Partial<Pick<LeadForm, 'name' | 'institute_name' | 'number' | 'email'>>;

/** The history keeps what stood there before; the audit only which of them changed. */
async function correctDetails(transaction: Database, actor: Actor, row: HeldLead, asked: Details): Promise<void> {
  const names = ['name', 'institute_name', 'number', 'email'] as const;
  const changed = names.filter((name) => asked[name] !== undefined && asked[name] !== row[name]);
  if (changed.length === 0) return;
  const columns: LeadColumns = Object.fromEntries(changed.map((name) => [name, asked[name]]));
  await writeLead(transaction, row, columns);
  await refreshFoundTexts(transaction, row.id);
  const before = Object.fromEntries(changed.map((name) => [name, row[name]]));
  await addEvent(transaction, row.id, 'details_changed', actor, { before });
  await auditLead(transaction, actor, 'details', row.id, { after: { changed } });
}
