import type { Generated } from 'kysely';
import type {} from '#mail/queue.server.ts';
import { undeliveredStates } from '#mail/states.ts';
import { announceChange } from '#platform/cache/changes.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows, deleteInBatches, hasRow } from '#platform/database/rows.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    notifications: NotificationsTable;
    notification_reads: NotificationReadsTable;
  }
}

/** A new request, or with `mail_id` an undelivered mail. Deleted together with them. */
interface NotificationsTable {
  id: Generated<number>;
  request_id: number;
  mail_id: number | null;
  created_at: string;
}

interface NotificationReadsTable {
  user_id: number;
  notification_id: number;
}

/** Kinds of changes: for everyone, and for one reader. */
export const notificationsKind = 'notifications';
export const readsKind = (userId: number) => `notifications of ${userId}`;

const listLength = 20;

/** In milliseconds. */
const maxAge = 30 * 86_400_000;

/** False if the request has one already. */
export function addNotification(transaction: Database, requestId: number, now: Date): Promise<boolean> {
  return hasRow(
    transaction
      .insertInto('notifications')
      .values({ request_id: requestId, created_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('request_id').where('mail_id', 'is', null).doNothing())
      .returning('id'),
  );
}

/** Replaces an earlier one for the same mail, so that it is unread again. */
export async function addMailFailure(
  transaction: Database,
  failure: { request_id: number; mail_id: number },
  now: Date,
): Promise<void> {
  await transaction.deleteFrom('notifications').where('mail_id', '=', failure.mail_id).execute();
  await transaction
    .insertInto('notifications')
    .values({ ...failure, created_at: now.toISOString() })
    .execute();
}

export async function notificationsOf(database: Database, userId: number) {
  const rows = await selectVisibleNotifications(database)
    .leftJoin('notification_reads', (join) =>
      join.onRef('notification_reads.notification_id', '=', 'notifications.id').on('user_id', '=', userId),
    )
    .select(['notifications.id', 'request_id', 'name', 'institute_name', 'notifications.created_at', 'user_id'])
    .select(['mail_id', 'mails.recipient'])
    .orderBy('notifications.id', 'desc')
    .limit(listLength)
    .execute();
  const data = rows.map(({ user_id, mail_id, recipient, ...row }) => ({
    ...row,
    lost_mail_to: mail_id === null ? null : recipient,
    read: user_id !== null,
  }));
  return { data, unread: await countRows(unreadBy(database, userId)) };
}

export async function markRead(
  database: Database,
  userId: number,
  which: { ids: readonly number[] } | { upTo: number },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const rows = await unreadBy(transaction, userId)
      .select('notifications.id')
      .where((eb) =>
        'ids' in which ? eb('notifications.id', 'in', [...which.ids]) : eb('notifications.id', '<=', which.upTo),
      )
      // Skips rows that are locked because their lead is being erased.
      .forKeyShare('notifications')
      .skipLocked()
      .execute();
    if (rows.length === 0) return;
    for (let at = 0; at < rows.length; at += 500) {
      const values = rows.slice(at, at + 500).map(({ id }) => ({ user_id: userId, notification_id: id }));
      await transaction
        .insertInto('notification_reads')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await announceChange(transaction, [readsKind(userId)]);
  });
}

export async function deleteOldNotifications(database: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - maxAge).toISOString();
  const old = database.selectFrom('notifications').where('created_at', '<', before);
  await deleteInBatches(database, 'notifications', old);
}

/** Excludes hidden leads, and mails that arrived after all or were replaced. */
function selectVisibleNotifications(database: Database) {
  return database
    .selectFrom('notifications')
    .innerJoin('demo_requests', 'demo_requests.id', 'notifications.request_id')
    .leftJoin('mails', 'mails.id', 'notifications.mail_id')
    .where('spam', '=', 0)
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([eb('mail_id', 'is', null), and([eb('state', 'in', undeliveredStates), eb('replaced_by', 'is', null)])]),
    );
}

function unreadBy(database: Database, userId: number) {
  return selectVisibleNotifications(database).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('notification_reads')
          .select('notification_id')
          .whereRef('notification_id', '=', 'notifications.id')
          .where('user_id', '=', userId),
      ),
    ),
  );
}
