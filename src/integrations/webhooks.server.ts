import type { Generated, Selectable } from 'kysely';
import { z } from 'zod';
import { statusField, versionField } from '#api/fields/choices.ts';
import { line } from '#api/fields/texts.ts';
import { notifyOwners } from '#auth/notice-mail.server.ts';
import { type Actor, recordChange } from '#cms/audit/audit.server.ts';
import { nextTimestamp } from '#cms/collections/records.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid, notFound } from '#platform/errors.server.ts';
import type { Settings } from '#platform/settings/settings.server.ts';
import { addressRefusal } from './guard.server.ts';
import { type LeadEventName, leadEvents, outgoingLimits as limits, type WebhookOnWire } from './schema.ts';
import {
  firstSecret,
  type KeptSecrets,
  oldSecretUntil,
  openSecret,
  rotated,
  signingSecrets,
} from './signing.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    webhooks: WebhooksTable;
  }
}

/** Addresses that are told of leads. */
interface WebhooksTable extends KeptSecrets {
  id: Generated<number>;
  url: string;
  /** With commas between. */
  events: string;
  status: number;
  created_at: string;
  updated_at: string;
}

type Row = Selectable<WebhooksTable>;
type Keys = Pick<Settings, 'secret'>;

export const noSuchWebhook = 'There is no such webhook. It may have been removed.';

/** What a webhook's form sends. `loopback`: whether the receiver may be on this machine. */
export function webhookForm(loopback: boolean) {
  return z.object({
    url: line('address', limits.url).superRefine((url, context) => {
      const refusal = addressRefusal(url, loopback);
      if (refusal) context.addIssue(refusal);
    }),
    events: z
      .array(z.enum(leadEvents, { error: `Choose from ${leadEvents.join(', ')}.` }), { error: noEvents })
      .min(1, { error: noEvents })
      .transform((events) => leadEvents.filter((event) => events.includes(event))),
    status: statusField,
    updated_at: versionField,
  });
}
export type WebhookForm = z.output<ReturnType<typeof webhookForm>>;

const noEvents = 'Choose at least one event.';

export async function allWebhooks(database: Database, keys: Keys): Promise<WebhookOnWire[]> {
  const rows = await database.selectFrom('webhooks').selectAll().orderBy('id').execute();
  return rows.map((row) => toWire(row, keys));
}

/** @throws {HttpError} 404 */
export async function findWebhook(database: Database, keys: Keys, id: number): Promise<WebhookOnWire> {
  return toWire(await readRow(database, id), keys);
}

/** @throws {HttpError} 422 where there are as many as anybody needs */
export async function addWebhook(transaction: Database, keys: Keys, actor: Actor, form: WebhookForm): Promise<number> {
  const { count } = await transaction
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= limits.webhooks) throw invalid({ url: [`There are ${limits.webhooks} webhooks. Remove one first.`] });
  const now = new Date().toISOString();
  const row = { ...columnsOf(form, 1), ...firstSecret(keys), created_at: now, updated_at: now };
  await notifyOwners(transaction, actor, notice, hostOf(row));
  const { id } = await transaction.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow();
  await audit(transaction, actor, 'create', id, { after: factsOf(row) });
  return id;
}

/** @throws {HttpError} 404 */
export async function changeWebhook(
  transaction: Database,
  keys: Keys,
  actor: Actor,
  id: number,
  form: WebhookForm,
): Promise<'written' | 'stale'> {
  const before = await readRow(transaction, id, 'held');
  if (form.updated_at && form.updated_at !== before.updated_at) return 'stale';
  const after = {
    ...columnsOf(form, before.status),
    // Sealed by the secret of another server: nothing is lost with it.
    ...(openSecret(before, keys) === null && firstSecret(keys)),
    updated_at: nextTimestamp(before.updated_at),
  };
  if (after.url !== before.url || after.status !== before.status)
    await notifyOwners(transaction, actor, notice, hostOf(after));
  await transaction.updateTable('webhooks').set(after).where('id', '=', id).execute();
  await audit(transaction, actor, 'update', id, { before: factsOf(before), after: factsOf({ ...before, ...after }) });
  return 'written';
}

/** With what is still to be brought there. @throws {HttpError} 404 */
export async function removeWebhook(transaction: Database, actor: Actor, id: number): Promise<void> {
  const before = await readRow(transaction, id, 'held');
  await notifyOwners(transaction, actor, notice, hostOf(before));
  await transaction.deleteFrom('webhooks').where('id', '=', id).execute();
  await audit(transaction, actor, 'delete', id, { before: factsOf(before) });
}

/** The secret in clear, for whoever has just proved to be who they are. @throws {HttpError} 404 */
export async function revealSecret(transaction: Database, keys: Keys, actor: Actor, id: number): Promise<string> {
  const secret = openSecret(await readRow(transaction, id), keys);
  if (secret === null) throw notFound('There is no secret that can be read. Save the webhook to make one.');
  await audit(transaction, actor, 'reveal-secret', id, {});
  return secret;
}

/** Makes a new secret and answers it; the one before it signs too for a day. @throws {HttpError} 404 */
export async function rotateSecret(transaction: Database, keys: Keys, actor: Actor, id: number): Promise<string> {
  const { secret, columns } = rotated(await readRow(transaction, id, 'held'), keys);
  await transaction.updateTable('webhooks').set(columns).where('id', '=', id).execute();
  await audit(transaction, actor, 'rotate-secret', id, {});
  return secret;
}

/** Where to call, and what to sign with; null where there is no secret that can be read. @throws {HttpError} 404 */
export async function receiverOf(
  database: Database,
  keys: Keys,
  id: number,
): Promise<{ url: string; secrets: string[] } | null> {
  const row = await readRow(database, id);
  const secrets = signingSecrets(row, keys);
  return secrets.length === 0 ? null : { url: row.url, secrets };
}

/** The webhooks that are to be told of this. They stay until the transaction ends, so that what it queues has a receiver. */
export async function idsToldOf(transaction: Database, event: LeadEventName): Promise<number[]> {
  const rows = await transaction
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('status', '=', 1)
    .forKeyShare()
    .execute();
  return rows.filter(({ events }) => events.split(',').includes(event)).map(({ id }) => id);
}

function columnsOf({ url, events, status }: WebhookForm, before: number) {
  return { url, events: events.join(','), status: status ?? before };
}

async function readRow(database: Database, id: number, held?: 'held'): Promise<Row> {
  const query = database.selectFrom('webhooks').selectAll().where('id', '=', id);
  const row = await (held ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound(noSuchWebhook);
  return row;
}

function toWire({ events, ...row }: Row, keys: Keys): WebhookOnWire {
  const { id, url, status, created_at, updated_at } = row;
  return {
    id,
    url,
    status,
    created_at,
    updated_at,
    events: leadEvents.filter((event) => events.split(',').includes(event)),
    secret_set: openSecret(row, keys) !== null,
    old_secret_until: oldSecretUntil(row),
  };
}

const notice = 'outbound address changed';

function factsOf({ url, events, status }: Pick<Row, 'url' | 'events' | 'status'>) {
  return { host: hostOf({ url }), events, status };
}

/** Of the address the host alone: behind it there often is a key. */
function hostOf({ url }: Pick<Row, 'url'>): string {
  return new URL(url).host;
}

function audit(
  transaction: Database,
  actor: Actor,
  action: string,
  recordId: number,
  { before = null, after = null }: { before?: object | null; after?: object | null },
): Promise<void> {
  return recordChange(transaction, actor, { action, kind: 'webhooks', recordId, before, after });
}
