import { z } from 'zod';
import { may } from '#api/rights.ts';
import { oneOf, someChosen } from '#api/shapes.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import {
  bodyLimits,
  conflictSchema,
  dataSchema,
  deletedSchema,
  messageSchema,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import { createOnce, creationOf, noteCreation } from '#cms/collections/create-once.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { queueWebhookEvent } from '#integrations/deliveries.server.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf, readId } from '#platform/http/public-calls.server.ts';
import type { StaffRequest } from '#platform/session/sessions.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import { type AccessMail, mailAccess } from '../demo-access/give-access.server.tsx';
import { changeLead, findLeadOwners, findWholeLead, type LeadChange, lockLead } from '../lead/data.server.ts';
import { duplicatesSchema, ownersSchema, staleLead, wholeLeadSchema } from '../lead/schema.ts';
import { leadLimits, leadsInWords, outcomes } from '../lead/strings.ts';
import { foldedTexts } from '../lead/texts.server.ts';
import { messagesFor, sentMessage } from '../templates/data.server.ts';
import { messageForm, messagesSchema } from '../templates/schema.ts';
import {
  addCall,
  addNote,
  changedNoteForm,
  changeNote,
  deleteCall,
  deleteLead,
  deleteNote,
  duplicatesOf,
  findDuplicates,
  leadForm,
  markNotSpam,
  markSpam,
  mergeLeads,
  type NewLeadForm,
  newLeadForm,
  noteForm,
  resendForm,
  resendLeadMail,
  restoreLead,
  unmergeLeads,
  updateLead,
} from './changes.server.ts';

const bodyLimit = bodyLimits.text;
const leadResponse = writtenSchema(wholeLeadSchema);
const changed = { 200: leadResponse };
const changedOrRefused = { ...changed, 409: messageSchema };
const added = { 201: leadResponse };

export function leadApi(context: AppContext, scope: StaffScope): void {
  addRoute(context, scope);
  readRoutes(context, scope);
  changeRoutes(context, scope);
  stateRoutes(context, scope);
  noteRoutes(context, scope);
  contactRoutes(context, scope);
  mergeRoutes(context, scope);
}

/** Runs in one transaction and answers with the changed lead. @throws {HttpError} 404 */
async function changeOne(
  database: Database,
  request: StaffRequest,
  message: string,
  work: (change: LeadChange) => Promise<void>,
  state?: 'deleted',
) {
  const id = idOf(request);
  const creation = creationOf(request);
  const done = await createOnce(database, creation, () =>
    database.transaction().execute(async (transaction) => {
      await work({ transaction, actor: actorOf(request), lead: await lockLead(transaction, id, state) });
      if (creation) await noteCreation(transaction, creation, id);
      return findWholeLead(transaction, id);
    }),
  );
  return { data: 'madeBefore' in done ? await findWholeLead(database, id) : done, message };
}

const addedMessages = t({
  none: 'Lead added successfully',
  queued: 'Lead added. The demo link and password are on their way.',
  waiting: 'Lead added. There is no demo access yet: the mail goes out as soon as one is saved.',
});
const addedAndWaits = t('Lead added. Mail is not set up here, so the demo link and password wait in the Outbox.');

function addRoute({ database, settings }: AppContext, scope: StaffScope): void {
  scope.post(
    leadCalls.list,
    {
      bodyLimit,
      config: { idempotencyKey: true },
      schema: {
        summary: 'Add a lead',
        body: newLeadForm,
        response: { 201: leadResponse, 409: writtenSchema(duplicatesSchema) },
      },
    },
    async (request, reply) => {
      const form = request.body;
      const creation = creationOf(request);
      const created = await createOnce(database, creation, () =>
        database.transaction().execute(async (transaction) => {
          const duplicates = form.add_duplicate ? [] : await findDuplicates(transaction, personOf(form));
          if (duplicates.length > 0) return { duplicates };
          const { id, mail } = await addLead(transaction, actorOf(request), settings, form);
          if (creation) await noteCreation(transaction, creation, id);
          return { id, mail };
        }),
      );
      if ('duplicates' in created) {
        const message = t('This may be a lead that is there already. Nothing was added.');
        return reply.code(409).send({ message, data: created.duplicates });
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
  keys: Keys,
  form: NewLeadForm,
): Promise<{ id: number; mail: AccessMail | 'none' }> {
  const person = personOf(form);
  const now = new Date().toISOString();
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({ ...person, ...foldedTexts(person), origin: 'added', created_at: now, updated_at: now, stage_since: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const change = { transaction, actor, lead: await lockLead(transaction, id) };
  await changeLead(change, {}, { name: 'added' });
  await queueWebhookEvent(transaction, 'lead.created', id);
  const { status, lost_reason, owner_id, next_step, next_step_on, note } = form;
  await updateLead(change, { status, lost_reason, owner_id, next_step, next_step_on, note });
  return { id, mail: form.send_mail ? await mailAccess(transaction, keys, { id, ...person }) : 'none' };
}

function readRoutes({ database }: AppContext, scope: StaffScope): void {
  scope.get(leadCalls.owners, { schema: { summary: 'List who may own leads', response: { 200: ownersSchema } } }, () =>
    findLeadOwners(database),
  );

  scope.get(
    leadCalls.one,
    { schema: { summary: 'Get a lead', response: { 200: dataSchema(wholeLeadSchema) } } },
    async (request) => ({ data: await findWholeLead(database, idOf(request)) }),
  );

  scope.get(
    leadCalls.duplicates,
    {
      schema: { summary: 'List duplicates of a lead', response: { 200: dataSchema(duplicatesSchema) } },
    },
    async (request) => ({ data: await duplicatesOf(database, idOf(request)) }),
  );
}

function changeRoutes({ database }: AppContext, scope: StaffScope): void {
  scope.put(
    leadCalls.one,
    {
      bodyLimit,
      schema: {
        summary: 'Update a lead',
        body: leadForm,
        response: { 200: leadResponse, 409: conflictSchema(wholeLeadSchema) },
      },
    },
    async (request, reply) => {
      const { updated_at, ...form } = request.body;
      let isStale = false;
      const answer = await changeOne(database, request, 'Lead updated successfully', async (change) => {
        isStale = updated_at !== undefined && updated_at !== change.lead.updated_at;
        if (!isStale) await updateLead(change, form);
      });
      return isStale ? reply.code(409).send({ ...answer, message: staleLead }) : answer;
    },
  );

  scope.delete(
    leadCalls.one,
    { schema: { summary: 'Delete a lead', response: { 200: deletedSchema } } },
    async (request) => {
      const id = idOf(request);
      await database
        .transaction()
        .execute(async (transaction) =>
          deleteLead({ transaction, actor: actorOf(request), lead: await lockLead(transaction, id) }),
        );
      return { data: { id }, message: 'Lead deleted successfully' };
    },
  );
}

const resendMessages: Record<AccessMail, string> = t({
  queued: 'The demo link and password are on their way',
  waiting: 'Nothing was sent: there is no demo access yet. The mail goes out as soon as one is saved.',
});
const waitsInOutbox = t('Nothing was sent: mail is not set up here. The mail waits in the Outbox.');

function stateRoutes({ database, settings }: AppContext, scope: StaffScope): void {
  scope.post(leadCalls.restore, { schema: { summary: 'Restore a lead', response: changed } }, (request) =>
    changeOne(database, request, 'Lead restored successfully', (change) => restoreLead(change, settings), 'deleted'),
  );

  scope.post(leadCalls.spam, { schema: { summary: 'Mark a lead as spam', response: changed } }, (request) =>
    changeOne(database, request, 'Marked as spam', markSpam),
  );

  scope.post(leadCalls.notSpam, { schema: { summary: 'Mark a lead as no spam', response: changed } }, (request) =>
    changeOne(database, request, 'Marked as not spam', (change) => markNotSpam(change, settings)),
  );

  scope.post(
    leadCalls.resend,
    { schema: { summary: 'Resend the demo mail', body: resendForm, response: changedOrRefused } },
    async (request) => {
      let mail: AccessMail = 'waiting';
      const answer = await changeOne(database, request, waitsInOutbox, async (change) => {
        mail = await resendLeadMail(change, settings, request.body?.email);
      });
      return settings.mail.server || mail === 'waiting' ? { ...answer, message: resendMessages[mail] } : answer;
    },
  );
}

const noteParams = z.object({ id: z.string(), note: z.string() });

function noteRoutes({ database }: AppContext, scope: StaffScope): void {
  scope.post(
    leadCalls.notes,
    {
      bodyLimit,
      config: { idempotencyKey: true },
      schema: { summary: 'Add a note', body: noteForm, response: added },
    },
    (request, reply) => {
      reply.code(201);
      return changeOne(database, request, 'Note added', (change) => addNote(change, request.body.note));
    },
  );

  scope.put(
    leadCalls.note,
    {
      bodyLimit,
      schema: { summary: 'Update a note', params: noteParams, body: changedNoteForm, response: changedOrRefused },
    },
    (request) =>
      changeOne(database, request, 'Note updated successfully', (change) =>
        changeNote(change, readId(request.params.note), request.body),
      ),
  );

  scope.delete(
    leadCalls.note,
    { schema: { summary: 'Delete a note', params: noteParams, response: changed } },
    (request) =>
      changeOne(database, request, 'Note deleted successfully', (change) =>
        deleteNote(change, readId(request.params.note)),
      ),
  );
}

const callForm = z.object({ outcome: oneOf(outcomes) });
const callParams = z.object({ id: z.string(), call: z.string() });

function contactRoutes({ database, settings }: AppContext, scope: StaffScope): void {
  scope.post(
    leadCalls.calls,
    {
      bodyLimit,
      config: { idempotencyKey: true },
      schema: { summary: 'Add a call', body: callForm, response: added },
    },
    (request, reply) => {
      reply.code(201);
      return changeOne(database, request, 'Call added', (change) => addCall(change, request.body.outcome));
    },
  );

  scope.delete(
    leadCalls.call,
    { schema: { summary: 'Delete a call', params: callParams, response: changed } },
    (request) =>
      changeOne(database, request, 'Call deleted successfully', (change) =>
        deleteCall(change, readId(request.params.call)),
      ),
  );

  scope.get(
    leadCalls.messages,
    { schema: { summary: 'List messages for a lead', response: { 200: dataSchema(messagesSchema) } } },
    async (request) => {
      const { user, program } = request.staff;
      // Programs and who only reads see no password.
      const isPasswordShown = !program && may(user.role, 'write', 'leads');
      return { data: await messagesFor(database, settings, idOf(request), isPasswordShown) };
    },
  );

  scope.post(
    leadCalls.messages,
    {
      bodyLimit,
      config: { idempotencyKey: true },
      schema: { summary: 'Add a message', body: messageForm, response: added },
    },
    (request, reply) => {
      const { way, template_id } = request.body;
      reply.code(201);
      return changeOne(database, request, 'Message added', async (change) => {
        const { transaction, lead } = change;
        const sent = template_id ? await sentMessage(transaction, settings, lead.id, template_id) : { template: null };
        await changeLead(change, {}, { name: 'messaged', details: { way, ...sent }, audit: { way } });
      });
    },
  );
}

const chosenLeads = z.object({ ids: someChosen('lead', leadLimits.merge) });

function mergeRoutes({ database }: AppContext, scope: StaffScope): void {
  const ways = [
    { path: leadCalls.merge, summary: 'Merge leads', work: mergeLeads, done: (leads: string) => t`${leads} merged` },
    {
      path: leadCalls.unmerge,
      summary: 'Take merged leads apart',
      work: unmergeLeads,
      done: (leads: string) => t`${leads} taken apart again`,
    },
  ];
  for (const { path, summary, work, done } of ways) {
    scope.post(path, { bodyLimit, schema: { summary, body: chosenLeads, response: changed } }, async (request) => {
      const id = idOf(request);
      const { ids } = request.body;
      // Both lock the lead itself as well, in the order of ids.
      const data = await database.transaction().execute(async (transaction) => {
        await work(transaction, actorOf(request), id, ids);
        return findWholeLead(transaction, id);
      });
      return { data, message: done(leadsInWords(ids.length)) };
    });
  }
}
