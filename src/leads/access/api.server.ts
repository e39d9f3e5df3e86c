import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { adminCalls } from '#paths.ts';
import { actorOf, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { invalid, notFound, Refusal } from '#server/errors.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { countUse, type Limit, limitKey } from '#server/limits.server.ts';
import { bodyLimits, errors, staleEdit, staleOnWire, writtenOnWire } from '#server/lists/answers.server.ts';
import { queueMail } from '#server/mail/outbox.server.ts';
import { logSecurity } from '#server/session/security-log.server.ts';
import { siteSettings } from '#site-settings/data.server.ts';
import {
  changesOfAccess,
  demoAccessForm,
  findAccess,
  revealPassword,
  type StoredAccess,
  saveAccess,
  wholeAccess,
} from './demo-access.server.ts';
import { countWaiting, demoMail, mailWaiting } from './give-access.server.tsx';
import { demoAccessChangeOnWire, demoAccessOnWire, sampleRequester } from './schema.ts';

/** Whether somebody who is signed in knows the own password; refuses with 422 or 429 where not. */
type ConfirmPassword = (request: FastifyRequest, password: string) => Promise<void>;

const revealBody = z.object({
  current_password: z.string({ error: 'Enter your password.' }).min(1, 'Enter your password.'),
});

const testMails: Limit = { most: 10, seconds: 3_600 };

/** What visitors who ask for a demo are mailed: read, save, try out; and its password, for whoever proves who they are. */
export function demoAccessApi(foundations: Foundations, scope: FastifyInstance, confirm: ConfirmPassword): void {
  const { database, settings } = foundations;
  const calling = scope.withTypeProvider<ZodTypeProvider>();
  const tags = [adminCalls.demoAccess];
  const record = z.object({ data: demoAccessOnWire });
  const written = writtenOnWire(demoAccessOnWire);

  calling.get(adminCalls.demoAccess, { schema: { tags, response: { 200: record, ...errors(401) } } }, async () => ({
    data: await onWire(database, await findAccess(database, settings)),
  }));

  calling.put(
    adminCalls.demoAccess,
    {
      bodyLimit: bodyLimits.text,
      schema: {
        tags,
        body: demoAccessForm,
        response: { 200: written, 409: staleOnWire(demoAccessOnWire), ...errors(401, 422) },
      },
    },
    async (request, reply) => {
      const { is, access, mailed } = await database.transaction().execute(async (transaction) => {
        const result = await saveAccess(transaction, settings, actorOf(request), request.body);
        return { ...result, mailed: result.is === 'written' ? await mailWaiting(transaction, settings) : 0 };
      });
      const data = await onWire(database, access);
      if (is === 'stale') return reply.code(409).send({ data, message: staleEdit });
      return { data, message: `Demo access updated successfully${mailed > 0 ? `. ${mailsGoOut(mailed)}` : ''}` };
    },
  );

  const changes = z.object({ data: z.array(demoAccessChangeOnWire) });
  calling.get(
    adminCalls.demoAccessChanges,
    { schema: { tags, response: { 200: changes, ...errors(401) } } },
    async () => ({
      data: await changesOfAccess(database),
    }),
  );

  const revealed = z.object({ data: z.object({ demo_password: z.string() }) });
  calling.post(
    adminCalls.demoAccessReveal,
    { schema: { tags, body: revealBody, response: { 200: revealed, ...errors(401, 404, 422) } } },
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
    { schema: { tags, response: { 200: sent, ...errors(401, 422) } } },
    async (request) => {
      const { id, name, email } = request.staff.user;
      await database.transaction().execute(async (transaction) => {
        const access = await wholeAccess(transaction, settings);
        if (!access) throw invalid({ demo_password: ['Save a demo link and a demo password first.'] });
        const wait = await countUse(transaction, limitKey('demo-test-mail', String(id)), testMails);
        if (wait > 0) throw new Refusal(429, `Too many test mails. Try again in ${wait} s.`, { retryAfter: wait });
        const { name: brand } = await siteSettings(transaction);
        const to = { name, institute: sampleRequester.institute, email };
        await queueMail(transaction, { ...demoMail(access, to, brand), kind: 'demo_access_test' });
        const change = { action: 'test', kind: 'demo-access', recordId: 1, before: null, after: null };
        await recordChange(transaction, actorOf(request), change);
      });
      return { data: { to: email }, message: `A test mail is on its way to ${email}` };
    },
  );
}

async function onWire(database: Database, access: StoredAccess): Promise<z.infer<typeof demoAccessOnWire>> {
  return {
    demo_link: access.link,
    demo_password: null,
    password_set: access.passwordSet,
    subject: access.subject,
    message: access.message,
    status: access.status,
    created_at: access.createdAt,
    updated_at: access.updatedAt,
    waiting: await countWaiting(database),
    brand: (await siteSettings(database)).name,
  };
}

function mailsGoOut(count: number): string {
  return count === 1 ? 'One mail that waited for it goes out now.' : `${count} mails that waited for it go out now.`;
}
