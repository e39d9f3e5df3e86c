import type { Actor } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import type { Settings } from '#server/settings.server.ts';
import { type AccessMail, mailAccess } from '../../access/mail/data.server.ts';
import { foldedTexts } from '../../form/folded-texts.server.ts';
import { changeLead } from '../lead/changes.server.ts';
import { addEvent, auditLead, holdLead } from '../lead/data.server.ts';
import type { NewLeadForm } from '../lead/form.server.ts';

/** Whom a lead is of. Where only one name is known it stands for both, as in a file that is imported. */
export function personOf({ name, institute_name, number, email }: NewLeadForm) {
  return {
    name: name || institute_name || '',
    institute_name: institute_name || name || '',
    number: number ?? '',
    email: email ?? '',
  };
}

/**
 * Adds a lead that staff write down themselves; its history then tells what they made of it. It is mailed only where
 * they say so, and the bell does not ring: they know of it.
 */
export async function addLead(
  transaction: Database,
  actor: Actor,
  keys: Pick<Settings, 'secret'>,
  form: NewLeadForm,
): Promise<{ id: number; mail: AccessMail | 'none' }> {
  const person = personOf(form);
  const now = new Date().toISOString();
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({ ...person, ...foldedTexts(person), created_at: now, updated_at: now, stage_since: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addEvent(transaction, id, 'added', actor);
  await auditLead(transaction, actor, 'create', id);
  const { status, lost_reason, owner_id, next_step, next_step_on, note } = form;
  const work = { status, lost_reason, owner_id, next_step, next_step_on, note };
  await changeLead(transaction, actor, await holdLead(transaction, id), work);
  return { id, mail: form.send_mail ? await mailAccess(transaction, keys, { id, ...person }) : 'none' };
}
