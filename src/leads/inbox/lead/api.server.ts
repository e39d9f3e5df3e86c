import type { FastifyInstance } from 'fastify';
import { leadCalls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import {
  bodyLimits,
  deletedOnWire,
  errors,
  recordOnWire,
  staleOnWire,
  writtenOnWire,
} from '#server/lists/answers.server.ts';
import { idOf } from '#server/public-calls.server.ts';
import type { AccessMail } from '../../access/mail/data.server.ts';
import { ownersOnWire, staleLead, type WholeLead, wholeLeadOnWire } from '../schema.ts';
import { changeLead } from './changes.server.ts';
import { findWholeLead, type HeldLead, holdLead, noSuchLead, ownersOfLeads } from './data.server.ts';
import { deleteLead, markNotSpam, markSpam, resendMail, restoreLead } from './deleting.server.ts';
import { type LeadForm, leadForm } from './form.server.ts';

type ById = { Params: { id: string } };

const tags = [leadCalls.list];
const resent: Record<AccessMail, string> = {
  queued: 'The demo link and password are on their way',
  asked:
    'The demo system is asked for a personal access. The mail goes out when it answers, or else with the common one.',
  waiting: 'Nothing was sent: there is no demo access yet. The mail goes out as soon as one is saved.',
};
const written = writtenOnWire(wholeLeadOnWire);

/** What can be done with one lead. */
export function leadApi({ database, settings }: Foundations, scope: FastifyInstance): void {
  scope.get(leadCalls.owners, { schema: { tags, response: { 200: ownersOnWire, ...errors(401) } } }, () =>
    ownersOfLeads(database),
  );

  scope.get<ById>(
    leadCalls.one,
    { schema: { tags, response: { 200: recordOnWire(wholeLeadOnWire), ...errors(401, 404) } } },
    async (request) => ({ data: await findWholeLead(database, idOf(request, noSuchLead)) }),
  );

  scope.put<ById>(
    leadCalls.one,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        tags,
        body: leadForm,
        response: { 200: written, 409: staleOnWire(wholeLeadOnWire), ...errors(401, 404, 422) },
      },
    },
    async (request, reply) => {
      const { updated_at, ...form } = request.body as LeadForm;
      const id = idOf(request, noSuchLead);
      const { isStale, lead } = await database.transaction().execute(async (transaction) => {
        const row = await holdLead(transaction, id);
        const isStale = updated_at !== undefined && updated_at !== row.updated_at;
        if (!isStale) await changeLead(transaction, actorOf(request), row, form);
        return { isStale, lead: await findWholeLead(transaction, id) };
      });
      if (isStale) return reply.code(409).send({ data: lead, message: staleLead });
      return { data: lead, message: 'Lead updated successfully' };
    },
  );

  scope.delete<ById>(
    leadCalls.one,
    { schema: { tags, response: { 200: deletedOnWire, ...errors(401, 404) } } },
    async (request) => {
      const id = idOf(request, noSuchLead);
      await database.transaction().execute(async (transaction) => {
        await deleteLead(transaction, actorOf(request), await holdLead(transaction, id));
      });
      return { data: { id }, message: 'Lead deleted successfully' };
    },
  );

  scope.post<ById>(
    leadCalls.restore,
    { schema: { tags, response: { 200: written, ...errors(401, 404) } } },
    async (request) => {
      const data = await change(idOf(request, noSuchLead), 'deleted', (transaction, row) =>
        restoreLead(transaction, actorOf(request), row),
      );
      return { data, message: 'Lead restored successfully' };
    },
  );

  scope.post<ById>(
    leadCalls.spam,
    { schema: { tags, response: { 200: written, ...errors(401, 404) } } },
    async (request) => {
      const data = await change(idOf(request, noSuchLead), 'live', (transaction, row) =>
        markSpam(transaction, actorOf(request), row),
      );
      return { data, message: 'Marked as spam' };
    },
  );

  scope.post<ById>(
    leadCalls.notSpam,
    { schema: { tags, response: { 200: written, ...errors(401, 404) } } },
    async (request) => {
      const data = await change(idOf(request, noSuchLead), 'live', (transaction, row) =>
        markNotSpam(transaction, actorOf(request), row, settings),
      );
      return { data, message: 'Marked as not spam' };
    },
  );

  scope.post<ById>(
    leadCalls.resend,
    { schema: { tags, response: { 200: written, ...errors(401, 404, 409, 422) } } },
    async (request) => {
      let mail: AccessMail = 'waiting';
      const data = await change(idOf(request, noSuchLead), 'live', async (transaction, row) => {
        mail = await resendMail(transaction, actorOf(request), row, settings);
      });
      return { data, message: resent[mail] };
    },
  );

  function change(
    id: number,
    state: 'live' | 'deleted',
    work: (transaction: Database, row: HeldLead) => Promise<void>,
  ): Promise<WholeLead> {
    return database.transaction().execute(async (transaction) => {
      await work(transaction, await holdLead(transaction, id, state));
      return findWholeLead(transaction, id);
    });
  }
}
