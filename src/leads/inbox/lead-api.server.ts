import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { someChosen } from '#api/fields/choices.ts';
import { actorOf } from '#cms/audit/audit.server.ts';
import {
  bodyLimits,
  conflictSchema,
  dataSchema,
  deletedSchema,
  errors,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { leadCalls } from '#paths.ts';
import { idOf, readId } from '#platform/http/public-calls.server.ts';
import type { AccessMail } from '../demo-access/give-access.server.tsx';
import { findLeadOwners, findWholeLead, lockLead, noSuchLead } from '../lead/data.server.ts';
import { leadLimits } from '../lead/limits.ts';
import { duplicatesSchema, ownersSchema, staleLead, wholeLeadSchema } from '../lead/schema.ts';
import { changeOne } from './change-one.server.ts';
import {
  addNote,
  changeNote,
  deleteLead,
  deleteNote,
  markNotSpam,
  markSpam,
  noSuchNote,
  resendMail,
  restoreLead,
  updateLead,
} from './changes.server.ts';
import { changedNoteForm, leadForm, noteForm, resendForm } from './forms.server.ts';
import { duplicatesOf, mergeLeads, unmergeLeads } from './merging.server.ts';

const tags = [leadCalls.list];
const bodyLimit = bodyLimits.text;
const leadResponse = writtenSchema(wholeLeadSchema);
const change = { tags, response: { 200: leadResponse, ...errors(401, 404) } };
const noteParams = z.object({ id: z.string(), note: z.string() });
const chosenLeads = z.object({ ids: someChosen('lead', leadLimits.merge) });

const resendMessages: Record<AccessMail, string> = {
  queued: 'The demo link and password are on their way',
  waiting: 'Nothing was sent: there is no demo access yet. The mail goes out as soon as one is saved.',
};

const waitsInOutbox = 'Nothing was sent: mail is not set up here. The mail waits in the Outbox.';

export function leadApi({ database, settings }: AppContext, scope: FastifyInstance): void {
  const calls = scope.withTypeProvider<ZodTypeProvider>();

  calls.get(
    leadCalls.owners,
    { schema: { summary: 'List who may own leads', tags, response: { 200: ownersSchema, ...errors(401) } } },
    () => findLeadOwners(database),
  );

  calls.get(
    leadCalls.one,
    { schema: { summary: 'Get a lead', tags, response: { 200: dataSchema(wholeLeadSchema), ...errors(401, 404) } } },
    async (request) => ({ data: await findWholeLead(database, idOf(request, noSuchLead)) }),
  );

  calls.put(
    leadCalls.one,
    {
      bodyLimit,
      schema: {
        summary: 'Update a lead',
        tags,
        body: leadForm,
        response: { 200: leadResponse, 409: conflictSchema(wholeLeadSchema), ...errors(401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { updated_at, ...form } = request.body;
      let isStale = false;
      const data = await changeOne(database, request, async (transaction, actor, row) => {
        isStale = updated_at !== undefined && updated_at !== row.updated_at;
        if (!isStale) await updateLead(transaction, actor, row, form);
      });
      if (isStale) return reply.code(409).send({ data, message: staleLead });
      return { data, message: 'Lead updated successfully' };
    },
  );

  calls.delete(
    leadCalls.one,
    { schema: { summary: 'Delete a lead', tags, response: { 200: deletedSchema, ...errors(401, 404) } } },
    async (request) => {
      const id = idOf(request, noSuchLead);
      await database.transaction().execute(async (transaction) => {
        await deleteLead(transaction, actorOf(request), await lockLead(transaction, id));
      });
      return { data: { id }, message: 'Lead deleted successfully' };
    },
  );

  calls.post(leadCalls.restore, { schema: { ...change, summary: 'Restore a lead' } }, async (request) => {
    return { data: await changeOne(database, request, restoreLead, 'deleted'), message: 'Lead restored successfully' };
  });

  calls.post(leadCalls.spam, { schema: { ...change, summary: 'Mark a lead as spam' } }, async (request) => {
    return { data: await changeOne(database, request, markSpam), message: 'Marked as spam' };
  });

  calls.post(leadCalls.notSpam, { schema: { ...change, summary: 'Mark a lead as no spam' } }, async (request) => {
    const data = await changeOne(database, request, (transaction, actor, row) =>
      markNotSpam(transaction, actor, row, settings),
    );
    return { data, message: 'Marked as not spam' };
  });

  calls.post(
    leadCalls.resend,
    {
      schema: {
        summary: 'Resend the demo mail',
        tags,
        body: resendForm,
        response: { 200: leadResponse, ...errors(401, 404, 409, 422) },
      },
    },
    async (request) => {
      const { email } = request.body ?? {};
      let mail = 'waiting' as AccessMail;
      const data = await changeOne(database, request, async (transaction, actor, row) => {
        mail = await resendMail(transaction, actor, row, { keys: settings, email });
      });
      return { data, message: settings.mail.server || mail !== 'queued' ? resendMessages[mail] : waitsInOutbox };
    },
  );

  calls.post(
    leadCalls.notes,
    {
      bodyLimit,
      schema: {
        summary: 'Add a note',
        tags,
        body: noteForm,
        response: { 201: leadResponse, ...errors(401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { note } = request.body;
      const data = await changeOne(database, request, (transaction, actor, lead) =>
        addNote(transaction, actor, lead, note),
      );
      return reply.code(201).send({ data, message: 'Note added' });
    },
  );

  calls.put(
    leadCalls.note,
    {
      bodyLimit,
      schema: {
        summary: 'Update a note',
        tags,
        params: noteParams,
        body: changedNoteForm,
        response: { 200: leadResponse, ...errors(401, 404, 409, 422) },
      },
    },
    async (request) => {
      const noteId = readId(request.params.note, noSuchNote);
      const { note, updated_at: version } = request.body;
      const data = await changeOne(database, request, (transaction, actor, { id }) =>
        changeNote(transaction, actor, id, noteId, { note, version }),
      );
      return { data, message: 'Note updated successfully' };
    },
  );

  calls.delete(
    leadCalls.note,
    { schema: { summary: 'Delete a note', ...change, params: noteParams } },
    async (request) => {
      const noteId = readId(request.params.note, noSuchNote);
      const data = await changeOne(database, request, (transaction, actor, { id }) =>
        deleteNote(transaction, actor, id, noteId),
      );
      return { data, message: 'Note deleted successfully' };
    },
  );

  calls.get(
    leadCalls.duplicates,
    {
      schema: { summary: 'List duplicates of a lead', tags, response: { 200: duplicatesSchema, ...errors(401, 404) } },
    },
    async (request) => ({ data: await duplicatesOf(database, idOf(request, noSuchLead)) }),
  );

  const ways = [
    { path: leadCalls.merge, summary: 'Merge leads', work: mergeLeads, done: 'merged' },
    { path: leadCalls.unmerge, summary: 'Take merged leads apart', work: unmergeLeads, done: 'taken apart again' },
  ];
  for (const { path, summary, work, done } of ways) {
    calls.post(
      path,
      {
        bodyLimit,
        schema: { summary, tags, body: chosenLeads, response: { 200: leadResponse, ...errors(401, 404, 422) } },
      },
      async (request) => {
        const id = idOf(request, noSuchLead);
        const { ids } = request.body;
        // Both lock the lead itself as well, in the order of ids.
        const data = await database.transaction().execute(async (transaction) => {
          await work(transaction, actorOf(request), id, ids);
          return findWholeLead(transaction, id);
        });
        return { data, message: `${ids.length === 1 ? '1 lead' : `${ids.length} leads`} ${done}` };
      },
    );
  }
}
