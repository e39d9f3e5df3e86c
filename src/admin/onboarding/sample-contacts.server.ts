import { type Actor, type AuditChange, recordChange } from '#cms/audit/audit.server.ts';
import { addSettings, editedSettings } from '#content/settings/data.server.ts';
import { type SettingsRecord, vendorKind } from '#content/settings/schema.ts';
import type { Database } from '#platform/database/open.server.ts';
import { vendor } from '../../../db/sample/vendor.ts';
import { type Contact, contacts } from './schema.ts';

type Facts = Partial<typeof vendor>;

const facts = Object.keys(vendor) as (keyof typeof vendor)[];
const removal = 'remove-sample';

/** Contact fields that are empty or still those of the sample. */
export async function missingContacts(database: Database): Promise<Contact[]> {
  const settings = await editedSettings(database);
  return contacts.filter((contact) => !settings[contact] || settings[contact] === vendor[contact]);
}

/** Clears the sample's contact fields that nobody has changed. */
export async function removeContacts(transaction: Database, actor: Actor, at: string): Promise<void> {
  const before = await editedSettings(transaction);
  const sampleFacts = facts.filter((fact) => before[fact] === vendor[fact]);
  if (sampleFacts.length === 0) return;
  await write(
    transaction,
    actor,
    { action: removal, at },
    before,
    Object.fromEntries(sampleFacts.map((fact) => [fact, ''])),
  );
}

/** Restores the cleared contact fields that are still empty. */
export async function restoreContacts(transaction: Database, actor: Actor, removedAt: string): Promise<void> {
  const event = await transaction
    .selectFrom('audit_events')
    .select('before')
    .where('kind', '=', vendorKind)
    .where('action', '=', removal)
    .where('at', '=', removedAt)
    .executeTakeFirst();
  if (!event?.before) return;
  const removed: Facts = JSON.parse(event.before);
  const before = await editedSettings(transaction);
  const empty = facts.filter((fact) => removed[fact] && !before[fact]);
  await write(
    transaction,
    actor,
    { action: 'restore' },
    before,
    Object.fromEntries(empty.map((fact) => [fact, vendor[fact]])),
  );
}

async function write(
  transaction: Database,
  actor: Actor,
  event: Pick<AuditChange, 'action' | 'at'>,
  before: SettingsRecord,
  columns: Facts,
): Promise<void> {
  await addSettings(transaction, columns);
  const after = await editedSettings(transaction);
  await recordChange(transaction, actor, { ...event, kind: vendorKind, recordId: 1, before, after });
}
