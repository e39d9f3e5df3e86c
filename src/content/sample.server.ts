import { type RawBuilder, sql } from 'kysely';
import { type ListTable, selectListed } from '#cms/collections/listed-table.server.ts';
import type { Database } from '#platform/database/open.server.ts';

/** The time that writing the sample takes at most, in milliseconds. */
const writeDuration = 60_000;

/** What a visitor would take for a promise or a person: while any of it stands, the site says so. */
export const sampleKinds = ['testimonials', 'clients', 'statistics'] as const;

/** Whether visitors see sample as if it were true. A list that can't be read leaves the page standing. */
export async function standsSample(database: Database): Promise<boolean> {
  const none = new Set<number>();
  const left = await Promise.all(sampleKinds.map((kind) => unchangedSample(database, kind).catch(() => none)));
  return left.some(({ size }) => size > 0);
}

/** Ids of the sample that nobody changed. */
export async function unchangedSample(database: Database, kind: ListTable): Promise<Set<number>> {
  const written = await sampleWritten(database);
  const records = written ? await sampleOf(database, kind, written.until) : [];
  return new Set(records.filter(({ isChanged }) => !isChanged).map(({ id }) => id));
}

/** When the sample was written, first and last; null if it never was. */
export async function sampleWritten(database: Database): Promise<{ begun: string; until: string } | null> {
  const fact = database.selectFrom('store_facts').select('value').where('name', '=', 'sample_content');
  const begun = (await fact.executeTakeFirst())?.value;
  if (!begun) return null;
  return { begun, until: new Date(Date.parse(begun) + writeDuration).toISOString() };
}

/** Records of the sample that are not deleted. Only the sample is written without a create event in the audit. */
export async function sampleOf(database: Database, table: ListTable, until: string) {
  const id = sql.ref(`${table}.id`);
  const rows = await selectListed(database, table)
    .selectAll()
    .select(table === 'features' ? isFeatureEdited(id).as('is_edited') : isEdited(table, id).as('is_edited'))
    .where('deleted_at', 'is', null)
    .where('created_at', '<=', until)
    // A record's first event says whether somebody created it; there may be thousands of others.
    .where(sql<boolean>`coalesce((select action ${eventsOf(table, id)} order by at, id limit 1), '') <> 'create'`)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: recordTitle(row),
    updated_at: row.updated_at,
    isChanged: Boolean(row.is_edited),
  }));
}

function eventsOf(kind: string, id: RawBuilder<unknown>) {
  return sql`from audit_events where kind = ${kind} and record_id = ${id}`;
}

function isEdited(kind: string, id: RawBuilder<unknown>) {
  return sql<number | boolean>`exists (select 1 ${eventsOf(kind, id)} and action = 'update')`;
}

/** Its texts have audit events of their own. */
function isFeatureEdited(id: RawBuilder<unknown>) {
  return sql<number | boolean>`(${isEdited('features', id)} or exists (select 1 from feature_details
    where feature_id = ${id} and exists (select 1 ${eventsOf('feature_details', sql.ref('feature_details.id'))})))`;
}

function recordTitle(row: object): string {
  const texts = Object.entries(row).filter(([column, value]) => /(title|name|question|caption)$/.test(column) && value);
  const titleEntry = texts.find(([column]) => column === 'title') ?? texts[0];
  return titleEntry ? String(titleEntry[1]) : '';
}
