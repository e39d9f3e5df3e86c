import { sql } from 'kysely';
import { type ListTable, selectListed } from '#cms/collections/listed-table.server.ts';
import type { Database } from '#platform/database/open.server.ts';

/** The time that writing the sample takes at most, in milliseconds. */
const writeDuration = 60_000;

/** Kinds whose sample a visitor would take for a promise or a person: while any of it is left, the site says so. */
export const sampleKinds = ['testimonials', 'clients', 'statistics'] as const;

/** The sample that nobody changed, as `clients 3`. A list that can't be read has none, so that it leaves the page standing. */
export async function unchangedSample(
  database: Database,
  kinds: readonly ListTable[] = sampleKinds,
): Promise<ReadonlySet<string>> {
  const written = await sampleWritten(database);
  if (!written) return new Set();
  const names = kinds.map(async (kind) => {
    const unchanged = selectSample(database, kind, written.until).where(({ not }) => not(isEdited(kind)));
    return (await unchanged.select('id').execute()).map(({ id }) => `${kind} ${id}`);
  });
  return new Set((await Promise.all(names.map((each) => each.catch(() => [])))).flat());
}

/** When the sample was written, first and last; null if it never was. */
export async function sampleWritten(database: Database) {
  const fact = database.selectFrom('store_facts').select('value').where('name', '=', 'sample_content');
  const begun = (await fact.executeTakeFirst())?.value;
  if (!begun) return null;
  return { begun, until: new Date(Date.parse(begun) + writeDuration).toISOString() };
}

/** Records of the sample that are not deleted. */
export async function sampleOf(database: Database, table: ListTable, until: string) {
  const rows = await selectSample(database, table, until).selectAll().select(isEdited(table).as('is_edited')).execute();
  return rows.map((row) => ({
    id: row.id,
    name: recordTitle(row),
    updated_at: row.updated_at,
    isChanged: Boolean(row.is_edited),
  }));
}

/** Only the sample is written without a create event in the audit. */
function selectSample(database: Database, table: ListTable, until: string) {
  return (
    selectListed(database, table)
      .where('deleted_at', 'is', null)
      .where('created_at', '<=', until)
      // A record's first event says whether somebody created it; there may be thousands of others.
      .where(sql<boolean>`coalesce((select action ${eventsOf(table)} order by at, id limit 1), '') <> 'create'`)
  );
}

function eventsOf(kind: string) {
  return sql`from audit_events where kind = ${kind} and record_id = ${sql.ref(`${kind}.id`)}`;
}

/** The texts of a feature have audit events of their own. */
function isEdited(kind: string) {
  const own = sql<boolean>`exists (select 1 ${eventsOf(kind)} and action = 'update')`;
  if (kind !== 'features') return own;
  return sql<boolean>`(${own} or exists (select 1 from feature_details
    where feature_id = features.id and exists (select 1 ${eventsOf('feature_details')})))`;
}

function recordTitle(row: object): string {
  const texts = Object.entries(row).filter(([column, value]) => /(title|name|question|caption)$/.test(column) && value);
  const titleEntry = texts.find(([column]) => column === 'title') ?? texts[0];
  return titleEntry ? String(titleEntry[1]) : '';
}
