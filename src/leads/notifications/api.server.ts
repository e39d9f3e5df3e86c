import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext, Module } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import { timestampIn } from '#platform/database/dialect.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { createRetryingWorker, usualRetries } from '#platform/jobs/retrying-worker.server.ts';
import { addressRefusal, privateAddressMessage } from '#platform/outbound.server.ts';
import { eventText } from '#platform/session/event-streams.server.ts';
import { deleteOldDigests, sendDigest, startMailClock } from './announce.server.ts';
import { deleteOldNotifications, markRead, notificationsKind, notificationsOf, readsKind } from './data.server.ts';
import { sendPush, unsubscribe, vapidKeys } from './push.server.ts';
import { notificationsSchema } from './schema.ts';
import { notificationSettingsApi } from './settings.server.ts';

const id = z.int().positive().max(2_147_483_647);
const which = z.union([z.strictObject({ ids: z.array(id).min(1).max(100) }), z.strictObject({ up_to: id })], {
  error: 'Send either ids or up_to.',
});

/** After a quarter of an hour the bell is enough. */
const pushLimits = { ...usualRetries, waits: [5, 30, 120, 600] };

export const notificationsModule = {
  staffRoutes: { leads: notificationsApi },
  jobs: [
    { table: 'pushes', create: (context) => createRetryingWorker(context, 'pushes', sendPush(context), pushLimits) },
  ],
  cleanups: ({ database }: AppContext) => [
    { name: 'notifications', run: () => deleteOldNotifications(database) },
    { name: 'digests', run: () => deleteOldDigests(database) },
  ],
} satisfies Module;

function notificationsApi(context: AppContext, scope: StaffScope): void {
  const { database } = context;
  const answer = { 200: notificationsSchema };
  scope.get(calls.notifications, { schema: { summary: 'List {many}', response: answer } }, ({ staff }) =>
    notificationsOf(database, staff.user.id),
  );

  scope.put(
    calls.notificationsRead,
    { config: { need: 'read' }, schema: { summary: 'Mark notifications as read', body: which, response: answer } },
    async ({ staff, body }) => {
      await markRead(database, staff.user.id, 'ids' in body ? body : { upTo: body.up_to });
      return notificationsOf(database, staff.user.id);
    },
  );

  notificationStream(context, scope);
  notificationSettingsApi(context, scope);
  pushApi(context, scope);
  startMailClock(context, 'digest', sendDigest);
}

/** `change` names the kinds, and the client refetches them. Fed by the changes of all instances. */
function notificationStream({ changes, streams, http }: AppContext, scope: StaffScope): void {
  const stop = changes.onChange((changed) => {
    void streams.send(({ topic, user }) => {
      const kinds = [notificationsKind, readsKind(user.id)].filter((kind) => changed.includes(kind));
      return topic === notificationsKind && kinds.length > 0 ? eventText('change', { kinds }) : null;
    });
  });
  http.addHook('preClose', async () => {
    stop();
  });

  scope.get(
    calls.notificationStream,
    {
      // It ends with its session, which a program doesn't have.
      config: { isForPrograms: false },
      schema: { summary: 'Follow notifications', describedAnswer: 'text/event-stream' },
    },
    async (request, reply) => streams.open(request, reply, { area: scope.area, topic: notificationsKind }),
  );
}

function pushApi({ database, settings }: AppContext, scope: StaffScope): void {
  scope.get(
    calls.push,
    {
      schema: {
        summary: 'Get the key for rings',
        response: { 200: z.object({ public_key: z.string().nullable(), subscribed: z.boolean() }) },
      },
    },
    async ({ staff }) => ({
      public_key: settings.offlinePages ? vapidKeys(settings).publicKey : null,
      subscribed: await hasRow(
        database.selectFrom('push_subscriptions').select('session_id').where('session_id', '=', staff.sessionId),
      ),
    }),
  );

  const response = { 200: z.object({}) };
  const key = z.string().max(200);
  const body = z.object({
    endpoint: z
      .string()
      .max(2_000)
      .refine((url) => !addressRefusal(url, settings), privateAddressMessage),
    keys: z.object({ p256dh: key, auth: key }),
  });
  scope.post(
    calls.pushSubscriptions,
    { config: { isForPrograms: false }, schema: { summary: 'Ring this browser', body, response } },
    async ({ staff, body }) => {
      await sql`
        insert into push_subscriptions (session_id, subscription, created_at)
        values (${staff.sessionId}, ${JSON.stringify(body)}, ${timestampIn(database, 0)})
        on conflict (session_id) do update set subscription = excluded.subscription`.execute(database);
      return {};
    },
  );

  scope.delete(
    calls.pushSubscriptions,
    { schema: { summary: 'Stop ringing this browser', response } },
    async ({ staff }) => {
      await unsubscribe(database, staff.sessionId);
      return {};
    },
  );
}
