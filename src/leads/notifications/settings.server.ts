import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { calls } from '#paths.ts';
import { type Actor, actorOf, recordChange } from '#server/audit.server.ts';
import type { Database } from '#server/database/open.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { errors, recordOnWire, staleOnWire, writtenOnWire } from '#server/lists/answers.server.ts';
import { isOneAddress } from '#server/mail/one-address.server.ts';
import {
  firstSettings,
  mostSalesAddresses,
  type NotificationSettings,
  notificationSettingsOnWire,
  settingsToWire,
} from './schema.ts';

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
async function changeSettings(
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

const hour = z.int({ error: 'Choose an hour.' }).min(0, 'Choose an hour.').max(23, 'Choose an hour.');
const onOrOff = z.boolean({ error: 'Say true or false.' });

const addresses = z
  .array(z.string({ error: 'Write each address as text.' }), { error: 'Send a list of addresses.' })
  .transform((list) => [...new Set(list.map((address) => address.trim()).filter(Boolean))])
  .refine((list) => list.length <= mostSalesAddresses, { error: `Write at most ${mostSalesAddresses} addresses.` })
  .superRefine((list, context) => {
    const wrong = list.find((address) => !isOneAddress(address));
    if (wrong !== undefined)
      context.addIssue({ code: 'custom', message: `'${[...wrong].slice(0, 60).join('')}' is no e-mail address.` });
  });

const body = z.object({
  sales_addresses: addresses,
  mail_requests: onOrOff,
  mail_digest: onOrOff,
  digest_hour: hour,
  quiet_from: hour,
  quiet_until: hour,
  updated_at: z.string().nullable().optional(),
});

const written = writtenOnWire(notificationSettingsOnWire);
const stale = staleOnWire(notificationSettingsOnWire);

/** Whom the product mails about requests, and when. */
export function notificationSettingsApi({ database, settings }: Foundations, scope: FastifyInstance): void {
  const mailServer = settings.mail.server !== null;
  const answer = { 200: recordOnWire(notificationSettingsOnWire), ...errors(401) };
  scope.get(calls.notificationSettings, { schema: { response: answer } }, async () => ({
    data: settingsToWire(await notificationSettings(database), mailServer),
  }));

  scope
    .withTypeProvider<ZodTypeProvider>()
    .put(
      calls.notificationSettings,
      { schema: { body, response: { 200: written, 409: stale, ...errors(401, 422) } } },
      async (request, reply) => {
        const { body } = request;
        const choice = {
          salesAddresses: body.sales_addresses,
          mailRequests: body.mail_requests,
          mailDigest: body.mail_digest,
          digestHour: body.digest_hour,
          quietFrom: body.quiet_from,
          quietUntil: body.quiet_until,
        };
        const { is, settings } = await changeSettings(database, actorOf(request), choice, body.updated_at);
        const data = settingsToWire(settings, mailServer);
        if (is === 'written') return { data, message: 'Notification settings updated successfully' };
        reply.code(409);
        return { data, message: 'Somebody else changed these settings after you opened them. Nothing was saved.' };
      },
    );
}
