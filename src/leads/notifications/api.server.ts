import { z } from 'zod';
import type { AppContext, Module } from '#cms/context.server.ts';
import { calls } from '#paths.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { eventText } from '#platform/session/event-streams.server.ts';
import { deleteOldDigests, sendDigest, startMailClock } from './announce.server.ts';
import { deleteOldNotifications, markRead, notificationsKind, notificationsOf, readsKind } from './data.server.ts';
import { notificationsSchema } from './schema.ts';
import { notificationSettingsApi } from './settings.server.ts';

const id = z.int().positive().max(2_147_483_647);
const which = z.union([z.strictObject({ ids: z.array(id).min(1).max(100) }), z.strictObject({ up_to: id })], {
  error: 'Send either ids or up_to.',
});

export const notificationsModule = {
  staffRoutes: { leads: notificationsApi },
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
