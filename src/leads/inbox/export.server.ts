import { stringify } from 'csv-stringify/sync';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { todayInDhaka } from '#api/fields/dates.ts';
import { type Actor, actorOf } from '#cms/audit/audit.server.ts';
import { errors } from '#cms/collections/answers.server.ts';
import type { AppContext } from '#cms/context.server.ts';
import { leadCalls } from '#paths.ts';
import type { Database } from '#platform/database/open.server.ts';
import { invalid } from '#platform/errors.server.ts';
import { beginExport, exportStream } from '#platform/http/exports.server.ts';
import { auditLead, leadsOf } from '../lead/data.server.ts';
import { leadLimits } from '../lead/limits.ts';
import type { Lead } from '../lead/schema.ts';
import { phoneInWords, stageNames } from '../lead/strings.ts';
import { addEvents, eventRow } from '../lead/table.server.ts';
import { filterNames } from './addresses.ts';
import { countLeads, idsBelow, type LeadFilter, readLeadFilter } from './list.server.ts';
import { type CellType, type WorkbookHead, writeWorkbook } from './workbook.server.ts';

/** A lead with what staff noted about it. */
type ExportedLead = Lead & { notes: string };

/** What may leave the house, by the name that the call takes; the heads are those that an import knows. */
const exportColumns = {
  id: { head: 'ID', value: ({ id }) => String(id) },
  received: { head: 'Received', value: ({ created_at }) => inDhaka(created_at) },
  name: { head: 'Name', value: ({ name }) => name },
  institute_name: { head: 'Institute', value: ({ institute_name }) => institute_name },
  number: { head: 'Number', value: ({ number }) => phoneInWords(number) },
  email: { head: 'Email', value: ({ email }) => email },
  status: { head: 'Stage', value: ({ status }) => stageNames[status] },
  status_since: { head: 'Stage since', value: ({ status_since }) => inDhaka(status_since) },
  lost_reason: { head: 'Lost reason', value: ({ lost_reason }) => lost_reason ?? '' },
  owner: { head: 'Owner', value: ({ owner }) => owner?.name ?? '' },
  next_step: { head: 'Next step', value: ({ next_step }) => next_step ?? '' },
  next_step_on: { head: 'Next step on', value: ({ next_step_on }) => next_step_on ?? '' },
  notes: { head: 'Notes', value: ({ notes }) => notes },
  page: { head: 'Page', value: ({ page }) => page ?? '' },
  referrer: { head: 'Referrer', value: ({ referrer }) => referrer ?? '' },
  utm_source: { head: 'UTM source', value: ({ utm_source }) => utm_source ?? '' },
  utm_medium: { head: 'UTM medium', value: ({ utm_medium }) => utm_medium ?? '' },
  utm_campaign: { head: 'UTM campaign', value: ({ utm_campaign }) => utm_campaign ?? '' },
  students: { head: 'Students', value: ({ students }) => students ?? '' },
  package_note: { head: 'Package', value: ({ package_note }) => package_note ?? '' },
  value: { head: 'Value', value: ({ value }) => String(value ?? '') },
} as const satisfies Record<string, { head: string; value: (lead: ExportedLead) => string }>;

type ExportColumn = keyof typeof exportColumns;

/** What a workbook holds as more than a text: it can be summed up, and sorted by day. */
const types: Partial<Record<ExportColumn, CellType>> = {
  id: 'number',
  received: 'time',
  status_since: 'time',
  next_step_on: 'day',
  students: 'number',
  value: 'number',
};

const exportColumnNames = Object.keys(exportColumns) as [ExportColumn, ...ExportColumn[]];

const parameterNames = new Set<string>([...filterNames, 'format', 'columns']);

const once = z.string({ error: 'Give this parameter once.' }).optional();
const exportQuery = z.looseObject(Object.fromEntries([...parameterNames].map((name) => [name, once])));

const exportOptions = z.object({
  format: z.enum(['csv', 'xlsx'], { error: 'Choose csv or xlsx.' }).optional(),
  columns: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(exportColumnNames, { error: `Choose from ${exportColumnNames.join(', ')}.` })))
    .optional(),
});

/** The leads of a filter as a file: CSV of any length, or a workbook. */
export function exportApi({ database }: AppContext, scope: FastifyInstance): void {
  scope.withTypeProvider<ZodTypeProvider>().get(
    leadCalls.export,
    {
      config: { need: 'write', confirm: true },
      schema: {
        summary: 'Export leads',
        tags: [leadCalls.list],
        querystring: exportQuery,
        describedAnswer: 'text/csv',
        response: errors(401, 422),
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { format, columns } = readExportQuery(query);
      const { filter } = readLeadFilter(query);
      const isCsv = format === 'csv';
      reply
        .type(isCsv ? 'text/csv; charset=utf-8' : workbook)
        .header('content-disposition', `attachment; filename="leads-${todayInDhaka()}.${format}"`);
      // Asking what would come takes nothing out.
      if (request.method === 'HEAD') return reply.send();
      const actor = actorOf(request);
      await beginExport(reply);
      const { count, before } = await auditExport(database, actor, filter, format);
      if (!isCsv && count > leadLimits.xlsxRows) {
        throw invalid({ format: [`A workbook takes up to ${leadLimits.xlsxRows} leads. Export CSV, or filter.`] });
      }
      const leads = exportedLeads(database, actor, filter, before);
      const file = isCsv ? csvOf(leads, columns) : writeWorkbook(headsOfWorkbook(columns), rowsOf(leads, columns));
      return reply.send(exportStream(reply, file));
    },
  );
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** @throws {HttpError} 422, also for parameters that mean nothing here: who sends them expects something else */
function readExportQuery(query: Record<string, unknown>): { format: 'csv' | 'xlsx'; columns: ExportColumn[] } {
  const strange = Object.keys(query).find((name) => !parameterNames.has(name));
  if (strange !== undefined) throw invalid({ [strange.slice(0, 40)]: ['An export takes no such parameter.'] });
  const parsed = exportOptions.safeParse(query);
  if (!parsed.success) throw invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  return { format: parsed.data.format ?? 'csv', columns: parsed.data.columns ?? exportColumnNames };
}

/** With a mark at its begin that tells spreadsheet programs it is UTF-8; cells that start like a formula are defused. */
async function* csvOf(pieces: AsyncIterable<ExportedLead[]>, columns: ExportColumn[]): AsyncGenerator<string> {
  const lines = (rows: string[][]) => stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });
  yield `\uFEFF${lines([headsOf(columns)])}`;
  for await (const leads of pieces) yield lines(leads.map((lead) => cellsOf(lead, columns)));
}

async function* rowsOf(pieces: AsyncIterable<ExportedLead[]>, columns: ExportColumn[]): AsyncGenerator<string[][]> {
  for await (const leads of pieces) yield leads.map((lead) => cellsOf(lead, columns));
}

function headsOfWorkbook(columns: ExportColumn[]): WorkbookHead[] {
  const heads = headsOf(columns);
  return columns.map((column, index) => ({
    head: heads[index] ?? '',
    width: column === 'id' ? 8 : 22,
    type: types[column],
  }));
}

function headsOf(columns: ExportColumn[]): string[] {
  return columns.map((column) => exportColumns[column].head);
}

function cellsOf(lead: ExportedLead, columns: ExportColumn[]): string[] {
  return columns.map((column) => exportColumns[column].value(lead));
}

const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Dhaka' });

/** '2026-12-05 16:20' */
function inDhaka(moment: string): string {
  return time.format(new Date(moment));
}

/** Leads that are read, and written down as exported, in one go. */
const batchSize = 100;

/** Larger than any id: leads that come while an export runs are not in it. */
async function nextLeadId(database: Database): Promise<number> {
  const row = await database
    .selectFrom('demo_requests')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/**
 * Writes down who takes which leads out, and how many there are, before the first one leaves. What was searched for may
 * be a person's name or number, so the audit tells only that there was a search.
 */
async function auditExport(
  database: Database,
  actor: Actor,
  filter: LeadFilter,
  format: string,
): Promise<{ count: number; before: number }> {
  const before = await nextLeadId(database);
  const count = await countLeads(database, filter);
  const { search, ...rest } = filter;
  const after = { format, count, filter: { ...rest, searched: search !== '' } };
  await database.transaction().execute((transaction) => auditLead(transaction, actor, 'export', 0, { after }));
  return { count, before };
}

/** The leads of a filter piece by piece, newest first; each gets a line in its history as it goes. */
async function* exportedLeads(
  database: Database,
  actor: Actor,
  filter: LeadFilter,
  begin: number,
): AsyncGenerator<ExportedLead[]> {
  for (let before = begin; ; ) {
    const ids = await idsBelow(database, filter, before, batchSize);
    if (ids.length === 0) return;
    const leads = await leadsOf(database, ids);
    const notes = await notesOf(database, ids);
    const exported = ids.map((id) => eventRow(id, 'exported', null, { actor }));
    await addEvents(database, exported);
    yield leads.map((lead) => ({ ...lead, notes: notes.get(lead.id)?.join('\n') ?? '' }));
    before = ids.at(-1) ?? 0;
    // Between two pieces other visitors have their turn.
    await new Promise(setImmediate);
  }
}

async function notesOf(database: Database, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await database
    .selectFrom('demo_request_events')
    .select(['request_id', 'details'])
    .where('request_id', 'in', ids)
    .where('event', '=', 'noted')
    .orderBy('id')
    .execute();
  const notes = new Map<number, string[]>();
  for (const { request_id, details } of rows) {
    const { note }: { note?: string } = JSON.parse(details ?? '{}');
    if (note) notes.set(request_id, [...(notes.get(request_id) ?? []), note]);
  }
  return notes;
}
