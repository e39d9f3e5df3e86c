import { z } from 'zod';
import { confirmPassword } from '#auth/proof.server.ts';
import { actorOf } from '#cms/audit/audit.server.ts';
import {
  bodyLimits,
  conflictAnswer,
  conflictSchema,
  dataSchema,
  errorsSchema,
  messageSchema,
  writtenSchema,
} from '#cms/collections/answers.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { t } from '#i18n/text.ts';
import { noteTest, passwordForm } from '#integrations/staff-routes.server.ts';
import { queueMail } from '#mail/queue.server.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { logSecurity } from '#platform/metrics/traffic.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import {
  demoAccessForm,
  demoAccessKind,
  demoAccessSecret,
  findAccess,
  revealPassword,
  type StoredAccess,
  saveAccess,
  wholeAccess,
} from './demo-access.server.ts';
import { countWaiting, demoMail, lockWaiting, mailWaiting } from './give-access.server.tsx';
import { type DemoAccessResponse, demoAccessResponse, sampleRecipient } from './schema.ts';

const bodyLimit = bodyLimits.text;

/** What visitors who ask for a demo are mailed: read, save, try out; and its password, for whoever proves who they are. */
export const demoAccessModule = {
  staffRoutes: { access: demoAccessApi },
  secrets: [demoAccessSecret],
} satisfies Module;

function demoAccessApi(context: AppContext, scope: StaffScope): void {
  formRoutes(context, scope);
  revealRoute(context, scope);
  testRoute(context, scope);
}

function formRoutes({ database, settings, changes }: AppContext, scope: StaffScope): void {
  scope.get(
    adminCalls.demoAccess,
    { schema: { summary: 'Get the demo access', response: { 200: dataSchema(demoAccessResponse) } } },
    async () => ({
      data: await toResponse(database, await findAccess(database, settings)),
    }),
  );

  scope.put(
    adminCalls.demoAccess,
    {
      bodyLimit,
      config: { confirm: true },
      schema: {
        summary: 'Update the demo access',
        body: demoAccessForm,
        response: { 200: writtenSchema(demoAccessResponse), 409: conflictSchema(demoAccessResponse) },
      },
    },
    async (request, reply) => {
      const { status, access, mailed } = await changes.write([demoAccessKind], async (transaction) => {
        await lockWaiting(transaction);
        const result = await saveAccess(transaction, settings, actorOf(request), request.body);
        return { ...result, mailed: result.status === 'written' ? await mailWaiting(transaction, settings) : 0 };
      });
      const data = await toResponse(database, access);
      if (status === 'stale')
        return reply.code(409).send(await conflictAnswer(database, demoAccessKind, 1, { record: data }));
      return {
        data,
        message:
          mailed > 0
            ? t`Demo access updated successfully. ${mailsGoOut(mailed, settings)}`
            : 'Demo access updated successfully',
      };
    },
  );
}

function revealRoute(context: AppContext, scope: StaffScope): void {
  const { database, settings } = context;
  const revealed = dataSchema(z.object({ demo_password: z.string() }));
  scope.post(
    adminCalls.demoAccessReveal,
    {
      config: { isForPrograms: false },
      schema: {
        summary: 'Reveal the demo password',
        body: passwordForm,
        response: { 200: revealed, 404: messageSchema },
      },
    },
    async (request) => {
      await confirmPassword(context, request, request.body.current_password);
      const password = await revealPassword(database, settings, actorOf(request));
      if (password === null) throw notFound('There is no demo password yet.');
      logSecurity(request, 'demo_password_shown', { user: request.staff.user.id });
      return { data: { demo_password: password } };
    },
  );
}

function testRoute({ database, settings }: AppContext, scope: StaffScope): void {
  const sent = writtenSchema(z.object({ to: z.string() }));
  scope.post(
    adminCalls.demoAccessTest,
    { schema: { summary: 'Send a test of the demo mail', response: { 200: sent, 422: errorsSchema } } },
    async (request) => {
      const { name, email } = request.staff.user;
      await database.transaction().execute(async (transaction) => {
        const access = await wholeAccess(transaction, settings);
        if (!access) throw invalid({ demo_password: [t('Save a demo link and a demo password first.')] });
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
      return {
        data: { to: email },
        message: settings.mail.server
          ? t`A test mail is on its way to ${email}`
          : 'Nothing was sent: mail is not set up here. The test mail waits in the Outbox.',
      };
    },
  );
}

async function toResponse(database: Database, access: StoredAccess): Promise<DemoAccessResponse> {
  const { name: brand } = await siteSettings(database);
  return { ...access, waiting: await countWaiting(database), brand };
}

function mailsGoOut(count: number, { mail }: Pick<Settings, 'mail'>): string {
  if (!mail.server)
    return count === 1
      ? t('Mail is not set up here: 1 mail moved to the Outbox.')
      : t`Mail is not set up here: ${count} mails moved to the Outbox.`;
  return count === 1
    ? t('One mail that waited for it goes out now.')
    : t`${count} mails that waited for it go out now.`;
}
