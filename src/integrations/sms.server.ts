import type { Selectable } from 'kysely';
import { z } from 'zod';
import { statusField, versionField } from '#api/fields/choices.ts';
import { optionalLine, paragraph } from '#api/fields/texts.ts';
import { notifyOwners } from '#auth/notice-mail.server.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import { nextTimestamp } from '#cms/collections/records.server.ts';
import { addEvent } from '#leads/lead/table.server.ts';
import { type EncryptedColumn, Encrypter } from '#platform/crypto/encrypter.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { HttpError, invalid } from '#platform/errors.server.ts';
import { countUse, limitKey } from '#platform/http/limits.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { queueDelivery } from './deliveries.server.ts';
import { addressRefusal } from './guard.server.ts';
import { outgoingLimits as limits, type SmsSettings } from './schema.ts';
import { longestSms, smsLength } from './sms-length.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    sms_settings: SmsSettingsTable;
  }
}

/** One row, from the beginning. */
interface SmsSettingsTable {
  id: number;
  status: number;
  /** Encrypted, for a key stands in it; empty where there is none. */
  url_sealed: string;
  updated_at: string | null;
}

type Row = Selectable<SmsSettingsTable>;
type Keys = Pick<Settings, 'secret'>;

export const smsSecret: EncryptedColumn = {
  what: 'the address of the SMS gateway (screen Webhooks and SMS)',
  purpose: 'sms gateway',
  rows: (database) => database.selectFrom('sms_settings').select('url_sealed as sealed').execute(),
};

/** A text as it waits for the gateway. */
export interface Sms {
  /** E.164. */
  number: string;
  text: string;
}

/** Of one lead in a day; more would be a nuisance. */
const mostADay = { most: 20, seconds: 86_400 };

const never = new Date(0).toISOString();

/** What the card of the gateway sends. `loopback`: whether it may be on this machine. */
export function smsForm(loopback: boolean) {
  return z.object({
    status: statusField,
    url: optionalLine('address', limits.url).superRefine((url, context) => {
      const refusal = url ? templateRefusal(url, loopback) : null;
      if (refusal) context.addIssue(refusal);
    }),
    updated_at: versionField,
  });
}

/** What staff write to a lead. */
export const smsTextForm = z.object({ text: paragraph('text', longestSms) });

export async function findSmsSettings(database: Database, keys: Keys): Promise<SmsSettings> {
  return toWire(await readRow(database), keys);
}

/** The address of the gateway, or null where nothing is sent. */
export async function activeGateway(database: Database, keys: Keys): Promise<string | null> {
  const { status, url } = await findSmsSettings(database, keys);
  return status === 1 && url !== '' ? url : null;
}

/** @throws {HttpError} 422 where it would be on without an address */
export async function saveSmsSettings(
  transaction: Database,
  keys: Keys,
  actor: Actor,
  form: z.output<ReturnType<typeof smsForm>>,
): Promise<{ is: 'written' | 'stale'; settings: SmsSettings }> {
  const before = await readRow(transaction, 'held');
  if (form.updated_at && form.updated_at !== before.updated_at) return { is: 'stale', settings: toWire(before, keys) };
  const { status = before.status, url = '' } = form;
  if (status === 1 && url === '') throw invalid({ url: ['Enter the address of the gateway.'] });
  const after: Row = {
    ...before,
    status,
    url_sealed: url === '' ? '' : sealerOf(keys).encrypt(url),
    updated_at: nextTimestamp(before.updated_at ?? never),
  };
  if (status !== before.status || url !== toWire(before, keys).url) {
    const gateway = url === '' ? 'SMS' : `SMS, ${new URL(url).host}`;
    await notifyOwners(transaction, actor, 'outbound address changed', gateway);
  }
  await transaction.updateTable('sms_settings').set(after).where('id', '=', 1).execute();
  const facts = ({ status, url_sealed: secret }: Row) => ({ status, secret: secret || null });
  await recordChange(transaction, actor, {
    action: before.updated_at === null ? 'create' : 'update',
    kind: 'sms-gateway',
    recordId: 1,
    before: facts(before),
    after: facts(after),
  });
  return { is: 'written', settings: toWire(after, keys) };
}

/** Sends a text to the phone of a lead, in the transaction of the caller. @throws {HttpError} 409, 422, 429 */
export async function sendSms(
  transaction: Database,
  keys: Keys,
  actor: Actor,
  lead: { id: number; number: string; spam: number },
  text: string,
): Promise<void> {
  if (lead.number === '') throw invalid({ text: ['This lead has no number.'] });
  if (lead.spam === 1) throw new HttpError(409, 'This lead is marked as spam. Mark it as not spam first.');
  if ((await activeGateway(transaction, keys)) === null) {
    throw new HttpError(409, 'SMS is not set up. An owner does that on the screen Webhooks and SMS.');
  }
  const wait = await countUse(transaction, limitKey(keys, 'lead-sms', String(lead.id)), mostADay);
  if (wait > 0) throw new HttpError(429, `This lead was sent ${mostADay.most} texts today.`, { retryAfter: wait });
  const body: Sms = { number: lead.number, text };
  await queueDelivery(transaction, { webhook_id: null, request_id: lead.id, event: 'sms', body });
  await addEvent(transaction, lead.id, 'sms_queued', actor, { to: lead.number, text, parts: smsLength(text).parts });
  // The audit is for ever, and holds nothing about the person.
  const change = { action: 'sms', kind: 'demo_requests', recordId: lead.id, before: null };
  await recordChange(transaction, actor, { ...change, after: { parts: smsLength(text).parts } });
}

/**
 * The address to call for one text. The number goes with the code of the country and without a plus, as gateways of
 * Bangladesh have it; `{id}` is the same at every attempt, for those who throw away what comes twice.
 */
export function fillTemplate(template: string, id: string, { number, text }: Sms): string {
  const values = { number: number.replace(/\D/g, ''), text, id };
  return template.replace(/\{(number|text|id)\}/g, (_whole, name: keyof typeof values) =>
    encodeURIComponent(values[name]),
  );
}

/** Why this can't be the address of a gateway, or null. */
function templateRefusal(template: string, loopback: boolean): string | null {
  for (const placeholder of ['{number}', '{text}']) {
    if (!template.includes(placeholder)) return `Write ${placeholder} where the gateway expects it.`;
  }
  if (!/^https?:\/\/[^/?#{}]+[/?]/i.test(template)) return 'Write {number} and {text} behind the name of the host.';
  const unknown = /\{(?!(?:number|text|id)\})[^}]*\}?/.exec(template)?.[0];
  if (unknown) return `${unknown} is not known. Write {number}, {text} and {id}.`;
  return addressRefusal(fillTemplate(template, 'msg', { number: '+8801700000000', text: 'text' }), loopback);
}

function toWire({ status, url_sealed, updated_at }: Row, keys: Keys): SmsSettings {
  const url = url_sealed === '' ? '' : sealerOf(keys).decrypt(url_sealed);
  return { status, url: typeof url === 'string' ? url : '', updated_at };
}

/** Held, it makes another edit at the same moment wait. */
async function readRow(database: Database, held?: 'held'): Promise<Row> {
  const query = database.selectFrom('sms_settings').selectAll().where('id', '=', 1);
  return (held ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

function sealerOf({ secret }: Keys): Encrypter {
  return new Encrypter(secret, smsSecret.purpose);
}
