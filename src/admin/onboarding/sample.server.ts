import { type Actor, type AuditChange, recordChange } from '#cms/audit/audit.server.ts';
import { type ListTable, lockLists, selectListed, updateRecord } from '#cms/collections/listed-table.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import {
  featuresWithCategory,
  featuresWithContent,
  subCategoriesIn,
} from '#content/features/categories/data.server.ts';
import { allKindsOnServer, kindsOnServer } from '#content/kinds.server.ts';
import { packagesIn } from '#content/packages/kind.server.ts';
import { sampleOf, sampleWritten } from '#content/sample.server.ts';
import { addSettings, editedSettings } from '#content/settings/data.server.ts';
import { type SettingsRecord, vendorKind } from '#content/settings/schema.ts';
import { deleteLead, restoreLead } from '#leads/inbox/changes.server.ts';
import { lockLeads } from '#leads/lead/data.server.ts';
import { readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { vendor } from '../../../db/sample/vendor.ts';
import { type Contact, contacts, type KeptSample } from './schema.ts';

declare module '#platform/database/facts.server.ts' {
  interface StoreFacts {
    /** When sample content was last removed. */
    sample_removed: string;
  }
}

interface SampleRecord {
  section: string;
  table: ListTable | 'demo_requests';
  id: number;
  name: string;
  updated_at: string;
  isChanged: boolean;
}

type KeptRecord = Pick<SampleRecord, 'table' | 'id'>;

/** Records that prevent deletion because they refer to a record of this table. */
const referencesTo: Partial<Record<ListTable, (transaction: Database, id: number) => Promise<string[]>>> = {
  feature_sub_categories: featuresWithContent,
  feature_categories: async (transaction, id) => [
    ...(await featuresWithCategory(transaction, id)),
    ...(await subCategoriesIn(transaction, id)),
  ],
  package_categories: packagesIn,
};

/** What can be removed by itself: a kind of content, or the leads. */
export const sampleSections = [...Object.keys(kindsOnServer), 'demo_requests'];

const kinds = [...sampleSections, vendorKind];

/** Numbers of unchanged records, of the sections that have any. */
export async function countSample(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { section, isChanged } of await sampleRecords(database))
    if (!isChanged) counts[section] = (counts[section] ?? 0) + 1;
  return counts;
}

/**
 * Moves the unchanged records of these sections to the trash; the last ones take the contact fields along. Returns the
 * records that stay, and the timestamp to undo it by.
 */
export async function removeSample({ changes }: AppContext, actor: Actor, sections = sampleSections) {
  const removedAt = new Date().toISOString();
  return changes.write(kinds, async (transaction) => {
    await lockLists(transaction);
    const all = await sampleRecords(transaction);
    const records = all.filter(({ section }) => sections.includes(section));
    const kept: KeptSample[] = [];
    for (const { isChanged, updated_at, section, ...record } of records) {
      if (isChanged || (await isUsed(transaction, record))) kept.push(record);
      else await putIntoTrash(transaction, actor, { ...record, updated_at }, removedAt);
    }
    if (all.every((record) => record.isChanged || records.includes(record)))
      await removeContacts(transaction, actor, removedAt);
    if (records.length > kept.length) await setFact(transaction, 'sample_removed', removedAt);
    return { removed_at: removedAt, removed: records.length - kept.length, kept };
  });
}

async function isUsed(transaction: Database, { table, id }: KeptRecord): Promise<boolean> {
  if (table === 'demo_requests') return false;
  const users = await referencesTo[table]?.(transaction, id);
  return users !== undefined && users.length > 0;
}

async function putIntoTrash(
  transaction: Database,
  actor: Actor,
  { table, id, updated_at }: Pick<SampleRecord, 'table' | 'id' | 'updated_at'>,
  at: string,
): Promise<void> {
  if (table === 'demo_requests') {
    for (const lead of await lockLeads(transaction, [id])) await deleteLead({ transaction, actor, lead });
    // All get the same timestamp, by which they are restored together.
    await transaction.updateTable('demo_requests').set({ deleted_at: at }).where('id', '=', id).execute();
    return;
  }
  await updateRecord(transaction, table, { id, updated_at }, { deleted_at: at });
  await recordChange(transaction, actor, { action: 'delete', kind: table, recordId: id, before: {} });
}

/** Restores what was removed at that timestamp; without one, by the last removal of sample content. */
export async function restoreSample({ changes, settings }: AppContext, actor: Actor, at: string | null) {
  return changes.write(kinds, async (transaction) => {
    await lockLists(transaction);
    const removedAt = at ?? (await readFact(transaction, 'sample_removed')) ?? '';
    await restoreContacts(transaction, actor, removedAt);
    let restored = 0;
    for (const table of allKindsOnServer.flatMap(({ tables }) => tables)) {
      const rows = await selectListed(transaction, table)
        .select(['id', 'updated_at'])
        .where('deleted_at', '=', removedAt)
        .execute();
      for (const row of rows) {
        await updateRecord(transaction, table, row, { deleted_at: null });
        await recordChange(transaction, actor, {
          action: 'restore',
          kind: table,
          recordId: row.id,
          after: {},
        });
      }
      restored += rows.length;
    }
    const leads = await transaction
      .selectFrom('demo_requests')
      .select('id')
      .where('deleted_at', '=', removedAt)
      .execute();
    if (leads.length === 0) return restored;
    const held = await lockLeads(
      transaction,
      leads.map(({ id }) => id),
    );
    for (const lead of held) await restoreLead({ transaction, actor, lead }, settings);
    return restored + held.length;
  });
}

/**
 * Records of the sample that are not deleted. Only the sample is written without a create event in the audit; its leads
 * were received before it was written.
 */
async function sampleRecords(database: Database): Promise<SampleRecord[]> {
  const written = await sampleWritten(database);
  if (!written) return [];
  const { begun, until } = written;
  const records: SampleRecord[] = [];
  for (const [section, { tables }] of Object.entries(kindsOnServer)) {
    for (const table of tables)
      records.push(...(await sampleOf(database, table, until)).map((record) => ({ ...record, table, section })));
  }
  return [...records, ...(await sampleLeads(database, begun, until))];
}

async function sampleLeads(database: Database, begun: string, until: string): Promise<SampleRecord[]> {
  const rows = await database
    .selectFrom('demo_requests')
    .select(['id', 'institute_name', 'updated_at'])
    .where('deleted_at', 'is', null)
    .where('merged_into_id', 'is', null)
    .where('created_at', '<=', begun)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('demo_request_events')
          .select('demo_request_events.id')
          .whereRef('demo_request_events.request_id', '=', 'demo_requests.id')
          .where('event', '=', 'received')
          .where('demo_request_events.created_at', '<=', begun),
      ),
    )
    .execute();
  if (rows.length === 0) return [];
  const changed = await database
    .selectFrom('demo_request_events')
    .select('request_id')
    .where('created_at', '>', until)
    .where('event', 'not in', ['deleted', 'restored'])
    .where(
      'request_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.map(({ institute_name, ...row }) => ({
    ...row,
    section: 'demo_requests',
    table: 'demo_requests',
    name: institute_name,
    isChanged: changed.some(({ request_id }) => request_id === row.id),
  }));
}

type Facts = Partial<typeof vendor>;

const facts = Object.keys(vendor) as (keyof typeof vendor)[];
const removal = 'remove-sample';

/** Contact fields that are empty or still those of the sample. */
export async function missingContacts(database: Database): Promise<Contact[]> {
  const settings = await editedSettings(database);
  return contacts.filter((contact) => !settings[contact] || settings[contact] === vendor[contact]);
}

/** Clears the sample's contact fields that nobody has changed. */
async function removeContacts(transaction: Database, actor: Actor, at: string): Promise<void> {
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
async function restoreContacts(transaction: Database, actor: Actor, removedAt: string): Promise<void> {
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
