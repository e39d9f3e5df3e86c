import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { calls } from '#paths.ts';
import { actorOf } from '#server/audit.server.ts';
import type { Foundations } from '#server/foundations.server.ts';
import { errors, recordOnWire, staleOnWire, writtenOnWire } from '#server/lists/answers.server.ts';
import { isOneAddress } from '#server/mail-settings.server.ts';
import { changeSettings, notificationSettings } from './data.server.ts';
import { mostSalesAddresses, notificationSettingsOnWire, settingsToWire } from './schema.ts';

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
