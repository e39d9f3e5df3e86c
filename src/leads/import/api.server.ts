import { type Generated, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { may } from '#api/rights.ts';
import { anyOf, todayInDhaka } from '#api/shapes.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import { writtenSchema } from '#cms/collections/answers.server.ts';
import { oldestInTrash } from '#cms/collections/trash.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { t } from '#i18n/text.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { hasRow } from '#platform/database/rows.server.ts';
import { dayAfter, momentInDhaka } from '#platform/dhaka.server.ts';
import { busy, notFound } from '#platform/errors.server.ts';
import { yieldToEventLoop } from '#platform/event-loop.server.ts';
import type { StaffScope } from '#platform/http/create.server.ts';
import { idOf } from '#platform/http/public-calls.server.ts';
import { auditLead, findLeadOwners } from '../lead/data.server.ts';
import { dateOrders, type ImportResult, type ImportRow, importResultSchema } from '../lead/schema.ts';
import { leadLimits, type Stage } from '../lead/strings.ts';
import { addEvents, eventRow } from '../lead/table.server.ts';
import { foldedTexts, foldInstitute } from '../lead/texts.server.ts';
import { type DateOrder, dateOrderOf, type ImportedLead, readRow, textsOf } from './cells.server.ts';
import { type FileRow, importFields, matchColumns } from './columns.server.ts';
import { ImportReader } from './file.server.ts';

/** `mobile` is another name of `number`. */
const columnSchema = z.enum([...importFields, 'mobile', '']);

const importSchema = z
  .object({
    csv: z.string({ error: 'Choose a CSV file.' }).optional(),
    /** An Excel workbook in base64. */
    xlsx: z.base64({ error: 'Send the workbook in base 64.' }).optional(),
    dry_run: z.boolean({ error: 'Say with dry_run whether to write.' }),
    /** Its name; without one the first visible sheet with leads is read. */
    sheet: z.string({ error: 'Say the name of the sheet.' }).nullish(),
    /** The line of the heads; 0 for a list without. */
    head_row: z.int({ error: 'Say the line of the heads.' }).min(0).optional(),
    date_order: anyOf(dateOrders).optional(),
    /** Field of each column, by its head or in their order; an empty text or null leaves the column out. */
    columns: z
      .union([z.array(columnSchema.nullable()), z.record(z.string().max(1_000), columnSchema)], {
        error: () => t`Choose from ${importFields.join(', ')}.`,
      })
      .optional(),
    add_duplicates: z.boolean().optional(),
  })
  .refine(({ csv, xlsx }) => (csv === undefined) !== (xlsx === undefined), {
    path: ['csv'],
    error: 'Choose a CSV file or an Excel workbook.',
  });

const noContact = t('No column holds a phone number or an e-mail address. Say which one does.');

/** With what was read, so that another sheet, row of heads or column can be chosen. */
const unreadSchema = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
  data: z.optional(importResultSchema),
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
        response: { 200: writtenSchema(importResultSchema), 422: unreadSchema },
      },
    },
    async (request, reply) => {
      const { dry_run } = request.body;
      const { data, leads, errors } = await readImport(database, reader, request.body);
      const [message] = Object.values(errors ?? {}).flat();
      // A dry run shows the columns, so that they can be chosen.
      if (errors && message && !(dry_run && 'columns' in errors)) {
        return reply.code(422).send({ message, errors, data: { ...data, counts: { ...data.counts, added: 0 } } });
      }
      if (dry_run) return { data, message: t('Nothing was written yet') };
      const import_id = leads.length === 0 ? null : await addImported(database, actorOf(request), leads);
      return { data: { ...data, import_id }, message: messageOf(data.counts) };
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
      const { user } = request.staff;
      const recent = database.selectFrom('lead_imports').select('id').where('created_at', '>', oldestInTrash());
      // Owners take back what anybody imported.
      const isOwner = may(user.role, 'write', 'people');
      const own = isOwner ? recent : recent.where('user_id', '=', user.id);
      if (!(await hasRow(own.where('id', '=', id)))) throw notFound('There is no such import that you can take back.');
      const data = await undoImport(database, actorOf(request), id);
      const { removed, kept } = data;
      const moved = t`${removed} imported leads moved to the trash.`;
      const rest = t`${kept} stay: somebody worked on them since.`;
      const none = t('No lead of this import is left to take back.');
      return { data, message: removed + kept === 0 ? none : kept > 0 ? `${moved} ${rest}` : moved };
    },
  );
}

async function readImport(database: Database, reader: ImportReader, body: z.infer<typeof importSchema>) {
  const { csv, xlsx, sheet, head_row, columns, add_duplicates = false } = body;
  const format = csv === undefined ? 'xlsx' : 'csv';
  const { rows, blank, heads, problem, ...table } = await reader.read({
    format,
    text: csv ?? xlsx ?? '',
    sheet,
    head_row,
  });
  const fields = matchColumns(heads, columns);
  const texts = problem ? [] : rows.map((row) => ({ ...row, texts: textsOf(row.cells, heads, fields) }));
  const { order, isUnsure } = dateOrderOf(texts.flatMap((row) => [row.texts.received, row.texts.next_step_on]));
  const date_order = (isUnsure && body.date_order) || order;
  const checked = await checkRows(database, texts, date_order);
  const results = checked.map(({ result }) => result);
  const of = (kind: string) => checked.filter(({ result }) => result.result === kind);
  const leads = [...of('new'), ...(add_duplicates ? of('duplicate') : [])].map(({ lead }) => lead);
  const data: ImportResult = {
    ...table,
    import_id: null,
    date_order,
    date_order_unsure: isUnsure,
    columns: heads.map((head, index) => ({ head, field: fields[index] ?? null })),
    rows: results,
    counts: {
      rows: results.length + blank,
      new: of('new').length,
      duplicate: of('duplicate').length,
      invalid: of('invalid').length,
      blank,
      added: leads.length,
    },
  };
  const hasContact = fields.includes('number') || fields.includes('email');
  const errors = problem ? { [format]: [problem] } : hasContact ? null : { columns: [t(noContact)] };
  return { data, leads, errors };
}

function messageOf({ rows, duplicate, invalid, blank, added }: ImportResult['counts']): string {
  if (added === rows) return t`${added} of ${rows} rows imported`;
  return t`${added} of ${rows} rows imported. The file has ${duplicate} that are there already, ${invalid} that can’t be taken, ${blank} blank.`;
}

type Texts = ReturnType<typeof textsOf>;

async function checkRows(database: Database, rows: (FileRow & { texts: Texts })[], order: DateOrder) {
  const owners = await findLeadOwners(database);
  const today = todayInDhaka();
  const read: ReadRow[] = [];
  for (const [index, { line, texts, problem, hint: ofLine = '' }] of rows.entries()) {
    const { lead, errors, hint } = readRow(texts, owners, today, order);
    const hints = [ofLine, hint].filter(Boolean);
    read.push({ line, lead, errors: problem ? { line: [problem] } : errors, hints });
    if (index % 50 === 49) await yieldToEventLoop();
  }
  const leads = read.map(({ lead }) => lead);
  const existing = await findExistingLeads(database, leads);
  const earlier: Earlier = { numbers: new Map(), emails: new Map() };
  return read.map((row) => ({ lead: row.lead, result: resultOf(row, existing, earlier) }));
}

interface ReadRow {
  line: number;
  lead: ImportedLead;
  errors: Record<string, string[]>;
  hints: string[];
}

type Earlier = Pick<ExistingLeads, 'numbers' | 'emails'>;

function resultOf({ line, lead, errors, hints }: ReadRow, existing: ExistingLeads, earlier: Earlier): ImportRow {
  const { name, institute_name, number, email, stage } = lead;
  const row = { line, name, institute_name, number, email, status: stage, errors };
  if (Object.keys(errors).length > 0) return { ...row, result: 'invalid', note: null, lead_id: null };
  const duplicate = duplicateOf(lead, existing, earlier);
  if (duplicate) return { ...row, result: 'duplicate', ...duplicate, note: [duplicate.note, ...hints].join(' ') };
  if (number) earlier.numbers.set(number, line);
  if (email) earlier.emails.set(email.toLowerCase(), line);
  const id = existing.institutes.get(foldInstitute(institute_name));
  const notes = [...(id ? [t`Lead ${String(id)} is of the same institute.`] : []), ...hints];
  return { ...row, result: 'new', note: notes.join(' ') || null, lead_id: id ?? null };
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
  /** Who made it; null for those of before it was noted. */
  user_id: number | null;
}

const batchSize = 200;

/** Ids of existing leads by number, by lower-case email address, and by folded institute. */
interface ExistingLeads {
  numbers: Map<string, number>;
  emails: Map<string, number>;
  institutes: Map<string, number>;
}

async function findExistingLeads(database: Database, leads: ImportedLead[]): Promise<ExistingLeads> {
  type Known = Pick<ImportedLead, 'number' | 'email' | 'institute_name'>;
  const [numbers, emails, institutes] = [new Map(), new Map(), new Map()];
  const keys = [
    { ids: numbers, column: sql.ref('number'), keyOf: (lead: Known) => lead.number },
    { ids: emails, column: sql`lower(email)`, keyOf: (lead: Known) => lead.email.toLowerCase() },
    {
      ids: institutes,
      column: sql.ref('institute_folded'),
      keyOf: (lead: Known) => foldInstitute(lead.institute_name),
    },
  ];
  for await (const some of pieces(leads)) {
    for (const { ids, column, keyOf } of keys)
      for (const row of await liveWith(database, column, some.map(keyOf))) ids.set(keyOf(row), row.id);
  }
  return { numbers, emails, institutes };
}

async function liveWith(database: Database, what: RawBuilder<unknown>, values: string[]) {
  const texts = [...new Set(values)].filter(Boolean);
  if (texts.length === 0) return [];
  const rows = await database
    .selectFrom('demo_requests')
    .select(['id', 'number', 'email', 'institute_name', 'spam', 'deleted_at', 'merged_into_id'])
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
    .values({ created_at: at, user_id: actor.user.id })
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
 */
export async function undoImport(database: Database, actor: Actor, importId: number) {
  const batch = await database
    .selectFrom('lead_imports')
    .select('created_at')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
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
export interface SampleLead extends Record<'name' | 'institute_name' | 'number' | 'email', string> {
  stage: Stage;
  lost_reason?: string;
  next_step?: string;
  students?: string;
  package_note?: string;
  value?: number;
  hoursAgo: number;
  /** In days. */
  nextStepIn?: number;
  note?: string;
}

export async function addSampleLead(
  transaction: Database,
  { hoursAgo, nextStepIn, note, ...lead }: SampleLead,
): Promise<void> {
  const momentAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [came, worked] = [momentAgo(hoursAgo), momentAgo(hoursAgo / 2)];
  const isNew = lead.stage === 'new';
  const { id } = await transaction
    .insertInto('demo_requests')
    .values({
      ...lead,
      ...foldedTexts(lead),
      stage_since: isNew ? came : worked,
      next_step_on: nextStepIn === undefined ? null : dayAfter(todayInDhaka(), nextStepIn),
      called_after: isNew ? null : Math.round((hoursAgo * 60) / 2),
      created_at: came,
      updated_at: isNew ? came : worked,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { stage: to, lost_reason: reason } = lead;
  const moved = { from: 'new', to, ...(reason && { reason }) } as const;
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
