import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { historySchema } from '#api/audit.ts';
import { pageSchema } from '#api/records.ts';
import { confirmPassword } from '#auth/confirm-password.server.ts';
import { actorOf } from '#cms/audit/audit.server.ts';
import { historyOfRecord } from '#cms/audit/audit-history.server.ts';
import {
  bodyLimits,
  conflictSchema,
  dataSchema,
  deletedSchema,
  errors,
  versionConflictMessage,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import { createOnce, creationOf, noteCreation } from '#cms/collections/create-once.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { findWholeLead, lockLead, noSuchLead } from '#leads/lead/data.server.ts';
import { wholeLeadSchema } from '#leads/lead/schema.ts';
import { readNumber } from '#leads/lead/texts.server.ts';
import { adminCalls, historyOf, leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { pageToWire } from '#platform/http/paging.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { logSecurity } from '#platform/metrics/security-log.server.ts';
import { type Called, callOut } from './call.server.ts';
import {
  deliverAgain,
  findDelivery,
  forgetOldDeliveries,
  latestDeliveries,
  noSuchDelivery,
  stopTexts,
} from './deliveries.server.ts';
import { DeliverySender, postEvent } from './delivery-sender.server.ts';
import {
  deliveryOnWire,
  outgoingLimits,
  smsOnWire,
  smsStateOnWire,
  type Tried,
  triedOnWire,
  webhookOnWire,
} from './schema.ts';
import { newMessageId, webhookSecret } from './signing.server.ts';
import {
  activeGateway,
  fillTemplate,
  findSmsSettings,
  saveSmsSettings,
  sendSms,
  smsForm,
  smsSecret,
  smsTextForm,
} from './sms.server.ts';
import { noteTest, passwordForm } from './staff-routes.server.ts';
import {
  addWebhook,
  allWebhooks,
  changeWebhook,
  findWebhook,
  noSuchWebhook,
  receiverOf,
  removeWebhook,
  revealSecret,
  rotateSecret,
  webhookForm,
} from './webhooks.server.ts';

const tags = [adminCalls.webhooks];
const smsTags = [adminCalls.sms];
const bodyLimit = bodyLimits.text;
const tried = writtenSchema(triedOnWire);

/** How much of an answer is shown to whoever tries a gateway out: these say in it what they did not like. */
const shownOfAnswer = 300;

/** The calls of the screen 'Webhooks and SMS'; and texts to single leads. */
export const integrationsModule = {
  staffRoutes: { webhooks: outgoingApi },
  jobs: [{ table: 'deliveries', create: (context) => new DeliverySender(context) }],
  cleanups: ({ database }) => [{ name: 'old deliveries', run: () => forgetOldDeliveries(database) }],
  secrets: [webhookSecret, smsSecret],
  onRestore: stopTexts,
} satisfies Module;

function outgoingApi(context: AppContext, scope: FastifyInstance): void {
  webhookRoutes(context, scope);
  webhookTools(context, scope);
  deliveryRoutes(context, scope);
  smsRoutes(context, scope);
  textRoutes(context, scope);
}

function webhookRoutes({ database, settings }: AppContext, scope: FastifyInstance): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const body = webhookForm(settings.local);
  const written = writtenSchema(webhookOnWire);

  calling.get(
    adminCalls.webhooks,
    { schema: { summary: 'List webhooks', tags, response: { 200: pageSchema(webhookOnWire), ...errors(401) } } },
    async () => {
      const items = await allWebhooks(database, settings);
      const page = { items, page: 1, perPage: outgoingLimits.webhooks, total: items.length };
      return pageToWire(page, (webhook) => webhook, adminCalls.webhooks, {});
    },
  );

  calling.post(
    adminCalls.webhooks,
    {
      bodyLimit,
      config: { confirm: true },
      schema: { summary: 'Create a webhook', tags, body, response: { 201: written, ...errors(401, 422) } },
    },
    async (request, reply) => {
      const creation = creationOf(request);
      const made = await createOnce(database, creation, () =>
        database.transaction().execute(async (transaction) => {
          const id = await addWebhook(transaction, settings, actorOf(request), request.body);
          if (creation) await noteCreation(transaction, creation, id);
          return { id };
        }),
      );
      const id = 'madeBefore' in made ? made.madeBefore : made.id;
      const data = await findWebhook(database, settings, id);
      return reply.code(201).send({ data, message: 'Webhook added successfully' });
    },
  );

  calling.get(
    adminCalls.webhook,
    {
      schema: { summary: 'Get a webhook', tags, response: { 200: dataSchema(webhookOnWire), ...errors(401, 404) } },
    },
    async (request) => ({ data: await findWebhook(database, settings, webhookIdOf(request)) }),
  );

  calling.put(
    adminCalls.webhook,
    {
      bodyLimit,
      config: { confirm: true },
      schema: {
        summary: 'Update a webhook',
        tags,
        body,
        response: { 200: written, 409: conflictSchema(webhookOnWire), ...errors(401, 404, 422) },
      },
    },
    async (request, reply) => {
      const id = webhookIdOf(request);
      const is = await database
        .transaction()
        .execute((transaction) => changeWebhook(transaction, settings, actorOf(request), id, request.body));
      const data = await findWebhook(database, settings, id);
      if (is === 'stale') return reply.code(409).send({ data, message: versionConflictMessage });
      return { data, message: 'Webhook updated successfully' };
    },
  );

  calling.delete(
    adminCalls.webhook,
    {
      config: { confirm: true },
      schema: { summary: 'Delete a webhook', tags, response: { 200: deletedSchema, ...errors(401, 404) } },
    },
    async (request) => {
      const id = webhookIdOf(request);
      await database.transaction().execute((transaction) => removeWebhook(transaction, actorOf(request), id));
      return { data: { id }, message: 'Webhook deleted successfully' };
    },
  );

  calling.get(
    `${adminCalls.webhook}/history`,
    {
      schema: { summary: 'Get the history of a webhook', tags, response: { 200: historySchema, ...errors(401, 404) } },
    },
    async (request) => ({ data: await historyOfRecord(database, 'webhooks', webhookIdOf(request)) }),
  );
}

/** Its secret, to whoever enters the own password; and a call to try it out. */
function webhookTools({ database, settings }: AppContext, scope: FastifyInstance): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const secret = z.object({ data: z.object({ secret: z.string() }) });
  const ways = [
    {
      path: adminCalls.webhookSecret,
      summary: 'Reveal the secret of a webhook',
      open: revealSecret,
      event: 'webhook_secret_shown',
    },
    {
      path: adminCalls.webhookNewSecret,
      summary: 'Make a new secret for a webhook',
      open: rotateSecret,
      event: 'webhook_secret_changed',
    },
  ] as const;
  for (const { path, summary, open, event } of ways) {
    const schema = { summary, tags, body: passwordForm, response: { 200: secret, ...errors(401, 404, 422) } };
    calling.post(path, { schema }, async (request) => {
      await confirmPassword({ database, settings }, request, request.body.current_password);
      const id = webhookIdOf(request);
      const opened = await database
        .transaction()
        .execute((transaction) => open(transaction, settings, actorOf(request), id));
      logSecurity(request, event, { user: request.staff.user.id, webhook: id });
      return { data: { secret: opened } };
    });
  }

  calling.post(
    adminCalls.webhookTest,
    { schema: { summary: 'Try a webhook out', tags, response: { 200: tried, ...errors(401, 404, 422) } } },
    async (request) => {
      const id = webhookIdOf(request);
      const receiver = await receiverOf(database, settings, id);
      if (!receiver) throw invalid({ url: ['Its secret can’t be read. Save the webhook to make a new one.'] });
      await database
        .transaction()
        .execute((transaction) => noteTest(transaction, settings, request, { ...webhookTest, recordId: id }));
      const messageId = newMessageId();
      const body = JSON.stringify({
        type: 'test',
        id: messageId,
        timestamp: new Date().toISOString(),
        data: sampleLead,
      });
      const { signal } = new AbortController();
      return told(await postEvent(receiver, messageId, body, { loopback: settings.local, signal }));
    },
  );
}

function deliveryRoutes({ database }: AppContext, scope: FastifyInstance): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const querystring = mini.looseObject({ to: mini.optional(mini.catch(mini.string(), '')) });

  calling.get(
    adminCalls.deliveries,
    {
      schema: {
        summary: 'List deliveries',
        tags,
        querystring,
        response: { 200: mini.object({ data: mini.array(deliveryOnWire) }), ...errors(401) },
      },
    },
    async ({ query }) => ({ data: await latestDeliveries(database, readTo(query.to)) }),
  );

  calling.post(
    adminCalls.sendDelivery,
    {
      schema: {
        summary: 'Send a delivery again',
        tags,
        response: { 200: writtenSchema(deliveryOnWire), ...errors(401, 404, 409) },
      },
    },
    async (request) => {
      const id = idOf(request, noSuchDelivery);
      await database.transaction().execute((transaction) => deliverAgain(transaction, id));
      return { data: await findDelivery(database, id), message: 'It goes out again, under its id' };
    },
  );
}

function smsRoutes({ database, settings }: AppContext, scope: FastifyInstance): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();

  calling.get(
    adminCalls.sms,
    {
      schema: {
        summary: 'Get the SMS gateway',
        tags: smsTags,
        response: { 200: dataSchema(smsOnWire), ...errors(401) },
      },
    },
    async () => ({ data: await findSmsSettings(database, settings) }),
  );

  calling.put(
    adminCalls.sms,
    {
      bodyLimit,
      config: { confirm: true },
      schema: {
        summary: 'Update the SMS gateway',
        tags: smsTags,
        body: smsForm(settings.local),
        response: { 200: writtenSchema(smsOnWire), 409: conflictSchema(smsOnWire), ...errors(401, 422) },
      },
    },
    async (request, reply) => {
      const { is, settings: data } = await database
        .transaction()
        .execute((transaction) => saveSmsSettings(transaction, settings, actorOf(request), request.body));
      if (is === 'stale') return reply.code(409).send({ data, message: versionConflictMessage });
      return { data, message: 'SMS gateway updated successfully' };
    },
  );

  calling.get(
    historyOf(adminCalls.sms),
    {
      schema: {
        summary: 'Get the history of the SMS gateway',
        tags: smsTags,
        response: { 200: historySchema, ...errors(401) },
      },
    },
    async () => ({ data: await historyOfRecord(database, 'sms-gateway', 1) }),
  );

  calling.post(
    adminCalls.smsTest,
    {
      schema: {
        summary: 'Send a test text',
        tags: smsTags,
        body: z.object({ number: phoneField, text: smsTextForm.shape.text }),
        response: { 200: tried, ...errors(401, 422) },
      },
    },
    async (request) => {
      const { url } = await findSmsSettings(database, settings);
      if (url === '') throw invalid({ url: ['Save the address of the gateway first.'] });
      await database.transaction().execute((transaction) => noteTest(transaction, settings, request, smsTest));
      const { signal } = new AbortController();
      const address = fillTemplate(url, newMessageId(), request.body);
      return told(await callOut({ url: address, loopback: settings.local, signal }));
    },
  );
}

/** What staff who work with leads may do without seeing where it goes. */
function textRoutes({ database, settings }: AppContext, scope: FastifyInstance): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const tags = [leadCalls.list];

  calling.get(
    leadCalls.smsState,
    {
      config: { area: 'leads' },
      schema: { summary: 'Get whether SMS can be sent', tags, response: { 200: smsStateOnWire, ...errors(401) } },
    },
    async () => ({ data: { active: (await activeGateway(database, settings)) !== null } }),
  );

  calling.post(
    leadCalls.sms,
    {
      bodyLimit,
      config: { area: 'leads' },
      schema: {
        summary: 'Send an SMS to a lead',
        tags,
        body: smsTextForm,
        response: { 200: writtenSchema(wholeLeadSchema), ...errors(401, 404, 409, 422) },
      },
    },
    async (request) => {
      const id = idOf(request, noSuchLead);
      const data = await database.transaction().execute(async (transaction: Database) => {
        const lead = await lockLead(transaction, id);
        await sendSms(transaction, settings, actorOf(request), lead, request.body.text);
        return findWholeLead(transaction, id);
      });
      return { data, message: 'The SMS is on its way to the gateway' };
    },
  );
}

const webhookTest = { kind: 'webhooks', limit: 'webhook-try', what: 'tests', most: 20 };
const smsTest = { kind: 'sms-gateway', limit: 'sms-try', what: 'test texts', most: 10 };

const phoneField = z.string({ error: 'Write the number.' }).transform((text, context) => {
  const number = readNumber(text);
  if (number !== null) return number;
  context.addIssue('This is no phone number. Write it like 01712-345678, or with + and the code of the country.');
  return z.NEVER;
});

/** Stands for a lead where a webhook is tried out; its id is nobody's. */
const sampleLead = {
  id: 0,
  name: 'মো. আবদুল কাদের',
  institute_name: 'রূপসা আদর্শ উচ্চ বিদ্যালয়',
  number: '+8801700000000',
  email: 'test@example.com',
  status: 'new',
};

function told({ status, ms, error, answer }: Called): { data: Tried; message: string } {
  const data = { http_status: status, ms, error, answer: answer?.slice(0, shownOfAnswer) ?? null };
  return { data, message: error ?? `It answered ${status}, in ${ms} ms` };
}

function webhookIdOf(request: { params: unknown }): number {
  return idOf(request, noSuchWebhook);
}

/** What makes no sense counts as not given. */
function readTo(to: unknown): number | 'sms' | null {
  if (to === 'sms') return 'sms';
  return typeof to === 'string' && /^[1-9]\d{0,8}$/.test(to) ? Number(to) : null;
}
