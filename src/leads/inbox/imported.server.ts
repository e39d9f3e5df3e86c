import { type Generated, type RawBuilder, sql } from 'kysely';
import { todayInDhaka } from '#api/fields/dates.ts';
import type { Actor } from '#cms/audit/audit.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { countRows } from '#platform/database/rows.server.ts';
import { dayAfter, momentInDhaka } from '#platform/dhaka.server.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import { auditLead } from '../lead/data.server.ts';
import type { Stage } from '../lead/strings.ts';
import { addEvents, eventRow, selectLiveLeads } from '../lead/table.server.ts';
import { foldedTexts, foldInstitute } from '../lead/texts.server.ts';
import type { ImportedLead } from './import-file.server.ts';

declare module '#platform/database/tables.server.ts' {
  interface Tables {
    lead_imports: LeadImportsTable;
  }
}

interface LeadImportsTable {
  id: Generated<number>;
  created_at: string;
}

const batchSize = 200;

/** Ids of existing leads by number, by lower-case email address, and by folded institute. */
export interface ExistingLeads {
  numbers: Map<string, number>;
  emails: Map<string, number>;
  institutes: Map<string, number>;
}

export async function findExistingLeads(database: Database, leads: ImportedLead[]): Promise<ExistingLeads> {
  const existing: ExistingLeads = { numbers: new Map(), emails: new Map(), institutes: new Map() };
  for (const some of pieces(leads)) {
    const numbers = unique(some.map(({ number }) => number));
    const emails = unique(some.map(({ email }) => email.toLowerCase()));
    const institutes = unique(some.map(({ institute_name }) => foldInstitute(institute_name)));
    for (const row of await liveWith(database, sql.ref('number'), numbers)) existing.numbers.set(row.number, row.id);
    for (const row of await liveWith(database, sql`lower(email)`, emails)) {
      existing.emails.set(row.email.toLowerCase(), row.id);
    }
    for (const row of await liveWith(database, sql.ref('institute_folded'), institutes)) {
      existing.institutes.set(row.institute_folded, row.id);
    }
    await yieldToEventLoop();
  }
  return existing;
}

async function liveWith(database: Database, what: RawBuilder<unknown>, values: string[]) {
  if (values.length === 0) return [];
  return selectLiveLeads(database)
    .select(['id', 'number', 'email', 'institute_folded'])
    .where(sql<boolean>`${what} in (${sql.join(values)})`)
    .orderBy('id')
    .execute();
}

/** All or none. Nobody is mailed. Returns the id of the import. */
export async function addImported(transaction: Database, actor: Actor, leads: ImportedLead[]): Promise<number> {
  const at = new Date().toISOString();
  const { id: importId } = await transaction
    .insertInto('lead_imports')
    .values({ created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const some of pieces(leads)) {
    const ids = await transaction
      .insertInto('demo_requests')
      .values(some.map((lead) => ({ ...rowOf(lead, at), import_id: importId })))
      .returning('id')
      .execute();
    // RETURNING keeps the order of the values.
    const events = some.flatMap(({ note }, index) => {
      const id = ids[index]?.id ?? 0;
      const imported = eventRow(id, 'imported', null, { actor, at });
      return note ? [imported, eventRow(id, 'noted', { note }, { actor, at })] : [imported];
    });
    await addEvents(transaction, events);
    await yieldToEventLoop();
  }
  await auditLead(transaction, actor, 'import', 0, { after: { count: leads.length, import_id: importId } });
  return importId;
}

/** Moves the leads of an import to the trash, except those that were changed since. Null if there is no such import. */
export async function undoImport(
  transaction: Database,
  actor: Actor,
  importId: number,
): Promise<{ removed: number; kept: number } | null> {
  const batch = await transaction
    .selectFrom('lead_imports')
    .select('created_at')
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!batch) return null;
  const at = new Date().toISOString();
  const imported = transaction.selectFrom('demo_requests').where('import_id', '=', importId);
  const untouched = transaction
    .updateTable('demo_requests')
    .set({ deleted_at: at, updated_at: at })
    .where('updated_at', '=', batch.created_at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('demo_request_events')
            .select('id')
            .whereRef('request_id', '=', 'demo_requests.id')
            // A changed note keeps its `created_at`; only its details tell of the change.
            .where(({ or, eb }) =>
              or([eb('created_at', '<>', batch.created_at), eb('details', 'like', '%"changed_at"%')]),
            ),
        ),
      ),
    )
    .returning('id');
  let removed = 0;
  const ids = (await imported.select('id').orderBy('id').execute()).map(({ id }) => id);
  for (const some of pieces(ids)) {
    const gone = await untouched.where('id', 'in', some).execute();
    const events = gone.map(({ id }) => eventRow(id, 'deleted', null, { actor, at }));
    if (events.length > 0) await addEvents(transaction, events);
    removed += gone.length;
    await yieldToEventLoop();
  }
  const counts = { removed, kept: await countRows(imported.where('deleted_at', 'is', null)) };
  await auditLead(transaction, actor, 'take-back-import', 0, { after: { import_id: importId, ...counts } });
  return counts;
}

/** A lead of the sample content, received some hours ago. */
interface SampleLead {
  name: string;
  institute: string;
  number: string;
  email: string;
  stage: Stage;
  hoursAgo: number;
  nextStep?: { text: string; inDays: number };
  lostReason?: string;
  note?: string;
  students?: string;
  packageNote?: string;
  value?: number;
}

export async function addSampleLead(transaction: Database, lead: SampleLead): Promise<void> {
  const momentAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [came, worked] = [momentAgo(lead.hoursAgo), momentAgo(lead.hoursAgo / 2)];
  const person = { name: lead.name, institute_name: lead.institute, number: lead.number, email: lead.email };
  const isNew = lead.stage === 'new';
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({
      ...person,
      ...foldedTexts(person),
      stage: lead.stage,
      stage_since: isNew ? came : worked,
      lost_reason: lead.lostReason ?? null,
      next_step: lead.nextStep?.text ?? null,
      next_step_on: lead.nextStep ? dayAfter(todayInDhaka(), lead.nextStep.inDays) : null,
      students: lead.students ?? null,
      package_note: lead.packageNote ?? null,
      value: lead.value ?? null,
      called_after: isNew ? null : Math.round((lead.hoursAgo * 60) / 2),
      created_at: came,
      updated_at: isNew ? came : worked,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { stage, lostReason: reason, note } = lead;
  const moved = { from: 'new', to: stage, ...(reason && { reason }) } as const;
  await addEvents(transaction, [
    eventRow(id, 'received', null, { at: came }),
    ...(isNew ? [] : [eventRow(id, 'stage_changed', moved, { at: worked })]),
    ...(note ? [eventRow(id, 'noted', { note }, { at: worked })] : []),
  ]);
}

function rowOf({ note: _, received, ...lead }: ImportedLead, now: string) {
  const createdAt = received === null ? now : momentInDhaka(received).toISOString();
  return {
    ...lead,
    ...foldedTexts(lead),
    origin: 'imported' as const,
    created_at: createdAt,
    updated_at: now,
    stage_since: createdAt,
  };
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

function* pieces<T>(items: T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}
