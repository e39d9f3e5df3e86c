import type { FastifyInstance } from 'fastify';
import { leadCalls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { bodyLimits, errors, writtenOnWire } from '#server/lists/answers.server.ts';
import { createOnce, creationOf, noteCreation } from '#server/lists/create-once.server.ts';
import { findWholeLead } from '../lead/data.server.ts';
import { type NewLeadForm, newLeadForm } from '../lead/form.server.ts';
import { leadsLike } from '../merging/data.server.ts';
import { alreadyThereOnWire, wholeLeadOnWire } from '../schema.ts';
import { addLead, personOf } from './data.server.ts';

const added = {
  none: 'Lead added successfully',
  queued: 'Lead added. The demo link and password are on their way.',
  asked: 'Lead added. The demo system is asked for a link and password; the mail goes out when it answers.',
  waiting: 'Lead added. There is no demo access yet: the mail goes out as soon as one is saved.',
};

/** Leads that come by phone, at a fair, by a friend. */
export function addingApi({ database, settings }: Foundations, scope: FastifyInstance): void {
  scope.post(
    leadCalls.list,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        tags: [leadCalls.list],
        body: newLeadForm,
        response: { 201: writtenOnWire(wholeLeadOnWire), 409: alreadyThereOnWire, ...errors(401, 422) },
      },
    },
    async (request, reply) => {
      const form = request.body as NewLeadForm;
      const creation = creationOf(request);
      const made = await createOnce(database, creation, () =>
        database.transaction().execute(async (transaction) => {
          const twins = form.add_duplicate ? [] : await leadsLike(transaction, personOf(form));
          if (twins.length > 0) return { twins };
          const { id, mail } = await addLead(transaction, actorOf(request), settings, form);
          if (creation) await noteCreation(transaction, creation, id);
          return { id, mail };
        }),
      );
      if ('twins' in made) {
        const message = 'This may be a lead that is there already. Nothing was added.';
        return reply.code(409).send({ message, data: made.twins });
      }
      const id = 'madeBefore' in made ? made.madeBefore : made.id;
      const message = added['madeBefore' in made ? 'none' : made.mail];
      return reply.code(201).send({ data: await findWholeLead(database, id), message });
    },
  );
}
