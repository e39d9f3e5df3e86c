import type { FastifyInstance } from 'fastify';
import { leadCalls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { bodyLimits, errors, writtenOnWire } from '#server/lists/answers.server.ts';
import { idOf, readId } from '#server/public-calls.server.ts';
import { type WholeLead, wholeLeadOnWire } from '../../schema.ts';
import { findWholeLead, holdLead, noSuchLead } from '../data.server.ts';
import { changedNoteForm, noteForm } from '../form.server.ts';
import { addNote, changeNote, deleteNote, noSuchNote } from './data.server.ts';

type ById = { Params: { id: string } };
type ByNote = { Params: { id: string; note: string } };

const tags = [leadCalls.list];
const written = writtenOnWire(wholeLeadOnWire);

/** What staff write down about a lead. */
export function notesApi({ database }: Foundations, scope: FastifyInstance): void {
  scope.post<ById>(
    leadCalls.notes,
    {
      bodyLimit: bodyLimits.text,
      schema: { tags, body: noteForm, response: { 201: written, ...errors(401, 404, 422) } },
    },
    async (request, reply) => {
      const id = idOf(request, noSuchLead);
      const { note } = request.body as { note: string };
      const data = await change(id, (transaction) => addNote(transaction, actorOf(request), id, note));
      return reply.code(201).send({ data, message: 'Note added' });
    },
  );

  scope.put<ByNote>(
    leadCalls.note,
    {
      bodyLimit: bodyLimits.text,
      schema: { tags, body: changedNoteForm, response: { 200: written, ...errors(401, 404, 409, 422) } },
    },
    async (request) => {
      const [id, noteId] = [idOf(request, noSuchLead), readId(request.params.note, noSuchNote)];
      const { note, updated_at: version } = request.body as { note: string; updated_at?: string };
      const text = { note, version };
      const data = await change(id, (transaction) => changeNote(transaction, actorOf(request), id, noteId, text));
      return { data, message: 'Note updated successfully' };
    },
  );

  scope.delete<ByNote>(
    leadCalls.note,
    { schema: { tags, response: { 200: written, ...errors(401, 404) } } },
    async (request) => {
      const [id, noteId] = [idOf(request, noSuchLead), readId(request.params.note, noSuchNote)];
      const data = await change(id, (transaction) => deleteNote(transaction, actorOf(request), id, noteId));
      return { data, message: 'Note deleted successfully' };
    },
  );

  function change(id: number, work: (transaction: Database) => Promise<void>): Promise<WholeLead> {
    return database.transaction().execute(async (transaction) => {
      await holdLead(transaction, id);
      await work(transaction);
      return findWholeLead(transaction, id);
    });
  }
}
