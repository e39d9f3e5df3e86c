import { type Actor, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import { firstSettings, type NotificationSettings } from './schema.ts';

declare module '#server/database/tables.server.ts' {
  interface Tables {
    notification_settings: NotificationSettingsTable;
  }
}

/** One row at most. */
interface NotificationSettingsTable {
  id: number;
  /** With line breaks between. */
  sales_addresses: string;
  mail_requests: number;
  mail_digest: number;
  digest_hour: number;
  quiet_from: number;
  quiet_until: number;
  updated_at: string;
}

const onlyRow = 1;

export async function notificationSettings(database: Database): Promise<NotificationSettings> {
  const row = await database
    .selectFrom('notification_settings')
    .selectAll()
    .where('id', '=', onlyRow)
    .executeTakeFirst();
  if (!row) return firstSettings;
  return {
    salesAddresses: row.sales_addresses.split('\n').filter(Boolean),
    mailRequests: row.mail_requests === 1,
    mailDigest: row.mail_digest === 1,
    digestHour: row.digest_hour,
    quietFrom: row.quiet_from,
    quietUntil: row.quiet_until,
    updatedAt: row.updated_at,
  };
}

type Choice = Omit<NotificationSettings, 'updatedAt'>;

/**
 * Changes the settings. `seen` is when they were last changed as the form knows it, undefined where it does not care:
 * answers `stale`, and writes nothing, where somebody else was faster.
 */
export async function changeSettings(
  database: Database,
  actor: Actor,
  choice: Choice,
  seen: string | null | undefined,
): Promise<{ is: 'written' | 'stale'; settings: NotificationSettings }> {
  return database.transaction().execute(async (transaction) => {
    const before = await notificationSettings(transaction);
    if (seen !== undefined && seen !== before.updatedAt) return { is: 'stale', settings: before };
    const values = {
      sales_addresses: choice.salesAddresses.join('\n'),
      mail_requests: choice.mailRequests ? 1 : 0,
      mail_digest: choice.mailDigest ? 1 : 0,
      digest_hour: choice.digestHour,
      quiet_from: choice.quietFrom,
      quiet_until: choice.quietUntil,
      updated_at: new Date().toISOString(),
    };
    await transaction
      .insertInto('notification_settings')
      .values({ id: onlyRow, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    const settings = { ...choice, updatedAt: values.updated_at };
    await recordChange(transaction, actor, {
      action: 'update',
      kind: 'notification-settings',
      recordId: onlyRow,
      before,
      after: settings,
    });
    return { is: 'written', settings };
  });
}
