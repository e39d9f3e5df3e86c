import * as z from 'zod/mini';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import type { AppContext, Module } from '#cms/context.server.ts';
import { kindsOnServer } from '#content/kinds.server.ts';
import { sampleWritten } from '#content/sample.server.ts';
import { siteSettings } from '#content/settings/data.server.ts';
import { vendorKind } from '#content/settings/schema.ts';
import { language, t } from '#i18n/text.ts';
import { noteTest } from '#integrations/staff-routes.server.ts';
import { activeAccess } from '#leads/demo-access/demo-access.server.ts';
import { lastMailsOf } from '#leads/lead/data.server.ts';
import { recipientsOf } from '#leads/notifications/announce.server.ts';
import { renderMailParts } from '#mail/mail-document.server.tsx';
import { queueMail } from '#mail/queue.server.ts';
import { calls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { missingContacts, readPlaces, removeSample, restoreSample, sampleSections } from './sample.server.ts';
import {
  inventedHost,
  type Onboarding,
  onboardingSchema,
  onboardingSteps,
  sampleRemovedSchema,
  sampleRestoredSchema,
  testMailSchema,
} from './schema.ts';

const putAwayForm = z.object({ put_away: z.boolean() });
const removalForm = z.nullish(z.object({ sections: z.optional(z.array(z.enum(sampleSections))) }));
const undoForm = z.nullish(
  z.object({
    removed_at: z.nullish(z.iso.datetime({ error: 'Send `removed_at` as removing answered it, or leave it out.' })),
  }),
);

/** What is to be done first, how far it is, and the sample in one step out and back in. */
export const onboardingModule = { staffRoutes: { people: onboardingApi } } satisfies Module;

function onboardingApi(context: AppContext, scope: StaffScope): void {
  const { database, settings } = context;
  const read = (actor: Actor) => readOnboarding(database, settings, actor);

  scope.get(
    calls.firstDay,
    { schema: { summary: 'Get the first steps', response: { 200: onboardingSchema } } },
    (request) => read(actorOf(request)),
  );

  scope.put(
    calls.firstDay,
    {
      schema: {
        summary: 'Put the first steps away',
        body: putAwayForm,
        response: { 200: onboardingSchema },
      },
    },
    async (request) => {
      await hideOnboarding(database, request.staff.user.id, request.body.put_away);
      return read(actorOf(request));
    },
  );

  scope.post(
    calls.removeSample,
    {
      schema: {
        summary: 'Remove the sample content',
        body: removalForm,
        response: { 200: sampleRemovedSchema },
      },
    },
    async (request) => {
      const data = await removeSample(context, actorOf(request), request.body?.sections);
      const { kept, removed } = data;
      const message =
        kept.length > 0
          ? t`${removed} entries of the sample removed, ${kept.length} changed or used since stay`
          : t`${removed} entries of the sample removed`;
      return { data, message };
    },
  );

  scope.post(
    calls.restoreSample,
    {
      schema: {
        summary: 'Bring the sample content back',
        body: undoForm,
        response: { 200: sampleRestoredSchema },
      },
    },
    async (request) => {
      const restored = await restoreSample(context, actorOf(request), request.body?.removed_at ?? null);
      return { data: { restored }, message: t`${restored} entries of the sample restored` };
    },
  );

  scope.post(
    calls.testMail,
    { schema: { summary: 'Send a test mail', response: { 200: testMailSchema } } },
    async (request) => {
      const { email } = request.staff.user;
      await database.transaction().execute(async (transaction) => {
        await noteTest(transaction, settings, request, {
          kind: 'mails',
          recordId: 0,
          limit: 'test-mail',
          what: t('test mails'),
          most: 10,
        });
        const { name } = await siteSettings(transaction);
        const lines = [{ text: t('You can read this, so mails of the site arrive.') }];
        const mail = renderMailParts({ lang: language(), brand: name }, [{ heading: t('Test mail'), lines }]);
        await queueMail(transaction, { to: email, subject: t`Test mail of ${name}`, kind: 'test', ...mail });
      });
      const message = settings.mail.server
        ? t`A test mail is on its way to ${email}`
        : t('Nothing was sent: mail is not set up here. The test mail waits in the Outbox.');
      return { data: { to: email }, message };
    },
  );
}

async function readOnboarding(database: Database, settings: Settings, { user }: Actor): Promise<Onboarding> {
  const [people, hasOwnPassword, hasOwnBrand, places, isHidden, contactsMissing, isMailed, access, notified, latest] =
    await Promise.all([
      database.selectFrom('users').select('id').orderBy('id').limit(2).execute(),
      hasEvent(database, { kind: 'accounts', id: user.id, actions: ['change-password', 'reset-password'] }),
      hasEvent(database, { kind: vendorKind, id: 1, actions: ['update'] }),
      readPlaces(database),
      database.selectFrom('store_facts').select('value').where('name', '=', factOf(user.id)).executeTakeFirst(),
      missingContacts(database),
      hasSentMail(database),
      activeAccess(database, settings),
      recipientsOf(database, 'digest'),
      latestRequest(database),
    ]);
  // Whoever was invited chose the password; the first one's was made, or stands in the settings.
  const hasPassword = people[0]?.id !== user.id || hasOwnPassword;
  const sampleLeft = places.reduce((sum, { sample }) => sum + sample, 0);
  const hasServer = settings.mail.server !== null;
  const done = {
    password: hasPassword && !user.email.endsWith(inventedHost),
    brand: hasOwnBrand,
    contact: contactsMissing.length === 0,
    mail: hasServer && isMailed,
    demo_access: access !== null,
    notify: notified.some((address) => !address.endsWith(inventedHost)),
    request: latest !== undefined,
    invite: people.length > 1,
    sample: sampleLeft === 0 && places.some(({ section, own }) => own > 0 && section in kindsOnServer),
  };
  return {
    steps: onboardingSteps.map((step) => ({ step, done: done[step] })),
    put_away: isHidden !== undefined,
    sample_left: sampleLeft,
    places,
    contacts_missing: contactsMissing,
    mail_server: hasServer,
    latest_request: latest?.deleted_at === null ? latest : null,
    notified,
  };
}

function hasEvent(database: Database, { kind, id, actions }: { kind: string; id: number; actions: string[] }) {
  const events = database.selectFrom('audit_events').select('id').where('kind', '=', kind).where('record_id', '=', id);
  return hasRow(events.where('action', 'in', actions).limit(1));
}

/** Whether a mail went to somebody who can read it: the digest and notices go to the invented address from the start. */
function hasSentMail(database: Database): Promise<boolean> {
  const sent = database
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'sent')
    .where('recipient', 'not like', `%${inventedHost}`);
  return hasRow(sent.limit(1));
}

/** What a visitor sent last, even if it was deleted; the sample's requests don't count. */
async function latestRequest(database: Database) {
  const request = await database
    .selectFrom('demo_requests')
    .select(['id', 'institute_name', 'created_at', 'deleted_at'])
    .where('origin', '=', 'requested')
    .where('spam', '=', 0)
    .where('created_at', '>', (await sampleWritten(database))?.begun ?? '')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const mails = request && (await lastMailsOf(database, [request.id]));
  return request && { ...request, mail: mails?.get(request.id)?.state ?? null };
}

async function hideOnboarding(database: Database, userId: number, isHidden: boolean): Promise<void> {
  const name = factOf(userId);
  if (!isHidden) {
    await database.deleteFrom('store_facts').where('name', '=', name).execute();
    return;
  }
  await database
    .insertInto('store_facts')
    .values({ name, value: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function factOf(userId: number): string {
  return `first_day_put_away_${userId}`;
}
