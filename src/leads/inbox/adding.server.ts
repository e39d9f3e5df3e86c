import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import { bodyLimits, errors, writtenSchema } from '#cms/collections/answers.server.ts';
import { createOnce, creationOf, noteCreation } from '#cms/collections/create-once.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { tellWebhooks } from '#integrations/events.server.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { type AccessMail, mailAccess } from '../demo-access/give-access.server.tsx';
import { changeLead, findWholeLead, lockLead } from '../lead/data.server.ts';
import { likelyDuplicatesSchema, wholeLeadSchema } from '../lead/schema.ts';
import { foldedTexts } from '../lead/texts.server.ts';
import { updateLead } from './changes.server.ts';
import { type NewLeadForm, newLeadForm } from './forms.server.ts';
import { findDuplicates } from './merging.server.ts';

const addedMessages = {
  none: 'Lead added successfully',
  queued: 'Lead added. The demo link and password are on their way.',
  waiting: 'Lead added. There is no demo access yet: the mail goes out as soon as one is saved.',
};

const addedAndWaits = 'Lead added. Mail is not set up here, so the demo link and password wait in the Outbox.';

export function addingApi({ database, settings }: AppContext, scope: FastifyInstance): void {
  scope.withTypeProvider<ZodTypeProvider>().post(
    leadCalls.list,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        summary: 'Add a lead',
        tags: [leadCalls.list],
        body: newLeadForm,
        response: { 201: writtenSchema(wholeLeadSchema), 409: likelyDuplicatesSchema, ...errors(401, 422) },
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
      const id = 'madeBefore' in created ? created.madeBefore : created.id;
      const mail = 'madeBefore' in created ? 'none' : created.mail;
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
