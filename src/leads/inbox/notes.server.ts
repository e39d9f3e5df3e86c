import type { Actor } from '#cms/audit/audit.server.ts';
import { isPostgres } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, notFound } from '#platform/errors.server.ts';
import { auditLead } from '../lead/data.server.ts';
import type { DetailsOf } from '../lead/schema.ts';
import { addEvent } from '../lead/table.server.ts';

export const noSuchNote = 'There is no such note.';

export async function addNote(transaction: Database, actor: Actor, id: number, note: string): Promise<void> {
  await addEvent(transaction, id, 'noted', actor, { note });
  await auditLead(transaction, actor, 'note', id);
}

/**
 * Also restores a deleted note. `version` is the `changed_at` (or else `created_at`) that the client read.
 * @throws {HttpError} 404, or 409 if the note was changed since
 */
export async function changeNote(
  transaction: Database,
  actor: Actor,
  leadId: number,
  noteId: number,
  { note, version }: { note: string; version: string | undefined },
): Promise<void> {
  const row = await lockNote(transaction, leadId, noteId);
  const { note: before, changed_at = row.created_at } = row.details;
  if (version !== undefined && version !== changed_at)
    throw new HttpError(409, 'Somebody else changed this note after you opened it. Nothing was saved.');
  if (note === before) return;
  await writeNote(transaction, actor, noteId, 'noted', { note });
  const action = before === undefined ? 'restore_note' : 'change_note';
  await auditLead(transaction, actor, action, leadId, { after: { note_id: noteId } });
}

/** The text is removed for good; the entry stays in the history. @throws {HttpError} 404 */
export async function deleteNote(transaction: Database, actor: Actor, leadId: number, noteId: number): Promise<void> {
  const { event } = await lockNote(transaction, leadId, noteId);
  if (event === 'note_deleted') throw notFound(noSuchNote);
  await writeNote(transaction, actor, noteId, 'note_deleted', {});
  await auditLead(transaction, actor, 'delete_note', leadId, { after: { note_id: noteId } });
}

async function lockNote(transaction: Database, leadId: number, noteId: number) {
  const row = await transaction
    .selectFrom('demo_request_events')
    .select(['event', 'created_at', 'details'])
    .where('id', '=', noteId)
    .where('request_id', '=', leadId)
    .where('event', 'in', ['noted', 'note_deleted'])
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw notFound(noSuchNote);
  const details: DetailsOf<'noted'> = JSON.parse(row.details ?? '{}');
  return { ...row, details };
}

async function writeNote(
  transaction: Database,
  { user }: Actor,
  noteId: number,
  event: 'noted' | 'note_deleted',
  text: { note?: string },
): Promise<void> {
  const { name } = await transaction
    .selectFrom('users')
    .select('name')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const details: DetailsOf<'noted'> = { ...text, changed_at: new Date().toISOString(), changed_by: name };
  await transaction
    .updateTable('demo_request_events')
    .set({ event, details: JSON.stringify(details) })
    .where('id', '=', noteId)
    .execute();
}
