import { type Generated, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { todayInDhaka } from '#api/shapes.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import { writtenSchema } from '#cms/collections/answers.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { dayAfter, momentInDhaka } from '#platform/dhaka.server.ts';
import { busy, invalid, notFound } from '#platform/errors.server.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { auditLead, findLeadOwners } from '../lead/data.server.ts';
import { type ImportResult, type ImportRow, importResultSchema } from '../lead/schema.ts';
import { leadLimits, type Stage } from '../lead/strings.ts';
import { addEvents, eventRow } from '../lead/table.server.ts';
import { foldedTexts, foldInstitute } from '../lead/texts.server.ts';
import {
  type FileRow,
  type ImportedLead,
  type ImportField,
  ImportReader,
  importFields,
  matchColumns,
  readRow,
} from './import-file.server.ts';

const importSchema = z
  .object({
    csv: z.string({ error: 'Choose a CSV file.' }).optional(),
    /** An Excel workbook in base64; its first sheet is read. */
    xlsx: z.base64({ error: 'Send the workbook in base 64.' }).optional(),
    dry_run: z.boolean({ error: 'Say with dry_run whether to write.' }),
    /** Field of each column, by its head; an empty text ignores the column. */
    columns: z
      .record(
        z.string().max(1_000),
        z.union([z.enum(importFields), z.literal('')], { error: () => t`Choose from ${importFields.join(', ')}.` }),
      )
      .optional(),
    add_duplicates: z.boolean().optional(),
  })
  .refine(({ csv, xlsx }) => (csv === undefined) !== (xlsx === undefined), {
    path: ['csv'],
    error: 'Choose a CSV file or an Excel workbook.',
  });

/** `kept`: leads that were changed since the import. */
const removedSchema = z.object({ removed: z.int(), kept: z.int() });

export function importApi({ database }: AppContext, scope: StaffScope): void {
  const reader = new ImportReader();
  scope.addHook('onClose', async () => reader.close());
  scope.post(
    leadCalls.import,
    {
      // JSON escapes may double the length of a text.
      bodyLimit: 2 * leadLimits.importBytes,
      schema: {
        summary: 'Import leads',
        body: importSchema,
        response: { 200: writtenSchema(importResultSchema) },
      },
    },
    async (request) => {
      const { csv, xlsx, dry_run, columns = {}, add_duplicates = false } = request.body;
      const { heads, rows, blank } = await reader.read(
        xlsx === undefined ? { format: 'csv', text: csv ?? '' } : { format: 'xlsx', text: xlsx },
      );
      const fields = matchColumns(heads, new Map(Object.entries(columns)));
      if (!fields.includes('number') && !fields.includes('email')) {
        throw invalid({ columns: ['No column holds a phone number or an e-mail address. Say which one does.'] });
      }
      const checked = await checkRows(database, rows, fields);
      const added = checked.filter(
        ({ result }) => result.result === 'new' || (add_duplicates && result.result === 'duplicate'),
      );
      const leads = added.map(({ lead }) => lead);
      const import_id = dry_run || leads.length === 0 ? null : await addImported(database, actorOf(request), leads);
      const results = checked.map(({ result }) => result);
      const count = (kind: string) => results.filter(({ result }) => result === kind).length;
      const counts = {
        rows: rows.length + blank,
        new: count('new'),
        duplicate: count('duplicate'),
        invalid: count('invalid'),
        blank,
        added: added.length,
      };
      return {
        data: {
          import_id,
          columns: heads.map((head, index) => ({ head, field: fields[index] ?? null })),
          rows: results,
          counts,
        },
        message: dry_run ? 'Nothing was written yet' : messageOf(counts),
      };
    },
  );

  scope.delete(
    leadCalls.imported,
    {
      schema: {
        summary: 'Take an import back',
        response: { 200: writtenSchema(removedSchema) },
      },
    },
    async (request) => {
      const id = idOf(request);
      const data = await undoImport(database, actorOf(request), id);
      const { removed, kept } = data;
      const moved = t`${removed} imported leads moved to the trash.`;
      const rest = t`${kept} stay: somebody worked on them since.`;
      const none = t('No lead of this import is left to take back.');
      return { data, message: removed + kept === 0 ? none : kept > 0 ? `${moved} ${rest}` : moved };
    },
  );
}

function messageOf({ rows, duplicate, invalid, blank, added }: ImportResult['counts']): string {
  if (added === rows) return t`${added} of ${rows} rows imported`;
  return t`${added} of ${rows} rows imported. The file has ${duplicate} that are there already, ${invalid} that can’t be taken, ${blank} blank.`;
}

async function checkRows(database: Database, rows: FileRow[], fields: (ImportField | null)[]) {
  const owners = await findLeadOwners(database);
  const today = todayInDhaka();
  const read: ReadRow[] = [];
  for (const [index, { line, cells }] of rows.entries()) {
    const byField = Object.fromEntries(fields.flatMap((field, at) => (field ? [[field, cells[at] ?? '']] : [])));
    read.push({ line, ...readRow(byField, owners, today) });
    if (index % 50 === 49) await yieldToEventLoop();
  }
  const leads = read.map(({ lead }) => lead);
  const existing = await findExistingLeads(database, leads);
  const earlier: Earlier = { numbers: new Map(), emails: new Map() };
  return read.map((row) => ({ lead: row.lead, result: resultOf(row, existing, earlier) }));
}

type ReadRow = ReturnType<typeof readRow> & { line: number };

type Earlier = Pick<ExistingLeads, 'numbers' | 'emails'>;

function resultOf({ line, lead, errors }: ReadRow, existing: ExistingLeads, earlier: Earlier): ImportRow {
  const { name, institute_name, number, email, stage } = lead;
  const row = { line, name, institute_name, number, email, status: stage, errors };
  if (Object.keys(errors).length > 0) return { ...row, result: 'invalid', note: null, lead_id: null };
  const duplicate = duplicateOf(lead, existing, earlier);
  if (duplicate) return { ...row, result: 'duplicate', ...duplicate };
  if (number) earlier.numbers.set(number, line);
  if (email) earlier.emails.set(email.toLowerCase(), line);
  const id = existing.institutes.get(foldInstitute(institute_name));
  return {
    ...row,
    result: 'new',
    note: id ? t`Lead ${String(id)} is of the same institute.` : null,
    lead_id: id ?? null,
  };
}

function duplicateOf({ number, email }: ImportedLead, known: ExistingLeads, earlier: Earlier) {
  const byNumber = known.numbers.get(number);
  if (byNumber) return { note: t`Lead ${String(byNumber)} has the same number.`, lead_id: byNumber };
  const byEmail = known.emails.get(email.toLowerCase());
  if (byEmail) return { note: t`Lead ${String(byEmail)} has the same e-mail address.`, lead_id: byEmail };
  const line = earlier.numbers.get(number) ?? earlier.emails.get(email.toLowerCase());
  return line === undefined ? null : { note: t`The same as line ${line}.`, lead_id: null };
}

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
interface ExistingLeads {
  numbers: Map<string, number>;
  emails: Map<string, number>;
  institutes: Map<string, number>;
}

async function findExistingLeads(database: Database, leads: ImportedLead[]): Promise<ExistingLeads> {
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
