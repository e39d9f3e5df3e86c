import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { bodyLimits, errors, writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { leadCalls } from '#paths.ts';
import { idOf, readId } from '#platform/http/public-calls.server.ts';
import { changeLead, noSuchLead } from '../lead/data.server.ts';
import { wholeLeadSchema } from '../lead/schema.ts';
import { outcomes } from '../lead/strings.ts';
import { messagesFor, nameOfTemplate } from '../templates/data.server.ts';
import { messageForm, messagesSchema } from '../templates/schema.ts';
import { changeOne } from './change-one.server.ts';
import { addCall, deleteCall, noSuchCall } from './changes.server.ts';

const tags = [leadCalls.list];
const leadResponse = writtenSchema(wholeLeadSchema);
const callForm = z.object({ outcome: z.enum(outcomes, { error: `Choose one of ${outcomes.join(', ')}.` }) });
const callParams = z.object({ id: z.string(), call: z.string() });

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
      const data = await changeOne(database, request, async (transaction, actor, lead) => {
        const template = template_id ? await nameOfTemplate(transaction, template_id) : null;
        await changeLead(
          transaction,
          actor,
          lead,
          {},
          {
            name: 'messaged',
            details: { way, template },
            audit: { way },
          },
        );
      });
      return reply.code(201).send({ data, message: 'Message added' });
    },
  );
}
