import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { someChosen } from '#api/fields/choices.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import {
  bodyLimits,
  conflictSchema,
  dataSchema,
  deletedSchema,
  errors,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import { createOnce, creationOf, noteCreation } from '#cms/collections/create-once.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { tellWebhooks } from '#integrations/events.server.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Http } from '#platform/http/create.server.ts';
import { idOf, readId } from '#platform/http/public-calls.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { type AccessMail, mailAccess } from '../demo-access/give-access.server.tsx';
import {
  changeLead,
  findLeadOwners,
  findWholeLead,
  type LockedLead,
  lockLead,
  noSuchLead,
} from '../lead/data.server.ts';
import { leadLimits } from '../lead/limits.ts';
import {
  duplicatesSchema,
  likelyDuplicatesSchema,
  ownersSchema,
  staleLead,
  type WholeLead,
  wholeLeadSchema,
} from '../lead/schema.ts';
import { outcomes } from '../lead/strings.ts';
import { foldedTexts } from '../lead/texts.server.ts';
import { messagesFor, nameOfTemplate } from '../templates/data.server.ts';
import { messageForm, messagesSchema } from '../templates/schema.ts';
import {
  addCall,
  addNote,
  changeNote,
  deleteCall,
  deleteLead,
  deleteNote,
  markNotSpam,
  markSpam,
  noSuchCall,
  noSuchNote,
  resendLeadMail,
  restoreLead,
  updateLead,
} from './changes.server.ts';
import { changedNoteForm, leadForm, type NewLeadForm, newLeadForm, noteForm, resendForm } from './forms.server.ts';
import { duplicatesOf, findDuplicates, mergeLeads, unmergeLeads } from './merging.server.ts';

const tags = [leadCalls.list];
const bodyLimit = bodyLimits.text;
const leadResponse = writtenSchema(wholeLeadSchema);
const change = { tags, response: { 200: leadResponse, ...errors(401, 404) } };
const addition = { tags, response: { 201: leadResponse, ...errors(401, 404, 422) } };

export function leadApi(context: AppContext, scope: Http): void {
  addRoute(context, scope);
  readRoutes(context, scope);
  changeRoutes(context, scope);
  stateRoutes(context, scope);
  noteRoutes(context, scope);
  contactRoutes(context, scope);
  mergeRoutes(context, scope);
}

type Work = (transaction: Database, actor: Actor, lead: LockedLead) => Promise<void>;

/** Runs in one transaction and returns the changed lead. @throws {HttpError} 404 */
function changeOne(
  database: Database,
  request: FastifyRequest,
  work: Work,
  state: 'live' | 'deleted' = 'live',
): Promise<WholeLead> {
  const id = idOf(request, noSuchLead);
  return database.transaction().execute(async (transaction) => {
    await work(transaction, actorOf(request), await lockLead(transaction, id, state));
    return findWholeLead(transaction, id);
  });
}

const addedMessages = {
  none: 'Lead added successfully',
  queued: 'Lead added. The demo link and password are on their way.',
  waiting: 'Lead added. There is no demo access yet: the mail goes out as soon as one is saved.',
};
const addedAndWaits = 'Lead added. Mail is not set up here, so the demo link and password wait in the Outbox.';

function addRoute({ database, settings }: AppContext, scope: Http): void {
  scope.post(
    leadCalls.list,
    {
      bodyLimit,
      schema: {
        summary: 'Add a lead',
        tags,
        body: newLeadForm,
        response: { 201: leadResponse, 409: likelyDuplicatesSchema, ...errors(401, 422) },
      },
    },
    async (request, reply) => {
      const form = request.body;
      const creation = creationOf(request);
      const created = await createOnce(database, creation, () =>
        database.transaction().execute(async (transaction) => {
          const twins = form.add_duplicate ? [] : await findDuplicates(transaction, personOf(form));
          if (twins.length > 0) return { twins };
          const { id, mail } = await addLead(transaction, actorOf(request), settings, form);
          if (creation) await noteCreation(transaction, creation, id);
          return { id, mail };
        }),
      );
      if ('twins' in created) {
        const message = 'This may be a lead that is there already. Nothing was added.';
        return reply.code(409).send({ message, data: created.twins });
      }
      const { id, mail } = 'madeBefore' in created ? { id: created.madeBefore, mail: 'none' as const } : created;
      const message = settings.mail.server || mail !== 'queued' ? addedMessages[mail] : addedAndWaits;
      return reply.code(201).send({ data: await findWholeLead(database, id), message });
    },
  );
}

/** If only one of both names is known, it is used for both, as in imports. */
function personOf({ name, institute_name, number, email }: NewLeadForm) {
  return {
    name: name || institute_name || '',
    institute_name: institute_name || name || '',
    number: number ?? '',
    email: email ?? '',
  };
}

/** Adds a lead by hand. The demo mail is sent only on request, and no notification is created. */
async function addLead(
  transaction: Database,
  actor: Actor,
  keys: Pick<Settings, 'secret'>,
  form: NewLeadForm,
): Promise<{ id: number; mail: AccessMail | 'none' }> {
  const person = personOf(form);
  const now = new Date().toISOString();
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({ ...person, ...foldedTexts(person), origin: 'added', created_at: now, updated_at: now, stage_since: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lead = await lockLead(transaction, id);
  await changeLead(transaction, actor, lead, {}, { name: 'added' });
  await tellWebhooks(transaction, 'lead.created', id);
  const { status, lost_reason, owner_id, next_step, next_step_on, note } = form;
  await updateLead(transaction, actor, lead, { status, lost_reason, owner_id, next_step, next_step_on, note });
  return { id, mail: form.send_mail ? await mailAccess(transaction, keys, { id, ...person }) : 'none' };
}

function readRoutes({ database }: AppContext, scope: Http): void {
  scope.get(
    leadCalls.owners,
    { schema: { summary: 'List who may own leads', tags, response: { 200: ownersSchema, ...errors(401) } } },
    () => findLeadOwners(database),
  );

  scope.get(
    leadCalls.one,
    { schema: { summary: 'Get a lead', tags, response: { 200: dataSchema(wholeLeadSchema), ...errors(401, 404) } } },
    async (request) => ({ data: await findWholeLead(database, idOf(request, noSuchLead)) }),
  );

  scope.get(
    leadCalls.duplicates,
    {
      schema: { summary: 'List duplicates of a lead', tags, response: { 200: duplicatesSchema, ...errors(401, 404) } },
    },
    async (request) => ({ data: await duplicatesOf(database, idOf(request, noSuchLead)) }),
  );
}

function changeRoutes({ database }: AppContext, scope: Http): void {
  scope.put(
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
      const data = await changeOne(database, request, async (transaction, actor, lead) => {
        isStale = updated_at !== undefined && updated_at !== lead.updated_at;
        if (!isStale) await updateLead(transaction, actor, lead, form);
      });
      if (isStale) return reply.code(409).send({ data, message: staleLead });
      return { data, message: 'Lead updated successfully' };
    },
  );

  scope.delete(
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
}

const resendMessages: Record<AccessMail, string> = {
  queued: 'The demo link and password are on their way',
  waiting: 'Nothing was sent: there is no demo access yet. The mail goes out as soon as one is saved.',
};
const waitsInOutbox = 'Nothing was sent: mail is not set up here. The mail waits in the Outbox.';

function stateRoutes({ database, settings }: AppContext, scope: Http): void {
  scope.post(leadCalls.restore, { schema: { ...change, summary: 'Restore a lead' } }, async (request) => {
    return { data: await changeOne(database, request, restoreLead, 'deleted'), message: 'Lead restored successfully' };
  });

  scope.post(leadCalls.spam, { schema: { ...change, summary: 'Mark a lead as spam' } }, async (request) => {
    return { data: await changeOne(database, request, markSpam), message: 'Marked as spam' };
  });

  scope.post(leadCalls.notSpam, { schema: { ...change, summary: 'Mark a lead as no spam' } }, async (request) => {
    const work: Work = (...args) => markNotSpam(...args, settings);
    return { data: await changeOne(database, request, work), message: 'Marked as not spam' };
  });

  scope.post(
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
      let mail: AccessMail | undefined;
      const data = await changeOne(database, request, async (...args) => {
        mail = await resendLeadMail(...args, { keys: settings, email });
      });
      const isWaiting = mail === 'queued' && !settings.mail.server;
      return { data, message: isWaiting ? waitsInOutbox : resendMessages[mail ?? 'waiting'] };
    },
  );
}

const noteParams = z.object({ id: z.string(), note: z.string() });

function noteRoutes({ database }: AppContext, scope: Http): void {
  scope.post(
    leadCalls.notes,
    { bodyLimit, schema: { ...addition, summary: 'Add a note', body: noteForm } },
    async (request, reply) => {
      const data = await changeOne(database, request, (...args) => addNote(...args, request.body.note));
      return reply.code(201).send({ data, message: 'Note added' });
    },
  );

  scope.put(
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
      const data = await changeOne(database, request, (...args) => changeNote(...args, noteId, request.body));
      return { data, message: 'Note updated successfully' };
    },
  );

  scope.delete(
    leadCalls.note,
    { schema: { ...change, summary: 'Delete a note', params: noteParams } },
    async (request) => {
      const noteId = readId(request.params.note, noSuchNote);
      const data = await changeOne(database, request, (...args) => deleteNote(...args, noteId));
      return { data, message: 'Note deleted successfully' };
    },
  );
}

const callForm = z.object({ outcome: z.enum(outcomes, { error: `Choose one of ${outcomes.join(', ')}.` }) });
const callParams = z.object({ id: z.string(), call: z.string() });

function contactRoutes({ database, settings }: AppContext, scope: Http): void {
  scope.post(
    leadCalls.calls,
    { bodyLimit, schema: { ...addition, summary: 'Add a call', body: callForm } },
    async (request, reply) => {
      const data = await changeOne(database, request, (...args) => addCall(...args, request.body.outcome));
      return reply.code(201).send({ data, message: 'Call added' });
    },
  );

  scope.delete(
    leadCalls.call,
    { schema: { ...change, summary: 'Delete a call', params: callParams } },
    async (request) => {
      const callId = readId(request.params.call, noSuchCall);
      const data = await changeOne(database, request, (...args) => deleteCall(...args, callId));
      return { data, message: 'Call deleted successfully' };
    },
  );

  scope.get(
    leadCalls.messages,
    { schema: { summary: 'List messages for a lead', tags, response: { 200: messagesSchema, ...errors(401, 404) } } },
    async (request) => ({ data: await messagesFor(database, settings, idOf(request, noSuchLead)) }),
  );

  scope.post(
    leadCalls.messages,
    { bodyLimit, schema: { ...addition, summary: 'Add a message', body: messageForm } },
    async (request, reply) => {
      const { way, template_id } = request.body;
      const data = await changeOne(database, request, async (transaction, actor, lead) => {
        const details = { way, template: template_id ? await nameOfTemplate(transaction, template_id) : null };
        await changeLead(transaction, actor, lead, {}, { name: 'messaged', details, audit: { way } });
      });
      return reply.code(201).send({ data, message: 'Message added' });
    },
  );
}

const chosenLeads = z.object({ ids: someChosen('lead', leadLimits.merge) });

function mergeRoutes({ database }: AppContext, scope: Http): void {
  const response = { 200: leadResponse, ...errors(401, 404, 422) };
  const ways = [
    { path: leadCalls.merge, summary: 'Merge leads', work: mergeLeads, done: 'merged' },
    { path: leadCalls.unmerge, summary: 'Take merged leads apart', work: unmergeLeads, done: 'taken apart again' },
  ];
  for (const { path, summary, work, done } of ways) {
    scope.post(path, { bodyLimit, schema: { summary, tags, body: chosenLeads, response } }, async (request) => {
      const id = idOf(request, noSuchLead);
      const { ids } = request.body;
      // Both lock the lead itself as well, in the order of ids.
      const data = await database.transaction().execute(async (transaction) => {
        await work(transaction, actorOf(request), id, ids);
        return findWholeLead(transaction, id);
      });
      return { data, message: `${ids.length === 1 ? '1 lead' : `${ids.length} leads`} ${done}` };
    });
  }
}
