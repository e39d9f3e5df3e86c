import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Actor } from '#cms/audit/audit.server.ts';
import { bodyLimits, errors, writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { notFound } from '#platform/errors.server.ts';
import { idOf, readId } from '#platform/http/public-calls.server.ts';
import { auditLead, type LockedLead, noSuchLead } from '../lead/data.server.ts';
import { recordFirstCall } from '../lead/first-call.server.ts';
import { wholeLeadSchema } from '../lead/schema.ts';
import { type Outcome, outcomes } from '../lead/strings.ts';
import { addEvent } from '../lead/table.server.ts';
import { messagesFor, nameOfTemplate } from '../templates/data.server.ts';
import { messageForm, messagesSchema } from '../templates/schema.ts';
import { changeOne } from './change-one.server.ts';

const tags = [leadCalls.list];
const leadResponse = writtenSchema(wholeLeadSchema);
const callForm = z.object({ outcome: z.enum(outcomes, { error: `Choose one of ${outcomes.join(', ')}.` }) });
const callParams = z.object({ id: z.string(), call: z.string() });
const noSuchCall = 'There is no such call.';

export function contactApi({ database, settings }: AppContext, scope: FastifyInstance): void {
  const calls = scope.withTypeProvider<ZodTypeProvider>();
  const bodyLimit = bodyLimits.text;
  const response = { 201: leadResponse, ...errors(401, 404, 422) };

  calls.post(
    leadCalls.calls,
    { bodyLimit, schema: { summary: 'Add a call', tags, body: callForm, response } },
    async (request, reply) => {
      const { outcome } = request.body;
      const data = await changeOne(database, request, (transaction, actor, row) =>
        addCall(transaction, actor, row, outcome),
      );
      return reply.code(201).send({ data, message: 'Call added' });
    },
  );

  calls.delete(
    leadCalls.call,
    {
      schema: {
        summary: 'Delete a call',
        tags,
        params: callParams,
        response: { 200: leadResponse, ...errors(401, 404) },
      },
    },
    async (request) => {
      const callId = readId(request.params.call, noSuchCall);
      const data = await changeOne(database, request, (transaction, actor, row) =>
        deleteCall(transaction, actor, row, callId),
      );
      return { data, message: 'Call deleted successfully' };
    },
  );

  calls.get(
    leadCalls.messages,
    { schema: { summary: 'List messages for a lead', tags, response: { 200: messagesSchema, ...errors(401, 404) } } },
    async (request) => ({ data: await messagesFor(database, settings, idOf(request, noSuchLead)) }),
  );

  calls.post(
    leadCalls.messages,
    { bodyLimit, schema: { summary: 'Add a message', tags, body: messageForm, response } },
    async (request, reply) => {
      const { way, template_id } = request.body;
      const data = await changeOne(database, request, async (transaction, actor, { id }) => {
        const template = template_id ? await nameOfTemplate(transaction, template_id) : null;
        await addEvent(transaction, id, 'messaged', actor, { way, template });
        await auditLead(transaction, actor, 'message', id, { after: { way } });
      });
      return reply.code(201).send({ data, message: 'Message added' });
    },
  );
}

async function addCall(transaction: Database, actor: Actor, row: LockedLead, outcome: Outcome): Promise<void> {
  await addEvent(transaction, row.id, 'called', actor, { outcome });
  await recordFirstCall(transaction, row, row.stage);
  await auditLead(transaction, actor, 'call', row.id, { after: { outcome } });
}

/** For calls that were logged by mistake; the audit log keeps a record. @throws {HttpError} 404 */
async function deleteCall(transaction: Database, actor: Actor, row: LockedLead, callId: number): Promise<void> {
  const deleted = await transaction
    .deleteFrom('demo_request_events')
    .where('id', '=', callId)
    .where('request_id', '=', row.id)
    .where('event', '=', 'called')
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw notFound(noSuchCall);
  await recordFirstCall(transaction, row, row.stage);
  await auditLead(transaction, actor, 'delete_call', row.id);
}
