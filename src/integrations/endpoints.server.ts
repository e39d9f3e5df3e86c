import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { anyOf, line, statusField, versionField } from '#api/shapes.ts';
import { notifyOwners } from '#auth/notice-mail.server.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import type { ListKind } from '#cms/collections/list-kind.server.ts';
import {
  type ListedColumns,
  type ListTable,
  listedOf,
  lockList,
  searchText,
} from '#cms/collections/listed-table.server.ts';
import { noSuchRecord } from '#cms/collections/writes.server.ts';
import { listMessages } from '#cms/kind.server.ts';
import { t } from '#i18n/text.ts';
import { adminCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import { addressRefusal, type OutboundRules } from '#platform/outbound.server.ts';
import { type EncryptedColumn, Encrypter } from '#platform/settings/encrypter.server.ts';
import type { Keys, Settings } from '#platform/settings/settings.server.ts';
import { type Endpoint, type EventName, endpointEvents, endpointSchema, hostOf, isGateway } from './schema.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    webhooks: WebhooksTable;
  }
}

interface WebhooksTable extends ListedColumns {
  /** Encrypted if it is that of an SMS gateway, for a key stands in it. */
  url: string;
  /** With commas between. */
  events: string;
  /** Encrypted. */
  secret_sealed: string;
  /** The secret before this one: calls are signed with both until the receiver knows the new one. */
  old_secret_sealed: string;
  old_secret_until: string | null;
}

type Row = Selectable<WebhooksTable>;
export const webhookSecret: EncryptedColumn = {
  what: 'the secrets of webhooks (screen Webhooks and SMS)',
  purpose: 'webhook secret',
  table: 'webhooks',
  columns: ['secret_sealed', 'old_secret_sealed'],
  rows: async (database) => {
    const webhooks = await database.selectFrom('webhooks').select(['secret_sealed', 'old_secret_sealed']).execute();
    return webhooks.flatMap((row) => [{ sealed: row.secret_sealed }, { sealed: row.old_secret_sealed }]);
  },
};

export const gatewaySecret: EncryptedColumn = {
  what: 'the address of the SMS gateway (screen Webhooks and SMS)',
  purpose: 'sms gateway',
  table: 'webhooks',
  columns: ['url'],
  rows: (database) => database.selectFrom('webhooks').select('url as sealed').where('events', '=', 'sms').execute(),
};

const limits = { url: 2_000, endpoints: 20 };

/** How long a secret that was replaced still signs, in hours. */
const oldSecretHours = 24;

function endpointForm(rules: OutboundRules) {
  const noEvents = { error: 'Choose at least one event.' };
  return z
    .object({
      url: line('address', limits.url),
      events: z
        .array(anyOf(endpointEvents), noEvents)
        .min(1, noEvents)
        .transform((events) => endpointEvents.filter((event) => events.includes(event))),
      status: statusField,
      updated_at: versionField,
    })
    .superRefine((form, context) => {
      const refusal = (isGateway(form) ? templateRefusal : addressRefusal)(form.url, rules);
      if (refusal) context.addIssue({ code: 'custom', path: ['url'], message: refusal });
      if (isGateway(form) && form.events.length > 1)
        context.addIssue({ code: 'custom', path: ['events'], message: 'A gateway for texts has no other events.' });
    });
}

export function endpointKind(
  settings: Pick<Settings, 'secret'> & OutboundRules,
): ListKind<z.output<ReturnType<typeof endpointForm>>, Endpoint, ListTable> {
  const form = endpointForm(settings);
  return {
    table: 'webhooks',
    path: adminCalls.webhooks,
    shows: ['webhooks'],
    messages: listMessages('Endpoint', 'deleted', t('Endpoint added successfully')),
    order: sql`id`,
    form: { create: form, update: form },
    onWire: endpointSchema,
    pictured: false,
    rich: null,
    searched: [],
    read: async (database, ids) => {
      const rows = await database.selectFrom('webhooks').selectAll().where('id', 'in', ids).execute();
      return rows.map((row) => ({
        id: row.id,
        url: isGateway({ events: eventsOf(row) }) ? hideKey(row, settings) : row.url,
        events: eventsOf(row),
        ...listedOf(row),
        secret_set: decryptSecret(row.secret_sealed, settings) !== null,
        old_secret_until: oldSecretUntil(row),
      }));
    },
    columns: ({ url, events }) => ({
      // An address that came back as it was shown stays as it is.
      ...(!url.includes(hidden) && {
        url: isGateway({ events }) ? new Encrypter(settings.secret, gatewaySecret.purpose).encrypt(url) : url,
      }),
      events: events.join(','),
      search_text: searchText(hostOf(url)),
      // A new one is made with the record.
      secret_sealed: undefined,
    }),
    check: async (transaction, form, id) => {
      if (form.url.includes(hidden)) {
        const row = id !== null && isGateway(form) && (await findRow(transaction, id));
        if (!row || form.url !== hideKey(row, settings))
          throw invalid({ url: ['A part of this address is hidden. Enter the whole address.'] });
      }
      if (id !== null) return;
      const count = await countRows(transaction.selectFrom('webhooks').where('deleted_at', 'is', null));
      if (count >= limits.endpoints)
        throw invalid({ url: [t`There are ${limits.endpoints} endpoints. Remove one first.`] });
    },
    // Encrypted with the `SECRET` of another server, it is of no use to anybody.
    saveRelations: async (transaction, id) => {
      const row = await findRow(transaction, id);
      if (decryptSecret(row.secret_sealed, settings) === null)
        await setSecret(transaction, settings, id, { secret: newSecret() });
    },
    audit: async (transaction, actor, { before, after, ...change }) => {
      const record = after ?? before;
      if (record && (before?.url !== after?.url || before?.status !== after?.status)) {
        const host = hostOf(record.url);
        await notifyOwners(transaction, actor, 'outbound address changed', isGateway(record) ? `SMS, ${host}` : host);
      }
      const facts = (each: Endpoint | null) =>
        each && { host: hostOf(each.url), events: each.events.join(','), status: each.status };
      await recordChange(transaction, actor, { ...change, before: facts(before), after: facts(after) });
    },
  };
}

/**
 * The secret in clear, of a gateway its address. `rotate` makes a new secret, beside which the one before it signs for a day.
 * @throws {HttpError} 404
 */
export async function readSecret(
  transaction: Database,
  keys: Keys,
  actor: Actor,
  id: number,
  rotate: boolean,
): Promise<string> {
  await lockList(transaction, 'webhooks');
  const row = await findRow(transaction, id);
  const { secret_sealed } = row;
  const current = row.events === 'sms' ? decryptUrl(row, keys) : decryptSecret(secret_sealed, keys);
  const secret = rotate ? newSecret() : current;
  if (secret === null) throw notFound('There is no secret that can be read. Save the endpoint to make one.');
  if (rotate) await setSecret(transaction, keys, id, { secret, ...(current !== null && { old: secret_sealed }) });
  const action = rotate ? 'rotate-secret' : 'reveal-secret';
  await recordChange(transaction, actor, { action, kind: 'webhooks', recordId: id });
  return secret;
}

export interface Receiver {
  url: string;
  /** All that sign now, the new one first. */
  secrets: string[];
  isGateway: boolean;
}

/** Null if what is encrypted can't be read. @throws {HttpError} 404 */
export async function findReceiver(database: Database, keys: Keys, id: number): Promise<Receiver | null> {
  const row = await findRow(database, id);
  const url = decryptUrl(row, keys);
  const encrypted = [row.secret_sealed, oldSecretUntil(row) === null ? '' : row.old_secret_sealed];
  const secrets = encrypted.flatMap((each) => decryptSecret(each, keys) ?? []);
  const isSms = isGateway({ events: eventsOf(row) });
  return url === null || (secrets.length === 0 && !isSms) ? null : { url, secrets, isGateway: isSms };
}

/** The id of the gateway that texts go through; null where nothing is sent. */
export async function findGateway(database: Database, keys: Keys): Promise<number | null> {
  const row = await activeEndpoints(database).where('events', '=', 'sms').orderBy('id').executeTakeFirst();
  return row && decryptUrl(row, keys) !== null ? row.id : null;
}

export async function findSubscribed(database: Database, event: EventName): Promise<number[]> {
  const rows = await activeEndpoints(database).execute();
  return rows.filter((row) => eventsOf(row).includes(event)).map(({ id }) => id);
}

function activeEndpoints(database: Database) {
  return database.selectFrom('webhooks').selectAll().where('status', '=', 1).where('deleted_at', 'is', null);
}

async function findRow(database: Database, id: number): Promise<Row> {
  const row = await database
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound(noSuchRecord);
  return row;
}

async function setSecret(
  transaction: Database,
  keys: Keys,
  id: number,
  { secret, old }: { secret: string; old?: string },
): Promise<void> {
  await transaction
    .updateTable('webhooks')
    .set({
      secret_sealed: new Encrypter(keys.secret, webhookSecret.purpose).encrypt(secret),
      old_secret_sealed: old ?? '',
      old_secret_until: old === undefined ? null : new Date(Date.now() + oldSecretHours * 3_600_000).toISOString(),
    })
    .where('id', '=', id)
    .execute();
}

function eventsOf({ events }: Pick<Row, 'events'>): Endpoint['events'] {
  return endpointEvents.filter((event) => events.split(',').includes(event));
}

function oldSecretUntil({ old_secret_until: until }: Pick<Row, 'old_secret_until'>): string | null {
  return until !== null && Date.parse(until) > Date.now() ? until : null;
}

const hidden = '••••';

/** The address of a gateway without what may be its key. A mark of the whole one tells that it has changed. */
function hideKey(row: Row, keys: Keys): string {
  const url = decryptUrl(row, keys);
  if (url === null) return '';
  const mark = createHmac('sha256', keys.secret).update(`gateway ${url}`).digest('hex').slice(0, 6);
  return `${new URL(url).origin}/${hidden}${mark}?{number}{text}`;
}

function decryptUrl({ url, events }: Row, keys: Keys): string | null {
  return events === 'sms' ? decryptText(url, gatewaySecret, keys) : url;
}

function decryptSecret(encrypted: string, keys: Keys): string | null {
  return decryptText(encrypted, webhookSecret, keys);
}

function decryptText(encrypted: string, { purpose }: EncryptedColumn, { secret }: Keys): string | null {
  const text = new Encrypter(secret, purpose).decrypt(encrypted);
  return typeof text === 'string' ? text : null;
}

/** A text as it waits for the gateway. */
export interface Sms {
  /** E.164. */
  number: string;
  text: string;
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
function templateRefusal(template: string, rules: OutboundRules): string | null {
  for (const placeholder of ['{number}', '{text}']) {
    if (!template.includes(placeholder)) return t`Write ${placeholder} where the gateway expects it.`;
  }
  if (!/^https?:\/\/[^/?#{}]+[/?]/i.test(template)) return t('Write {number} and {text} behind the name of the host.');
  const unknown = /\{(?!(?:number|text|id)\})[^}]*\}?/.exec(template)?.[0];
  if (unknown) return t`${unknown} is not known. Write {number}, {text} and {id}.`;
  return addressRefusal(fillTemplate(template, 'msg', { number: '+8801700000000', text: 'text' }), rules);
}

/** A name for what is sent, the same at every attempt, by which the receiver knows a second one. */
export function newMessageId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`;
}

/** In the format of Standard Webhooks. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The headers of the Standard Webhooks. Every secret signs, with spaces between, so that the receiver may change to the
 * new one when it likes.
 */
export function signedHeaders(secrets: string[], id: string, body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
