import { type Actor, type AuditChange, recordChange } from '#cms/audit/audit.server.ts';
import {
  emptyLists,
  type ListTable,
  lockLists,
  selectListed,
  updateRecord,
} from '#cms/collections/listed-table.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import type { KindOnServer } from '#cms/kind.server.ts';
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
import { selectLiveLeads } from '#leads/lead/table.server.ts';
import { readFact, setFact } from '#platform/database/facts.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { vendor } from '../../../db/sample/vendor.ts';
import { type Contact, contacts, type KeptSample, type SamplePlace } from './schema.ts';

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

/** What can be removed by itself: a kind of content, the contact fields, or the leads. */
export const sampleSections = [...Object.keys(kindsOnServer), vendorKind, 'demo_requests'];

/** What stands in each section: the sample that nobody changed, and what staff wrote, changed or entered. */
export async function readPlaces(database: Database): Promise<SamplePlace[]> {
  const kinds = Object.entries<KindOnServer>(kindsOnServer);
  const [records, settings, leads, counts, empty] = await Promise.all([
    sampleRecords(database),
    editedSettings(database),
    countRows(selectLiveLeads(database)),
    countTables(database),
    emptyLists(
      database,
      kinds.map(([, { counted }]) => counted),
    ),
  ]);
  const sample = [
    ...records.flatMap(({ section, isChanged }) => (isChanged ? [] : section)),
    ...sampleFacts(settings).map(() => vendorKind),
  ];
  const filled = facts.filter((fact) => settings[fact]).length;
  return [
    ...kinds.map(([section, { tables, counted }]) => {
      const all = tables.reduce((sum, table) => sum + Number(counts[table]), 0);
      return placeOf(section, all, empty.includes(counted));
    }),
    placeOf(vendorKind, filled),
    placeOf('demo_requests', leads),
  ];

  function placeOf(section: string, all: number, isEmpty = false): SamplePlace {
    const count = sample.filter((each) => each === section).length;
    return { section, sample: count, own: all - count, empty: isEmpty };
  }
}

/** In one query, as the dashboard asks every few seconds. */
async function countTables(database: Database): Promise<Record<string, unknown>> {
  const counts = allKindsOnServer.flatMap(({ tables }) =>
    tables.map((table) =>
      selectListed(database, table)
        .where('deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll().as('count'))
        .as(table),
    ),
  );
  return database.selectNoFrom(counts).executeTakeFirstOrThrow();
}

/**
 * Moves the unchanged records of these sections to the trash, and empties the contact fields. Returns the records that
 * stay, and the timestamp to undo it by.
 */
export async function removeSample({ changes }: AppContext, actor: Actor, sections = sampleSections) {
  const removedAt = new Date().toISOString();
  return changes.write(sampleSections, async (transaction) => {
    await lockLists(transaction);
    const records = (await sampleRecords(transaction)).filter(({ section }) => sections.includes(section));
    const kept: KeptSample[] = [];
    for (const { isChanged, updated_at, section, ...record } of records) {
      if (isChanged || (await isUsed(transaction, record))) kept.push(record);
      else await putIntoTrash(transaction, actor, { ...record, updated_at }, removedAt);
    }
    const emptied = sections.includes(vendorKind) ? await removeContacts(transaction, actor, removedAt) : 0;
    const removed = records.length - kept.length + emptied;
    if (removed > 0) await setFact(transaction, 'sample_removed', removedAt);
    return { removed_at: removedAt, removed, kept };
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
  return changes.write(sampleSections, async (transaction) => {
    await lockLists(transaction);
    const removedAt = at ?? (await readFact(transaction, 'sample_removed')) ?? '';
    let restored = await restoreContacts(transaction, actor, removedAt);
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

function sampleFacts(settings: SettingsRecord) {
  return facts.filter((fact) => settings[fact] === vendor[fact]);
}

/** Clears the sample's contact fields that nobody has changed, and returns how many. */
async function removeContacts(transaction: Database, actor: Actor, at: string): Promise<number> {
  const before = await editedSettings(transaction);
  const cleared = sampleFacts(before);
  if (cleared.length === 0) return 0;
  await write(
    transaction,
    actor,
    { action: removal, at },
    before,
    Object.fromEntries(cleared.map((fact) => [fact, ''])),
  );
  return cleared.length;
}

/** Restores the cleared contact fields that are still empty, and returns how many. */
async function restoreContacts(transaction: Database, actor: Actor, removedAt: string): Promise<number> {
  const event = await transaction
    .selectFrom('audit_events')
    .select('before')
    .where('kind', '=', vendorKind)
    .where('action', '=', removal)
    .where('at', '=', removedAt)
    .executeTakeFirst();
  if (!event?.before) return 0;
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
  return empty.length;
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
