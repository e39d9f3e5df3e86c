import { z } from 'zod';
import type { AppContext } from '#cms/context.server.ts';
import type { Module } from '#cms/module.server.ts';
import { calls } from '#paths.ts';
import type { Http } from '#platform/http/create.server.ts';
import { deleteOldNotifications, markRead, notificationsOf } from './data.server.ts';
import { deleteOldDigests, startDigestClock } from './digest.server.ts';
import { notificationsSchema } from './schema.ts';
import { notificationSettingsApi } from './settings.server.ts';
import { notificationStream } from './stream.server.ts';

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

function notificationsApi(context: AppContext, scope: Http): void {
  const { database } = context;
  const answer = { 200: notificationsSchema };
  scope.get(calls.notifications, { schema: { summary: 'List notifications', response: answer } }, ({ staff }) =>
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
  startDigestClock(context);
}
