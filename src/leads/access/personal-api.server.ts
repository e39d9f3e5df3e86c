import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { adminCalls } from '#paths.ts';
import { actorOf, recordChange } from '#server/audit.server.ts';
import { invalid, notFound, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { countUse, type Limit, limitKey } from '#server/limits.server.ts';
import {
  bodyLimits,
  errors,
  recordOnWire,
  staleEdit,
  staleOnWire,
  writtenOnWire,
} from '#server/lists/answers.server.ts';
import { logSecurity } from '#server/session/security-log.server.ts';
import type { SweepJob } from '#server/sweep.server.ts';
import { countAsked, forgetEnded } from './personal-accesses.server.ts';
import {
  findPersonalAccess,
  personalAccessForm,
  revealSecret,
  rotateSecret,
  savePersonalAccess,
  type Webhook,
  wholeWebhook,
} from './personal-settings.server.ts';
import { personalAccessOnWire, sampleRequester, webhookCallOnWire, webhookLogOnWire } from './schema.ts';
import { askDemoSystem, type Requester } from './webhook.server.ts';
import { beginCall, endCall, findCall, forgetOldCalls, latestCalls } from './webhook-calls.server.ts';
import { newWebhookId } from './webhook-post.server.ts';

/** Whether somebody who is signed in knows the own password; refuses with 422 or 429 where not. */
type ConfirmPassword = (request: FastifyRequest, password: string) => Promise<void>;

const passwordBody = z.object({
  current_password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.'),
});

const tests: Limit = { most: 20, seconds: 3_600 };

const tags = [adminCalls.demoAccess];

/** Whether each requester gets an access of the own, which the vendor's demo system makes when our webhook asks for it. */
export function personalAccessApi(foundations: Foundations, scope: FastifyInstance, confirm: ConfirmPassword): void {
  const { database, settings } = foundations;
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const loopback = !settings.production;

  calling.get(
    adminCalls.personalAccess,
    { schema: { tags, response: { 200: recordOnWire(personalAccessOnWire), ...errors(401) } } },
    async () => ({ data: await findPersonalAccess(database, settings) }),
  );

  calling.put(
    adminCalls.personalAccess,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        tags,
        body: personalAccessForm(loopback),
        response: {
          200: writtenOnWire(personalAccessOnWire),
          409: staleOnWire(personalAccessOnWire),
          ...errors(401, 422),
        },
      },
    },
    async (request, reply) => {
      const { is, settings: data } = await database
        .transaction()
        .execute((transaction) => savePersonalAccess(transaction, settings, actorOf(request), request.body));
      if (is === 'stale') return reply.code(409).send({ data, message: staleEdit });
      return { data, message: 'Personal access updated successfully' };
    },
  );

  calling.get(
    adminCalls.personalAccessLog,
    { schema: { tags, response: { 200: webhookLogOnWire, ...errors(401) } } },
    async () => ({ data: await latestCalls(database), waiting: await countAsked(database) }),
  );

  secretRoutes(foundations, scope, confirm);

  calling.post(
    adminCalls.personalAccessTest,
    { schema: { tags, response: { 200: writtenOnWire(webhookCallOnWire), ...errors(401, 422) } } },
    async (request) => {
      const { webhook, callId } = await database.transaction().execute(async (transaction) => {
        const webhook = await wholeWebhook(transaction, settings);
        if (!webhook) throw invalid({ url: ['Save the address of the demo system first.'] });
        const wait = await countUse(transaction, limitKey('webhook-test', String(request.staff.user.id)), tests);
        if (wait > 0) throw new Refusal(429, `Too many tests. Try again in ${wait} s.`, { retryAfter: wait });
        const change = { action: 'test', kind: 'personal-access', recordId: 1, before: null, after: null };
        await recordChange(transaction, actorOf(request), change);
        return { webhook, callId: await beginCall(transaction, null) };
      });
      await tryOut(webhook, callId);
      const data = await findCall(database, callId);
      return { data, message: data.error ?? `It answered as it should, in ${data.ms} ms` };
    },
  );

  async function tryOut(webhook: Webhook, callId: number): Promise<void> {
    const question = { event: 'test', id: newWebhookId(), request: nobody() } as const;
    const { signal } = new AbortController();
    const { called } = await askDemoSystem(webhook, question, { signal, loopback });
    await endCall(database, callId, called);
  }
}

/** Both say the secret in clear, to whoever enters the own password. */
function secretRoutes({ database, settings }: Foundations, scope: FastifyInstance, confirm: ConfirmPassword): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const secret = z.object({ data: z.object({ secret: z.string() }) });
  const schema = { tags, body: passwordBody, response: { 200: secret, ...errors(401, 404, 422) } };

  calling.post(adminCalls.personalAccessSecret, { schema }, async (request) => {
    await confirm(request, request.body.current_password);
    const shown = await database
      .transaction()
      .execute((transaction) => revealSecret(transaction, settings, actorOf(request)));
    if (shown === null) throw notFound('There is no secret yet.');
    logSecurity(request, 'webhook_secret_shown', { user: request.staff.user.id });
    return { data: { secret: shown } };
  });

  calling.post(adminCalls.personalAccessNewSecret, { schema }, async (request) => {
    await confirm(request, request.body.current_password);
    const made = await database
      .transaction()
      .execute((transaction) => rotateSecret(transaction, settings, actorOf(request)));
    logSecurity(request, 'webhook_secret_changed', { user: request.staff.user.id });
    return { data: { secret: made } };
  });
}

/** Stands for whoever will ask. */
function nobody(): Requester {
  return {
    id: 0,
    name: sampleRequester.name,
    institute_name: sampleRequester.institute,
    number: '+8801700000000',
    email: 'test@example.com',
    students: null,
    package: null,
    created_at: new Date().toISOString(),
  };
}

export function personalAccessSweepJobs({ database }: Pick<Foundations, 'database'>): SweepJob[] {
  return [
    { name: 'ended accesses', run: () => forgetEnded(database) },
    { name: 'old webhook calls', run: () => forgetOldCalls(database) },
  ];
}
