import { type Generated, type RawBuilder, sql } from 'kysely';
import { todayInDhaka } from '#api/shapes.ts';
import type { Actor } from '#cms/audit/audit.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, momentInDhaka } from '#platform/dhaka.server.ts';
import { busy, notFound } from '#platform/errors.server.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import { auditLead } from '../lead/data.server.ts';
import type { Stage } from '../lead/strings.ts';
import { addEvents, eventRow } from '../lead/table.server.ts';
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
  for await (const some of pieces(leads)) {
    for (const row of await liveWith(
      database,
      sql.ref('number'),
      some.map(({ number }) => number),
    ))
      existing.numbers.set(row.number, row.id);
    for (const row of await liveWith(
      database,
      sql`lower(email)`,
      some.map(({ email }) => email.toLowerCase()),
    ))
      existing.emails.set(row.email.toLowerCase(), row.id);
    const institutes = some.map(({ institute_name }) => foldInstitute(institute_name));
    for (const row of await liveWith(database, sql.ref('institute_folded'), institutes))
      existing.institutes.set(row.institute_folded, row.id);
  }
  return existing;
}

async function liveWith(database: Database, what: RawBuilder<unknown>, values: string[]) {
  const texts = [...new Set(values)].filter(Boolean);
  if (texts.length === 0) return [];
  const rows = await database
    .selectFrom('demo_requests')
    .select(['id', 'number', 'email', 'institute_folded', 'spam', 'deleted_at', 'merged_into_id'])
    .where(sql<boolean>`${what} in (${sql.join(texts)})`)
    .orderBy('id')
    .execute();
  // Asked for live leads, SQLite would take the index of the figures, and read all of them.
  return rows.filter((row) => !row.spam && !row.deleted_at && !row.merged_into_id);
}

/**
 * All or none, and nobody is mailed. Other writes go in between: leads are written as deleted so long ago that not even
 * the trash shows them, and one short statement at the end brings them in. What a killed import leaves is erased with
 * the trash.
 * @throws {HttpError} 503 if some were erased meanwhile, as by retention after the process was held up
 */
export async function addImported(database: Database, actor: Actor, leads: ImportedLead[]): Promise<number> {
  const at = new Date().toISOString();
  const { id: importId } = await database
    .insertInto('lead_imports')
    .values({ created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  for await (const some of pieces(leads)) {
    await database.transaction().execute(async (transaction) => {
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
    });
  }
  await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('demo_requests')
      .set({ deleted_at: null })
      .where('import_id', '=', importId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows < leads.length) throw busy();
    await auditLead(transaction, actor, 'import', 0, { after: { count: leads.length, import_id: importId } });
  });
  await yieldToEventLoop();
  return importId;
}

/**
 * Moves the leads of an import to the trash, except those that were changed since. Taken back again, it completes what a
 * kill broke off.
 * @throws {HttpError} 404 if there is no such import
 */
export async function undoImport(database: Database, actor: Actor, importId: number) {
  const batch = await database
    .selectFrom('lead_imports')
    .select('created_at')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow(() => notFound('There is no such import.'));
  const at = new Date().toISOString();
  const leads = await database
    .selectFrom('demo_requests')
    .select('id')
    .where('import_id', '=', importId)
    .where('deleted_at', 'is', null)
    .execute();
  let removed = 0;
  for await (const some of pieces(leads.map(({ id }) => id))) {
    await database.transaction().execute(async (transaction) => {
      const gone = await transaction
        .updateTable('demo_requests')
        .set({ deleted_at: at, updated_at: at })
        .where('id', 'in', some)
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
        .returning('id')
        .execute();
      const events = gone.map(({ id }) => eventRow(id, 'deleted', null, { actor, at }));
      if (events.length > 0) await addEvents(transaction, events);
      removed += gone.length;
    });
  }
  const counts = { removed, kept: leads.length - removed };
  await auditLead(database, actor, 'take-back-import', 0, { after: { import_id: importId, ...counts } });
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
    deleted_at: oldestInTrash(1),
    created_at: createdAt,
    updated_at: now,
    stage_since: createdAt,
  };
}

async function* pieces<T>(items: T[]): AsyncGenerator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) {
    yield items.slice(at, at + batchSize);
    await yieldToEventLoop();
  }
}
