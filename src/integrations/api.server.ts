import { z } from 'zod';
import * as mini from 'zod/mini';
import { paragraph } from '#api/shapes.ts';
import { confirmPassword } from '#auth/proof.server.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import {
  bodyLimits,
  dataSchema,
  messageSchema,
  queryParameter,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import { emptyTrash } from '#cms/collections/trash.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { listApi } from '#cms/kind.server.ts';
import { t } from '#i18n/text.ts';
import { auditLead, findWholeLead, lockLead } from '#leads/lead/data.server.ts';
import { wholeLeadSchema } from '#leads/lead/schema.ts';
import { longestSms, smsLength } from '#leads/lead/strings.ts';
import { addEvent } from '#leads/lead/table.server.ts';
import { phoneField } from '#leads/lead/texts.server.ts';
import { adminCalls, leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { countUse, limitKey } from '#platform/http/limits/rate-limits.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import type { Keys } from '#platform/settings/settings.server.ts';
import {
  deliverAgain,
  findDelivery,
  forgetOldDeliveries,
  latestDeliveries,
  queueContentEvent,
  queueDelivery,
  stopTexts,
} from './deliveries.server.ts';
import { callReceiver, DeliverySender } from './delivery-sender.server.ts';
import {
  endpointKind,
  findGateway,
  findReceiver,
  gatewaySecret,
  newMessageId,
  readSecret,
  type Sms,
  webhookSecret,
} from './endpoints.server.ts';
import { deliverySchema, smsStateSchema, tryOutSchema } from './schema.ts';
import { noteTest, passwordForm } from './staff-routes.server.ts';

/** How much of an answer is shown to whoever tries a gateway out: these say in it what they did not like. */
const shownOfAnswer = 300;

/** Endpoints that are told of events, their deliveries, and texts to single leads. */
export const integrationsModule = {
  staffRoutes: { webhooks: integrationsApi },
  jobs: [{ table: 'deliveries', create: (context) => new DeliverySender(context) }],
  cleanups: ({ database }) => [
    { name: 'endpoints', run: () => emptyTrash(database, 'webhooks') },
    { name: 'old deliveries', run: () => forgetOldDeliveries(database) },
  ],
  secrets: [webhookSecret, gatewaySecret],
  onRestore: stopTexts,
} satisfies Module;

async function integrationsApi(context: AppContext, scope: StaffScope): Promise<void> {
  context.onSiteChange = queueContentEvent;
  await scope.register(async (inner) => {
    inner.addHook('onRoute', ({ config }) => {
      if (config?.need === 'write') config.confirm = true;
    });
    listApi(context, inner as StaffScope, endpointKind(context.settings));
  });
  secretRoutes(context, scope);
  testRoute(context, scope);
  deliveryRoutes(context, scope);
  textRoutes(context, scope);
}

function secretRoutes({ database, settings }: AppContext, scope: StaffScope): void {
  const secretSchema = z.object({ data: z.object({ secret: z.string() }) });
  const routes = [
    { path: adminCalls.webhookSecret, summary: 'Reveal the secret of a webhook', event: 'webhook_secret_shown' },
    { path: adminCalls.webhookNewSecret, summary: 'Make a new secret for a webhook', event: 'webhook_secret_changed' },
  ] as const;
  for (const { path, summary, event } of routes) {
    const schema = { summary, body: passwordForm, response: { 200: secretSchema } };
    scope.post(path, { schema }, async (request) => {
      await confirmPassword({ database, settings }, request, request.body.current_password);
      const id = idOf(request);
      const secret = await database
        .transaction()
        .execute((transaction) =>
          readSecret(transaction, settings, actorOf(request), id, path === adminCalls.webhookNewSecret),
        );
      logSecurity(request, event, { user: request.staff.user.id, webhook: id });
      return { data: { secret } };
    });
  }
}

function testRoute({ database, settings }: AppContext, scope: StaffScope): void {
  scope.post(
    adminCalls.webhookTest,
    {
      schema: {
        summary: 'Try a webhook out',
        body: smsTextForm.extend({ number: phoneField }).partial().nullish(),
        response: { 200: writtenSchema(tryOutSchema) },
      },
    },
    async (request) => {
      const id = idOf(request);
      const receiver = await findReceiver(database, settings, id);
      if (!receiver) throw invalid({ url: [t('It can’t be decrypted. Save the endpoint again.')] });
      const content = receiver.isGateway
        ? readSms(request.body)
        : { ...sampleEvent, timestamp: new Date().toISOString() };
      const test = { ...(receiver.isGateway ? smsTest : webhookTest), kind: 'webhooks', recordId: id };
      await database.transaction().execute((transaction) => noteTest(transaction, settings, request, test));
      const { signal } = new AbortController();
      const message = { id: newMessageId(), content };
      const { status, ms, error, answer } = await callReceiver(receiver, message, settings, signal);
      const data = { http_status: status, ms, error, answer: answer?.slice(0, shownOfAnswer) ?? null };
      return { data, message: error ?? t`It answered ${status}, in ${ms} ms` };
    },
  );
}

const webhookTest = { limit: 'webhook-try', what: 'tests', most: 20 };
const smsTest = { limit: 'sms-try', what: 'test texts', most: 10 };

function readSms(body: { [Name in keyof Sms]?: string | undefined } | null | undefined): Sms {
  const { number, text } = body ?? {};
  if (!number || !text) throw invalid({ number: [t('Write a number and a text.')] });
  return { number, text };
}

/** Stands for a lead where a webhook is tried out; its id is nobody's. */
const sampleEvent = {
  type: 'test',
  data: {
    id: 0,
    name: 'মো. আবদুল কাদের',
    institute_name: 'রূপসা আদর্শ উচ্চ বিদ্যালয়',
    number: '+8801700000000',
    email: 'test@example.com',
    status: 'new',
  },
};

function deliveryRoutes({ database }: AppContext, scope: StaffScope): void {
  scope.get(
    adminCalls.deliveries,
    {
      schema: {
        summary: 'List deliveries',
        tags: [adminCalls.webhooks],
        querystring: mini.looseObject({ to: queryParameter('The id of an endpoint, or `sms`') }),
        response: { 200: dataSchema(mini.array(deliverySchema)) },
      },
    },
    async ({ query }) => ({ data: await latestDeliveries(database, readTo(query.to)) }),
  );

  scope.post(
    adminCalls.sendDelivery,
    {
      schema: {
        summary: 'Send a delivery again',
        tags: [adminCalls.webhooks],
        response: { 200: writtenSchema(deliverySchema), 409: messageSchema },
      },
    },
    async (request) => {
      const id = idOf(request);
      await database.transaction().execute((transaction) => deliverAgain(transaction, id));
      return { data: await findDelivery(database, id), message: 'It goes out again, under its id' };
    },
  );
}

/** What makes no sense counts as not given. */
function readTo(to: unknown): number | 'sms' | null {
  if (to === 'sms') return 'sms';
  return typeof to === 'string' && /^[1-9]\d{0,8}$/.test(to) ? Number(to) : null;
}

/** For staff who work with leads, and don't see where texts go. */
function textRoutes({ database, settings }: AppContext, scope: StaffScope): void {
  const config = { area: 'leads' } as const;

  scope.get(
    leadCalls.smsState,
    {
      config,
      schema: { summary: 'Get whether SMS can be sent', response: { 200: smsStateSchema } },
    },
    async () => ({ data: { active: (await findGateway(database, settings)) !== null } }),
  );

  scope.post(
    leadCalls.sms,
    {
      bodyLimit: bodyLimits.text,
      config,
      schema: {
        summary: 'Send an SMS to a lead',
        body: smsTextForm,
        response: { 200: writtenSchema(wholeLeadSchema), 409: messageSchema },
      },
    },
    async (request) => {
      const id = idOf(request);
      const data = await database.transaction().execute(async (transaction) => {
        const lead = await lockLead(transaction, id);
        await sendSms(transaction, settings, actorOf(request), lead, request.body.text);
        return findWholeLead(transaction, id);
      });
      return { data, message: 'The SMS is on its way to the gateway' };
    },
  );
}

/** Of one lead in a day; more would be a nuisance. */
const mostADay = { most: 20, seconds: 86_400 };

/** What staff write to a lead. */
const smsTextForm = z.object({ text: paragraph('text', longestSms) });

/** Sends a text to the phone of a lead, in the transaction of the caller. @throws {HttpError} 409, 422, 429 */
async function sendSms(
  transaction: Database,
  keys: Keys,
  actor: Actor,
  lead: { id: number; number: string; spam: number },
  text: string,
): Promise<void> {
  if (lead.number === '') throw invalid({ text: [t('This lead has no number.')] });
  if (lead.spam === 1) throw new HttpError(409, 'This lead is marked as spam. Mark it as not spam first.');
  const gateway = await findGateway(transaction, keys);
  if (gateway === null)
    throw new HttpError(409, 'SMS is not set up. An owner does that on the screen Webhooks and SMS.');
  const wait = await countUse(transaction, limitKey(keys, 'lead-sms', String(lead.id)), mostADay);
  if (wait > 0) throw new HttpError(429, t`This lead was sent ${mostADay.most} texts today.`, { retryAfter: wait });
  const body = { number: lead.number, text };
  const { parts } = smsLength(text);
  await queueDelivery(transaction, { webhook_id: gateway, request_id: lead.id, event: 'sms', body });
  await addEvent(transaction, lead.id, 'sms_queued', actor, { to: lead.number, text, parts });
  // The audit is for ever, and holds nothing about the person.
  await auditLead(transaction, actor, 'sms', lead.id, { after: { parts } });
}
