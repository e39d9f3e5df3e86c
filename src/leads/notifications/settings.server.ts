import type { Generated } from 'kysely';
import { z } from 'zod';
import { cleanAddress } from '#api/text.ts';
import { notifyOwners } from '#auth/notice-mail.server.ts';
import { type Actor, actorOf, recordChange } from '#cms/audit/audit.server.ts';
import { conflictAnswer, conflictSchema, dataSchema, writtenSchema } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { calls } from '#paths.ts';
import { lockName } from '#platform/database/dialect.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { assertConfirmed } from '#platform/session/guard.server.ts';
import { isOneAddress } from '#platform/settings/mail-settings.server.ts';
import { assignRules, type NotificationSettings, notificationSettingsSchema } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    notification_settings: NotificationSettingsTable;
  }
}

interface NotificationSettingsTable {
  id: number;
  /** Separated by line breaks. */
  sales_addresses: string;
  mail_requests: number;
  mail_digest: number;
  digest_hour: number;
  assign: NotificationSettings['assign'];
  /** Who got the last lead in turn. */
  last_owner_id: Generated<number>;
  updated_at: string;
}

type StoredSettings = Omit<NotificationSettings, 'mail_server'>;

const firstSettings: StoredSettings = {
  sales_addresses: [],
  mail_requests: true,
  mail_digest: true,
  digest_hour: 8,
  assign: 'none',
  updated_at: null,
};

const maxAddresses = 20;
const onlyRow = 1;

const hour = z.int({ error: 'Choose an hour.' }).min(0, 'Choose an hour.').max(23, 'Choose an hour.');
const onOrOff = z.boolean({ error: 'Say true or false.' });

const addresses = z
  .array(z.string({ error: 'Write each address as text.' }), { error: 'Send a list of addresses.' })
  .transform((list) => [...new Set(list.map(cleanAddress).filter(Boolean))])
  .refine((list) => list.length <= maxAddresses, { error: () => t`Write at most ${maxAddresses} addresses.` })
  .superRefine((list, context) => {
    const wrong = list.find((address) => !isOneAddress(address));
    if (wrong !== undefined)
      context.addIssue({ code: 'custom', message: t`'${[...wrong].slice(0, 60).join('')}' is no e-mail address.` });
  });

const settingsForm = z.object({
  sales_addresses: addresses,
  mail_requests: onOrOff,
  mail_digest: onOrOff,
  digest_hour: hour,
  /** Without it the rule stays. */
  assign: z.enum(assignRules, { error: () => t`Choose from ${assignRules.join(', ')}.` }).optional(),
  updated_at: z.string().nullable().optional(),
});

export function notificationSettingsApi(context: AppContext, scope: StaffScope): void {
  const { database, settings } = context;
  const toResponse = (kept: StoredSettings) => ({ ...kept, mail_server: settings.mail.server !== null });
  const written = writtenSchema(notificationSettingsSchema);
  const stale = conflictSchema(notificationSettingsSchema);
  const answer = { 200: dataSchema(notificationSettingsSchema) };

  scope.get(
    calls.notificationSettings,
    { schema: { summary: 'Get the notification settings', response: answer } },
    async () => ({
      data: toResponse(await notificationSettings(database)),
    }),
  );

  scope.put(
    calls.notificationSettings,
    {
      schema: {
        summary: 'Update the notification settings',
        body: settingsForm,
        response: { 200: written, 409: stale },
      },
    },
    async (request, reply) => {
      if (await hasOutsideAddress(database, request.body.sales_addresses)) await assertConfirmed(database, request);
      const { status, settings: stored } = await changeSettings(database, actorOf(request), request.body);
      const data = toResponse(stored);
      if (status === 'written') return { data, message: 'Notification settings updated successfully' };
      return reply.code(409).send(await conflictAnswer(database, 'notification-settings', onlyRow, { record: data }));
    },
  );
}

export async function notificationSettings(database: Database): Promise<StoredSettings> {
  const row = await database
    .selectFrom('notification_settings')
    .selectAll()
    .where('id', '=', onlyRow)
    .executeTakeFirst();
  if (!row) return firstSettings;
  const { id: _, last_owner_id: __, sales_addresses, mail_requests, mail_digest, ...rest } = row;
  return {
    ...rest,
    sales_addresses: sales_addresses.split('\n').filter(Boolean),
    mail_requests: mail_requests === 1,
    mail_digest: mail_digest === 1,
  };
}

/** True if an address is new and belongs to no active user. */
async function hasOutsideAddress(database: Database, addresses: string[]): Promise<boolean> {
  const { sales_addresses: existing } = await notificationSettings(database);
  const added = addresses.filter((address) => !existing.includes(address)).map((address) => address.toLowerCase());
  if (added.length === 0) return false;
  const staff = await database
    .selectFrom('users')
    .select('email')
    .where('email', 'in', added)
    .where('status', '=', 1)
    .execute();
  return new Set(staff.map(({ email }) => email)).size < new Set(added).size;
}

/** Answers `stale` and writes nothing if the settings were changed since the form was loaded. */
async function changeSettings(
  database: Database,
  actor: Actor,
  { updated_at: seen, ...form }: z.output<typeof settingsForm>,
): Promise<{ status: 'written' | 'stale'; settings: StoredSettings }> {
  return database.transaction().execute(async (transaction) => {
    await lockName(transaction, 'notification-settings');
    const before = await notificationSettings(transaction);
    if (seen !== undefined && seen !== before.updated_at) return { status: 'stale', settings: before };
    const choice = { ...form, assign: form.assign ?? before.assign };
    const addresses = choice.sales_addresses.join(', ');
    if (addresses !== before.sales_addresses.join(', '))
      await notifyOwners(transaction, actor, 'outbound address changed', addresses || 'e-mail');
    const updated_at = new Date().toISOString();
    const values = {
      ...choice,
      sales_addresses: choice.sales_addresses.join('\n'),
      mail_requests: choice.mail_requests ? 1 : 0,
      mail_digest: choice.mail_digest ? 1 : 0,
      updated_at,
    };
    await transaction
      .insertInto('notification_settings')
      .values({ id: onlyRow, ...values })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    const after = { ...choice, updated_at };
    await recordChange(transaction, actor, {
      action: 'update',
      kind: 'notification-settings',
      recordId: onlyRow,
      before,
      after,
    });
    return { status: 'written', settings: after };
  });
}
