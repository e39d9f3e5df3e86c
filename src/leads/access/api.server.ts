import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import * as mini from 'zod/mini';
import type { ConfirmPassword } from '#accounts/confirm-password.server.ts';
import { queueMail } from '#mail/queue.server.ts';
import { adminCalls, historyOf } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import { historyOfRecord } from '#server/audit-history.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid, notFound } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { bodyLimits, dataOnWire, errors, staleEdit, staleOnWire, writtenOnWire } from '#server/lists/answers.server.ts';
import { logSecurity } from '#server/session/security-log.server.ts';
import type { Settings } from '#server/settings.server.ts';
import type { SweepJob } from '#server/sweep.server.ts';
import { siteSettings } from '#site-settings/data.server.ts';
import { historyOnWire } from '#wire/audit.ts';
import { beginCall, endCall, forgetOldCalls } from '../outgoing/call-log.server.ts';
import { newMessageId } from '../outgoing/signing.server.ts';
import { noteTest, passwordForm } from '../outgoing/staff-routes.server.ts';
import { findCall, latestCalls } from './call-lines.server.ts';
import {
  changesOfAccess,
  demoAccessForm,
  demoAccessKind,
  findAccess,
  revealPassword,
  type StoredAccess,
  saveAccess,
  wholeAccess,
} from './demo-access.server.ts';
import { countWaiting, demoMail, mailWaiting } from './give-access.server.tsx';
import { countAsked, forgetEnded } from './personal-accesses.server.ts';
import {
  findPersonalAccess,
  personalAccessForm,
  revealSecret,
  rotateSecret,
  savePersonalAccess,
  wholeWebhook,
} from './personal-settings.server.ts';
import {
  type AccessOnWire,
  demoAccessChangeOnWire,
  demoAccessOnWire,
  personalAccessOnWire,
  sampleRecipient,
  webhookCallOnWire,
  webhookLogOnWire,
} from './schema.ts';
import { askDemoSystem, type LeadForDemoSystem } from './webhook.server.ts';

const tags = [adminCalls.demoAccess];
const bodyLimit = bodyLimits.text;

/** What visitors who ask for a demo are mailed: read, save, try out; and its password, for whoever proves who they are. */
export function demoAccessApi(foundations: Foundations, scope: FastifyInstance, confirm: ConfirmPassword): void {
  const { database, settings } = foundations;
  const calling = scope.withTypeProvider<ZodTypeProvider>();

  calling.get(
    adminCalls.demoAccess,
    { schema: { summary: 'Get the demo access', tags, response: readAnswer(demoAccessOnWire) } },
    async () => ({
      data: await onWire(database, await findAccess(database, settings)),
    }),
  );

  calling.put(
    adminCalls.demoAccess,
    {
      bodyLimit,
      schema: { summary: 'Update the demo access', tags, body: demoAccessForm, response: saveAnswer(demoAccessOnWire) },
    },
    async (request, reply) => {
      const { is, access, mailed } = await foundations.changes.write([demoAccessKind], async (transaction) => {
        const result = await saveAccess(transaction, settings, actorOf(request), request.body);
        return { ...result, mailed: result.is === 'written' ? await mailWaiting(transaction, settings) : 0 };
      });
      const data = await onWire(database, access);
      if (is === 'stale') return reply.code(409).send({ data, message: staleEdit });
      return {
        data,
        message: `Demo access updated successfully${mailed > 0 ? `. ${mailsGoOut(mailed, settings)}` : ''}`,
      };
    },
  );

  for (const [path, kind] of [
    [adminCalls.demoAccess, 'demo-access'],
    [adminCalls.personalAccess, 'personal-access'],
  ] as const) {
    const summary = `Get the history of the ${kind.replace('-', ' ')}`;
    const schema = { summary, tags, response: { 200: historyOnWire, ...errors(401) } };
    calling.get(historyOf(path), { schema }, async () => ({ data: await historyOfRecord(database, kind, 1) }));
  }

  const changes = readAnswer(mini.array(demoAccessChangeOnWire));
  calling.get(
    adminCalls.demoAccessChanges,
    { schema: { summary: 'List changes of the demo access', tags, response: changes } },
    async () => ({
      data: await changesOfAccess(database),
    }),
  );

  const revealed = z.object({ data: z.object({ demo_password: z.string() }) });
  calling.post(
    adminCalls.demoAccessReveal,
    {
      schema: {
        summary: 'Reveal the demo password',
        tags,
        body: passwordForm,
        response: { 200: revealed, ...errors(401, 404, 422) },
      },
    },
    async (request) => {
      await confirm(request, request.body.current_password);
      const password = await revealPassword(database, settings, actorOf(request));
      if (password === null) throw notFound('There is no demo password yet.');
      logSecurity(request, 'demo_password_shown', { user: request.staff.user.id });
      return { data: { demo_password: password } };
    },
  );

  const sent = writtenOnWire(z.object({ to: z.string() }));
  calling.post(
    adminCalls.demoAccessTest,
    { schema: { summary: 'Send a test of the demo mail', tags, response: { 200: sent, ...errors(401, 422) } } },
    async (request) => {
      const { name, email } = request.staff.user;
      await database.transaction().execute(async (transaction) => {
        const access = await wholeAccess(transaction, settings);
        if (!access) throw invalid({ demo_password: ['Save a demo link and a demo password first.'] });
        await noteTest(transaction, settings, request, {
          kind: 'demo-access',
          limit: 'demo-test-mail',
          what: 'test mails',
          most: 10,
        });
        const { name: brand } = await siteSettings(transaction);
        const to = { name, institute: sampleRecipient.institute, email };
        await queueMail(transaction, { ...demoMail(access, to, brand), kind: 'demo_access_test' });
      });
      const message = settings.mail.server
        ? `A test mail is on its way to ${email}`
        : 'Nothing was sent: mail is not set up here. The test mail waits in the Outbox.';
      return { data: { to: email }, message };
    },
  );
}

function readAnswer<T extends mini.ZodMiniType>(record: T) {
  return { 200: dataOnWire(record), ...errors(401) };
}

function saveAnswer<T extends mini.ZodMiniType>(record: T) {
  return { 200: writtenOnWire(record), 409: staleOnWire(record), ...errors(401, 422) };
}

async function onWire(database: Database, access: StoredAccess): Promise<AccessOnWire> {
  const { name: brand } = await siteSettings(database);
  return { ...access, waiting: await countWaiting(database), brand };
}

function mailsGoOut(count: number, { mail }: Pick<Settings, 'mail'>): string {
  if (!mail.server) return `Mail is not set up here: ${count === 1 ? '1 mail' : `${count} mails`} moved to the Outbox.`;
  return count === 1 ? 'One mail that waited for it goes out now.' : `${count} mails that waited for it go out now.`;
}

/** Whether each lead gets an access of its own, which the vendor's demo system makes when our webhook asks for it. */
export function personalAccessApi(foundations: Foundations, scope: FastifyInstance, confirm: ConfirmPassword): void {
  const { database, settings } = foundations;
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const loopback = settings.local;

  calling.get(
    adminCalls.personalAccess,
    { schema: { summary: 'Get the personal access', tags, response: readAnswer(personalAccessOnWire) } },
    async () => ({
      data: await findPersonalAccess(database, settings),
    }),
  );

  calling.put(
    adminCalls.personalAccess,
    {
      bodyLimit,
      config: { confirm: true },
      schema: {
        summary: 'Update the personal access',
        tags,
        body: personalAccessForm(loopback),
        response: saveAnswer(personalAccessOnWire),
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
    { schema: { summary: 'List webhook calls', tags, response: { 200: webhookLogOnWire, ...errors(401) } } },
    async () => ({ data: await latestCalls(database), waiting: await countAsked(database) }),
  );

  secretRoutes(foundations, scope, confirm);

  calling.post(
    adminCalls.personalAccessTest,
    {
      schema: {
        summary: 'Test the webhook',
        tags,
        response: { 200: writtenOnWire(webhookCallOnWire), ...errors(401, 422) },
      },
    },
    async (request) => {
      const { webhook, callId } = await database.transaction().execute(async (transaction) => {
        const webhook = await wholeWebhook(transaction, settings);
        if (!webhook) throw invalid({ url: ['Save the address of the demo system first.'] });
        await noteTest(transaction, settings, request, {
          kind: 'personal-access',
          limit: 'webhook-test',
          what: 'tests',
          most: 20,
        });
        return { webhook, callId: await beginCall(transaction, 'test') };
      });
      const question = { event: 'test', id: newMessageId(), request: sampleLead() } as const;
      const { signal } = new AbortController();
      const { called } = await askDemoSystem(webhook, question, { signal, loopback });
      await endCall(database, callId, called);
      const data = await findCall(database, callId);
      return { data, message: data.error ?? `It answered as it should, in ${data.ms} ms` };
    },
  );
}

/** Both say the secret in clear, to whoever enters the own password. */
function secretRoutes({ database, settings }: Foundations, scope: FastifyInstance, confirm: ConfirmPassword): void {
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const secret = z.object({ data: z.object({ secret: z.string() }) });
  const schema = { tags, body: passwordForm, response: { 200: secret, ...errors(401, 404, 422) } };

  calling.post(
    adminCalls.personalAccessSecret,
    { schema: { ...schema, summary: 'Reveal the webhook secret' } },
    async (request) => {
      await confirm(request, request.body.current_password);
      const shown = await revealSecret(database, settings, actorOf(request));
      if (shown === null) throw notFound('There is no secret yet.');
      logSecurity(request, 'webhook_secret_shown', { user: request.staff.user.id });
      return { data: { secret: shown } };
    },
  );

  calling.post(
    adminCalls.personalAccessNewSecret,
    { schema: { ...schema, summary: 'Make a new webhook secret' } },
    async (request) => {
      await confirm(request, request.body.current_password);
      const made = await rotateSecret(database, settings, actorOf(request));
      logSecurity(request, 'webhook_secret_changed', { user: request.staff.user.id });
      return { data: { secret: made } };
    },
  );
}

/** Stands for whoever will ask for a demo. */
function sampleLead(): LeadForDemoSystem {
  return {
    id: 0,
    name: sampleRecipient.name,
    institute_name: sampleRecipient.institute,
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
